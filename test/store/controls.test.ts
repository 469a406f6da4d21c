/** What stands beside the controls: presets, what a change did to the run, and rules made from an example. */

import { describe, expect, it } from 'vitest';
import { countTranscript, indexTranscript } from '@/lib/engine/accounting';
import { pinRuleProblems } from '@/lib/engine/pin-rule';
import { replay, runSync } from '@/lib/engine/replay';
import type { Message } from '@/lib/engine/transcript';
import { ruleLike } from '@/lib/pin-rules/like';
import { ChangeFollower } from '@/lib/store/change-effect';
import { defaultLane, laneProblems, withParameter, withSystem } from '@/lib/store/lane';
import { laneAfterEdit } from '@/lib/store/lane-after-edit';
import {
  hasPinRules,
  pinRulesOf,
  pinTotals,
  pinWords,
  withId,
  withoutPinRule,
  withPinRule,
  withPinRuleMoved,
} from '@/lib/store/pin-rules';
import { presetAt, presetsOf, withPreset } from '@/lib/store/presets';
import type { LaneSpec, Result } from '@/lib/store/state';
import { SYSTEMS, systemById } from '@/lib/systems/registry';
import { chars4 } from '@/lib/tokenizers/chars4';

const user = { id: 'mine', on: true, match: { role: 'user' as const }, keep: 'all' as const };

describe('presets', () => {
  it.each(SYSTEMS.map(({ id }) => id))('%s: every preset can run, names what there is, and is known again', (id) => {
    const lane = defaultLane(id);
    const names = systemById(id).parameters.map(({ name }) => name);
    for (const preset of presetsOf(id)) {
      expect(names).toEqual(expect.arrayContaining(Object.keys(preset.config)));
      const next = withPreset(lane, preset);
      expect(laneProblems(next).filter(({ severity }) => severity === 'error')).toEqual([]);
      expect(presetAt(next)?.name).toBe(preset.name);
    }
  });

  it('leave the pin rules alone', () => {
    const lane = withPinRule(defaultLane(), user);
    const [defaults, small] = presetsOf('managed-window');
    expect(pinRulesOf(withPreset(lane, small ?? { name: '', help: '', config: {} }))).toEqual([user]);
    expect(presetAt(lane)).toBe(defaults);
    expect(presetAt(withParameter(lane, 'window', 7777))).toBeUndefined();
  });
});

describe('what a change did', () => {
  const messages = Array.from(
    { length: 60 },
    (_, at): Message => ({ role: at % 2 ? 'assistant' : 'user', content: 'word '.repeat(30 + at) }),
  );
  const index = indexTranscript({ messages });
  const counts = countTranscript({ messages }, chars4);
  const result = (lane: LaneSpec): Result => {
    const { config, guards } = lane;
    const system = systemById(lane.system);
    const run = runSync(replay({ index, system, config, guards, counts, counter: chars4, pins: [] }), () => 'S');
    return { run, lane, metrics: null, computeMs: 0, version: 1 };
  };
  const lane = withParameter(withParameter(defaultLane(), 'window', 4000), 'reserveCompletion', 0);
  const at = (compactAt: number) => result(withParameter(lane, 'compactAt', compactAt));

  it('is told against the run before the hand began to move, while it moves', () => {
    const follower = new ChangeFollower();
    expect(follower.follow(at(0.7), 0)).toBeNull();
    const first = follower.follow(at(0.65), 100);
    expect(first?.parameter).toBe('compactAt');
    const steps = follower.follow(at(0.4), 200);
    const direct = new ChangeFollower();
    direct.follow(at(0.7), 0);
    expect(steps).toEqual(direct.follow(at(0.4), 100));
    expect(steps?.words.join()).toMatch(/^\d+ compactions → \d+/);
  });

  it('begins anew after a rest, and with another setting', () => {
    const follower = new ChangeFollower();
    follower.follow(at(0.7), 0);
    follower.follow(at(0.4), 100);
    expect(follower.follow(at(0.4), 9000)?.words).not.toEqual(['no call differs']);
    expect(
      follower.follow(result(withParameter(withParameter(lane, 'compactAt', 0.4), 'archive', true)), 9100)?.parameter,
    ).toBe('archive');
    expect(follower.follow(at(0.4), 20_000)).toMatchObject({ parameter: 'archive' });
  });

  it('is nothing under another system, or where several settings moved', () => {
    const follower = new ChangeFollower();
    follower.follow(at(0.7), 0);
    expect(follower.follow(result(defaultLane('message-cap')), 10)).toBeNull();
    follower.follow(at(0.7), 20);
    expect(
      follower.follow(result(withParameter(withParameter(lane, 'compactAt', 0.4), 'keepRecent', 9)), 30),
    ).toBeNull();
    expect(follower.follow(null, 40)).toBeNull();
  });

  it('is told of pin rules as of any other setting', () => {
    const follower = new ChangeFollower();
    follower.follow(at(0.7), 0);
    const pinned = { ...at(0.4), lane: withPinRule(withParameter(lane, 'compactAt', 0.7), user) };
    expect(follower.follow(pinned, 100)).toMatchObject({ parameter: 'pinRules' });
  });

  /** A rule whose pins hold nothing but themselves. */
  function alone(fits: number, pinned: number, tokens: number) {
    return { fits, pinned, tokens, held: { messages: pinned, tokens } };
  }

  it.each([
    [alone(0, 0, 0), null, 'Fits 0 messages.'],
    [alone(1, 0, 0), null, 'Fits 1 message, which has not come yet at call 12.'],
    [alone(3, 0, 0), 1, 'Fits 3 messages, which have not come yet at call 12.'],
    [alone(1, 1, 900), null, 'Fits 1 message; pins 1 at call 12, 900 tokens.'],
    [
      { ...alone(1, 1, 2013), held: { messages: 5, tokens: 6047 } },
      null,
      'Fits 1 message; pins 1 at call 12; holds 5, 6,047 tokens with its tool group.',
    ],
    [
      { ...alone(9, 3, 30), held: { messages: 6, tokens: 61 } },
      null,
      'Fits 9 messages; pins 3 at call 12; holds 6, 61 tokens with their tool groups; 6 come later.',
    ],
    [alone(60, 48, 1234), null, 'Fits 60 messages; pins 48 at call 12, 1,234 tokens; 12 come later.'],
    [alone(60, 2, 1), 2, 'Fits 60 messages; pins the latest 2 at call 12, 1 token.'],
  ])('a rule that comes to %j, keeping %j, is told in words', (totals, latest, words) => {
    expect(pinWords(totals, latest, 11)).toBe(words);
  });

  it('and pinned counts are those of the window at the cursor', () => {
    const totals = pinTotals(
      { ...at(0.7).run, pinRules: [{ id: 'mine', name: '', latest: 2, messages: Int32Array.from([0, 2, 4, 58]) }] },
      {
        call: 3,
        items: Int32Array.from([0, 2, 4]),
        state: Uint8Array.from([4, 1, 1]),
        cost: Int32Array.from([9, 20, 30]),
      } as never,
      null,
    );
    expect(totals.get('mine')).toEqual(alone(4, 2, 50));
  });
});

describe('rules in the lane', () => {
  it('are put in order, changed, removed, and come along to another system that has pins', () => {
    const other = { ...user, id: 'other' };
    let lane = withPinRule(withPinRule(defaultLane(), user), other);
    lane = withPinRuleMoved(lane, 'other', -1);
    expect(pinRulesOf(lane).map(({ id }) => id)).toEqual(['other', 'mine']);
    lane = withPinRule(lane, { ...user, on: false });
    expect(pinRulesOf(withoutPinRule(lane, 'other'))).toEqual([{ ...user, on: false }]);
    expect(pinRulesOf(withSystem(lane, 'three-phase'))).toEqual(pinRulesOf(lane));
    expect(hasPinRules(withSystem(lane, 'context-manager'))).toBe(false);
  });

  it('that name a message follow it through an edit', () => {
    const lane = withPinRule(withPinRule(defaultLane(), { ...user, match: { message: 2 } }), {
      ...user,
      id: 'gone',
      match: { message: 1 },
    });
    const after = laneAfterEdit(lane, Int32Array.from([0, -1, 1]));
    expect(pinRulesOf(after)).toEqual([{ ...user, match: { message: 1 } }]);
  });
});

describe('rules made from an example', () => {
  it('run from the message alone to everything like it, and each can work', () => {
    const made = ruleLike({ message: 7, role: 'assistant', tools: ['TodoWrite'], text: '', tokens: 1234 });
    expect(made.map(({ label }) => label)).toEqual([
      'This message',
      'The current plan',
      'The latest result of TodoWrite',
      'Every call and result of TodoWrite',
      'Every assistant message',
      'Assistant messages of 1,200 tokens or more',
    ]);
    for (const { rule } of made) expect(pinRuleProblems([withId(rule, [])])).toEqual([]);
  });

  it('take the beginning of a text, cut between words and never inside a character', () => {
    const [, second] = ruleLike({
      message: 0,
      role: 'user',
      tools: [],
      text: `${'long '.repeat(30)}\nnext`,
      tokens: 3,
    });
    expect(second?.rule.match.text).toMatch(/^(long )+long$/);
    const [, emoji] = ruleLike({ message: 0, role: 'user', tools: [], text: '😀'.repeat(100), tokens: 3 });
    expect(emoji?.rule.match.text).toBe('😀'.repeat(60));
  });

  it('have ids of their own', () => {
    const first = withId(user, []);
    const second = withId(user, [first, { ...user, id: 'rule-3' }]);
    expect(second.id).not.toBe(first.id);
    expect(second.id).not.toBe('rule-3');
  });
});

describe('what is wrong with a lane', () => {
  it('is the same list while it is the same lane, and another one once a setting is', () => {
    const lane = withParameter(defaultLane(), 'window', 10);
    const problems = laneProblems(lane);
    expect(problems).not.toEqual([]);
    expect(laneProblems(lane)).toBe(problems);
    expect(laneProblems(withParameter(lane, 'window', 128_000))).toEqual([]);
  });
});

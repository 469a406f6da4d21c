/** Probes asked of small runs: each state, the moment of loss and the decision that took the last holder. */

import { describe, expect, it } from 'vitest';
import { fateAt } from '@/lib/engine/ledger';
import { DECISIONS, State } from '@/lib/engine/run';
import { probeScore } from '@/lib/probes/evaluate';
import { messagesFrom } from '../fixtures/transcript-text';
import { replayed } from '../systems/support';
import { asked, probe } from './support';

const drawn = messagesFrom(`
  system:    You fix bugs.
  user:      Deploy to Staging, never to production.
  assistant: I look. -> run#c1({"command":"kubectl get pods"})
  tool c1:   pod-7 is down on port 8443
  assistant: One pod is down.
  user:      Why?
  assistant: It ran out of memory.
  user:      Restart it.
  assistant: Done.
`);
/** Keeps the newest four messages and the instructions; what leaves is gone. */
const capped = () => replayed('message-cap', drawn, { config: { maxMessages: 4 }, guards: false });
const none = () => replayed('none', drawn);

describe('a run that forgets nothing', () => {
  it('holds every text and message, in any case unless asked otherwise', async () => {
    const results = await asked(
      none(),
      probe({ text: 'staging' }),
      probe({ text: 'staging', case: true }),
      probe({ regex: 'port [0-9]{4}', at: 3 }),
      probe({ message: 1 }),
      probe({ text: 'run({"command":"kubectl' }),
    );
    expect(results.map(({ state, passes }) => `${state} ${passes}`)).toEqual([
      'held true',
      'unsaid false',
      'held true',
      'held true',
      'held true',
    ]);
    expect(results[0]).toMatchObject({ call: 4, holder: 1, loss: null });
  });

  it('has not heard what is said later, and has no call after the last', async () => {
    const results = await asked(
      none(),
      probe({ text: '8443', at: 1 }),
      probe({ text: '8443', at: 2 }),
      probe({ text: '8443', at: { from: 1, to: 1 } }),
      probe({ text: '8443', at: { from: 1, to: 'end' } }),
      probe({ text: '8443', at: 6 }),
      probe({ message: 99 }),
    );
    expect(results.map(({ state, call }) => `${state} ${call}`)).toEqual([
      'unsaid 0',
      'held 1',
      'unsaid 0',
      'held 4',
      'beyond -1',
      'unsaid 4',
    ]);
  });
});

describe('loss', () => {
  it('names the call and the decision that took the last holder', async () => {
    const outcome = capped();
    const [lost, held] = await asked(outcome, probe({ text: 'staging' }), probe({ text: 'staging', at: 2 }));
    expect(held).toMatchObject({ state: 'held', passes: true, call: 1 });
    expect(lost).toMatchObject({ state: 'lost', passes: false, call: 4, loss: { item: 1 } });
    const { decision = -1, call = -1 } = lost?.loss ?? {};
    expect(DECISIONS[outcome.run.decisions.kind[decision] as number]).toBe('evicted');
    expect(outcome.run.decisions.call[decision]).toBe(call);
  });

  it('in a range is the first call at which it is gone', async () => {
    const [result] = await asked(capped(), probe({ text: 'staging', at: { from: 1, to: 'end' } }));
    const [single] = await asked(capped(), probe({ text: 'staging' }));
    expect(result?.state).toBe('lost');
    expect(result?.call).toBe(single?.loss?.call);
    expect(result?.loss).toEqual(single?.loss);
  });
});

describe('a message that a summary stood for until that went too', () => {
  /** Messages of 15 tokens each, in a window that soon holds one summary and no second. */
  const long = Array.from({ length: 24 }, (_, at) => ({
    role: at % 2 === 0 ? ('user' as const) : ('assistant' as const),
    content: `line ${at} `.padEnd(40, 'x'),
  }));
  const config = { window: 120, ratio: 1, reserveCompletion: 0, keepRecent: 2, maxSpan: 4, pinFirstUser: false };
  const managed = () => replayed('managed-window', long, { config, guards: true, summarizer: () => 'short' });

  it('is lost word for word first, and gone with the summary: the definition is kept, both moments are told', async () => {
    const outcome = managed();
    const { run } = outcome;
    const [strict, weak] = await asked(outcome, probe({ message: 0 }), probe({ message: 0, where: 'anywhere' }));
    expect(strict).toMatchObject({ state: 'lost', passes: false, loss: { item: 0 }, gone: { item: -1 } });
    const { loss, gone } = strict ?? {};
    expect(fateAt(run, 0, loss?.call ?? -1).state).toBe(State.summarised);
    expect(fateAt(run, 0, (gone?.call ?? 0) - 1).state).toBe(State.summarised);
    expect(fateAt(run, 0, gone?.call ?? -1).state).toBe(State.evicted);
    // Who takes a summary for it loses it where the summary goes, and nothing goes after that.
    expect(weak).toMatchObject({ state: 'lost', loss: gone, gone: null });
    const [early] = await asked(outcome, probe({ message: 0, at: gone?.call ?? -1 }));
    expect(early).toMatchObject({ state: 'summary', passes: false, loss, gone: null });
  });
});

describe('what cannot be read', () => {
  it('is told at its own probe with the place, and the others are asked', async () => {
    const results = await asked(none(), probe({ id: 'a', regex: '(?=x)' }), probe({ id: 'b', text: 'Staging' }));
    expect(results[0]).toMatchObject({ state: 'unreadable', passes: false, error: { at: 0 } });
    expect(results[0]?.error?.problem).toContain('linear time');
    expect(results[1]).toMatchObject({ id: 'b', passes: true, error: null });
  });
});

describe('the score', () => {
  it('is held / all, and 1 where nothing is asked', async () => {
    const results = await asked(
      capped(),
      probe({ text: 'Done' }),
      probe({ message: 7 }),
      probe({ text: 'staging' }),
      probe({ text: 'never said at all' }),
    );
    expect(probeScore(results)).toEqual({ all: 4, held: 2, inSummary: 0, lost: 1, other: 1, score: 0.5 });
    expect(probeScore([]).score).toBe(1);
  });
});

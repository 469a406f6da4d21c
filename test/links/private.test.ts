/** What goes out: without the transcript no text of it, anywhere in the link; and every word of the user's is told beforehand. */

import { inflateSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortTitle } from '@/lib/importers/titles';
import { encodeLink } from '@/lib/links/codec';
import type { LinkContents } from '@/lib/links/contents';
import { describeLink } from '@/lib/links/describe';
import { prepareLink } from '@/lib/links/prepare';
import { wordsOf } from '@/lib/links/words';
import { parseScenario, type Scenario } from '@/lib/scenario/scenario';
import { chars4 } from '@/lib/tokenizers/chars4';
import { anyScenario, wordyScenario } from './arbitrary';

/** What a link holds, unpacked by other means than ours. */
async function inside(contents: LinkContents): Promise<string> {
  const { fragment } = await encodeLink(contents);
  return inflateSync(Buffer.from(fragment.slice('#p1.'.length), 'base64url')).toString('utf8');
}

/** Words that stand nowhere else. */
const secret = fc.stringMatching(/^QZX[a-z]{6,12}XZQ$/);
const secretText = fc.array(secret, { minLength: 1, maxLength: 4 }).map((words) => words.join(' '));

describe('a link without the transcript', () => {
  it.each(['settings', 'structure'] as const)('of %s has not one word of it', async (kind) => {
    await fc.assert(
      fc.asyncProperty(anyScenario(secretText), async (scenario) => {
        const { messages } = scenario.transcript;
        const first = messages.find(({ content }) => content)?.content;
        const titled = { ...scenario, title: first ? shortTitle(first) : 'own' };
        const { contents } = prepareLink(titled, kind === 'settings' ? { kind } : { kind, counter: chars4 });
        const text = await inside(contents);
        const words = new Set(JSON.stringify(scenario.transcript).match(/QZX[a-z]+XZQ/g));
        expect([...words].filter((word) => text.includes(word))).toEqual([]);
        if (kind === 'settings') expect(text).not.toMatch(/QZX|XZQ/);
      }),
      { seed: 5, numRuns: 200 },
    );
  });

  it('carries of it a fingerprint, a number and the pins, and in the transcript itself nothing but structure', async () => {
    const scenario = wordyScenario();
    const settings = JSON.parse(await inside(prepareLink(scenario, { kind: 'settings' }).contents));
    expect(Object.keys(settings)).toEqual(['kind', 'fingerprint', 'messages', 'pins', 'scenario']);
    expect([settings.messages, settings.pins]).toEqual([4, [0]]);
    expect(settings.scenario).not.toHaveProperty('transcript');
    const { contents } = prepareLink(scenario, { kind: 'structure', counter: chars4 });
    const { messages } = contents.scenario.transcript;
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'tool', 'assistant']);
    expect(messages[1]?.tool_calls?.[0]?.function.name).not.toBe('look');
    // What the settings look for stays where it stands, so that they find it there.
    expect(messages[0]?.content).toMatch(/On second thought, the plan is/);
    expect(messages[0]?.content).not.toMatch(/nest|first/);
  });

  it('leaves a title behind that was made from it, and says so; one that is given goes', () => {
    const base = wordyScenario();
    const left = 'The title stays here: its words are from the transcript.';
    const titled = (title: string) => prepareLink({ ...base, title }, { kind: 'settings' });
    for (const title of ['Mend the nest. On second…', 'the plan is to look', 'Two eggs and a']) {
      expect([titled(title).contents.scenario.title, titled(title).notes]).toEqual(['', [left]]);
    }
    expect(titled('Night heron').contents.scenario.title).toBe('Night heron');
    expect(prepareLink(base, { kind: 'settings', title: 'Mend the nest.' }).contents.scenario.title).toBe(
      'Mend the nest.',
    );
  });

  it('says where filler cannot be looked through', () => {
    const scenario = wordyScenario();
    const json = JSON.parse(JSON.stringify(scenario));
    json.lanes[0].config.pinRules.push({ id: 'x', name: 'Eggs', on: true, match: { regex: 'egg+' }, keep: 'all' });
    const read = parseScenario(json, { file: 'a.json' }).scenario;
    expect(prepareLink(read, { kind: 'structure', counter: chars4 }).notes).toEqual([
      '“Eggs” looks for an expression, and filler has nothing that it fits.',
    ]);
  });
});

describe('the words of the user', () => {
  it('are listed each with its place', () => {
    expect(wordsOf(prepareLink(wordyScenario(), { kind: 'settings' }).contents)).toEqual([
      { where: 'title', text: 'Night heron' },
      { where: 'lanes[0].name', text: 'tight window' },
      { where: 'lanes[0].config.correctionMarkers[0]', text: 'on second thought' },
      { where: 'lanes[0].config.pinRules[0].id', text: 'plan' },
      { where: 'lanes[0].config.pinRules[0].name', text: 'The plan' },
      { where: 'lanes[0].config.pinRules[0].match.text', text: 'the plan is' },
      { where: 'lanes[0].summarizer.text', text: 'What happened: {n}' },
      { where: 'lanes[1].config.state, a name', text: 'goal' },
      { where: 'lanes[1].config.state.goal', text: 'mend the nest' },
    ]);
  });

  it('and of probes too', () => {
    const json = JSON.parse(JSON.stringify(wordyScenario()));
    json.probes = [{ id: 'eggs', name: 'The eggs', text: 'two eggs' }];
    const { scenario } = parseScenario(json, { file: 'a.json' });
    const { contents } = prepareLink(scenario, { kind: 'settings' });
    const texts = wordsOf(contents).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['eggs', 'The eggs', 'two eggs']));
  });

  it('are all there: no text of any settings goes out unlisted', async () => {
    await fc.assert(
      fc.asyncProperty(anyScenario(secretText), async (scenario) => {
        const { contents } = prepareLink(scenario, { kind: 'settings' });
        const listed = new Set(wordsOf(contents).map(({ text }) => text));
        const payload = JSON.parse(await inside(contents));
        const ours =
          /^(settings|chars4|words|managed-window|none|three-phase|rolling-summary|context-manager|message-cap|extractive|fixed|drop|all|user|end|verbatim|openai|custom)?$/;
        const unlisted: string[] = [];
        JSON.stringify(payload.scenario, (_, value) => {
          if (typeof value === 'string' && !listed.has(value) && !ours.test(value)) unlisted.push(value);
          return value;
        });
        expect(unlisted).toEqual([]);
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});

describe('with the transcript', () => {
  const rules = { kinds: new Set(['email'] as const), texts: ['feather'], matchers: [] };

  it('a redaction goes over texts and title, and says what it replaced', async () => {
    const base = wordyScenario();
    const scenario: Scenario = { ...base, title: 'For ann@example.org' };
    const { contents, replacements } = prepareLink(scenario, { kind: 'transcript', redaction: rules });
    expect(await inside(contents)).not.toMatch(/ann@|feather/);
    expect(replacements.map(({ found }) => found).sort()).toEqual(['ann@example.org', 'feather']);
  });

  it('it is said where the settings hold what the transcript does not any more', () => {
    const base = wordyScenario();
    const [lane] = base.lanes;
    const lanes = [{ ...(lane as NonNullable<typeof lane>), name: 'feather lane' }];
    const { notes } = prepareLink({ ...base, lanes }, { kind: 'transcript', redaction: rules });
    expect(notes).toEqual(['lanes[0].name holds something that is replaced in the transcript; here it goes out.']);
  });
});

describe('the preview', () => {
  it('tells everything that is in a link, on both sides alike', () => {
    const { contents } = prepareLink(wordyScenario(), { kind: 'settings' });
    expect(describeLink(contents, { bytes: 512 })).toEqual({
      kind: 'settings',
      title: 'Night heron',
      counter: 'chars4',
      lanes: [
        {
          name: 'tight window',
          system: 'managed-window',
          settings: ['window', 'correctionMarkers', 'explicit', 'pinRules'],
          guardsOff: [expect.any(String)],
          summarizer: 'fixed',
        },
        {
          name: 'Rolling summary',
          system: 'rolling-summary',
          settings: ['state'],
          guardsOff: [],
          summarizer: 'extractive',
        },
      ],
      probes: 0,
      prices: [],
      messages: 4,
      toolSchemas: 0,
      pins: 1,
      tokens: null,
      bytes: 512,
      lines: expect.any(Array),
    });
  });

  it('says in sentences what the transcript comes to', () => {
    const lines = (kind: 'settings' | 'transcript') =>
      describeLink(prepareLink(wordyScenario(), { kind }).contents, { counter: chars4, bytes: 1234 }).lines;
    expect(lines('settings')[0]).toBe('Settings only. Of the transcript: its fingerprint and that it has 4 messages.');
    expect(lines('transcript')[0]).toMatch(/^The transcript: 4 messages, \d+ tokens\.$/);
    expect(lines('transcript').slice(-2)).toEqual(['1 pin by hand.', '1,234 bytes in all.']);
    expect(lines('settings')).toContain('1 pin by hand, by message number.');
  });
});

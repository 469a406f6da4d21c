/** Document 002: four strategies that combine, what must never be lost, and both of its warnings; faults shown as published. */

import { describe, expect, it } from 'vitest';
import { fateAt, windowAt } from '@/lib/engine/ledger';
import { DECISIONS, State } from '@/lib/engine/run';
import type { SummaryRequest } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { checkConfig, completeConfig, systemById } from '@/lib/systems/registry';
import { statementsIn } from '@/lib/systems/rolling-summary/state-rules';
import { messagesFrom } from '../fixtures/transcript-text';
import { brokenGroups, type Replayed, replayed } from './support';

const system = systemById('rolling-summary');

function replay(drawing: string | Message[], options: NonNullable<Parameters<typeof replayed>[2]>): Replayed {
  const config = {
    counter: 'words',
    tokenCap: 12,
    keepLatest: 2,
    summaryMarker: 'SUMMARY {summary}',
    stateMarker: 'STATE {state}',
  };
  const messages = typeof drawing === 'string' ? messagesFrom(drawing) : drawing;
  return replayed('rolling-summary', messages, { ...options, config: { ...config, ...options.config } });
}

const last = ({ run }: Replayed): number => run.calls.before.length - 1;
const texts = (outcome: Replayed): string[] => outcome.sent(last(outcome)).map((message) => message.content ?? '');
const kinds = ({ run }: Replayed): string[] => Array.from(run.decisions.kind, (kind) => DECISIONS[kind] as string);

const TALK = `
  system: be brief
  user: alpha one two three
  assistant: beta one two three
  user: gamma one two three
  assistant: delta one two three
  user: epsilon`;

describe('the four strategies are switches that combine', () => {
  it('sliding window and summary: what leaves goes into the summary', () => {
    expect(texts(replay(TALK, { summarizer: 'S{n} of {count}' }))).toEqual([
      'be brief',
      'SUMMARY S1 of 2',
      'gamma one two three',
      'delta one two three',
      'epsilon',
    ]);
  });

  it('sliding window alone: what leaves is gone, abruptly', () => {
    const outcome = replay(TALK, { config: { summarisation: false } });
    expect(texts(outcome)).toEqual(['be brief', 'gamma one two three', 'delta one two three', 'epsilon']);
    expect(fateAt(outcome.run, 1, last(outcome)).state).toBe(State.evicted);
    expect(outcome.run.summarizerCalls).toBe(0);
  });

  it('summary alone: as many of the oldest go as free half of the cap', () => {
    const outcome = replay(TALK, { config: { slidingWindow: false }, summarizer: 'S' });
    expect(texts(outcome)).toEqual(['be brief', 'SUMMARY S', 'delta one two three', 'epsilon']);
  });

  it('neither: nothing leaves, and the settings say so', () => {
    const config = { slidingWindow: false, summarisation: false };
    const outcome = replay(TALK, { config });
    expect(windowAt(outcome.run, last(outcome))).toHaveLength(6);
    expect(kinds(outcome)).toEqual(['floor']);
    expect(checkConfig(system, completeConfig(system, config))[0]).toMatchObject({ severity: 'warning' });
  });

  it('retrieval brings back what matches the newest user message, and lets it go again', () => {
    const outcome = replay(
      `
      user: the login token expires after 15 minutes
      assistant: noted
      user: now the colour of buttons please make them blue
      assistant: blue it is now done
      user: when does the token expire
      assistant: soon
      user: and colour of buttons
      assistant: blue`,
      { config: { summarisation: false, keepLatest: 1, retrieval: { topK: 1 } } },
    );
    const asked = Array.from(outcome.run.calls.before).indexOf(5);
    expect(outcome.sent(asked).map((message) => message.content)).toContain('the login token expires after 15 minutes');
    expect([...windowAt(outcome.run, last(outcome))]).not.toContain(0);
    expect(kinds(outcome)).toEqual(expect.arrayContaining(['retrieved', 'released']));
  });

  it('retrieval brings whole tool groups, and none that its room does not hold', () => {
    const drawing = `
      user: start
      assistant: -> search#a({"q":"invoice"})
      tool a: invoice 4711 is overdue
      assistant: seen
      user: something else entirely with many words
      assistant: fine
      user: what about the invoice`;
    const options = { summarisation: false, keepLatest: 1, tokenCap: 8 };
    const whole = replay(drawing, { config: { ...options, retrieval: { topK: 1 } } });
    expect([...windowAt(whole.run, last(whole))]).toEqual(expect.arrayContaining([1, 2]));
    const narrow = replay(drawing, { config: { ...options, retrieval: { topK: 1, maxTokens: 3 } } });
    expect([...windowAt(narrow.run, last(narrow))]).not.toContain(1);
  });

  it('state always comes along, outside the window', () => {
    const outcome = replay(TALK, { config: { state: { goal: 'ship' } }, summarizer: 'S' });
    for (let call = 0; call <= last(outcome); call++) {
      expect(outcome.sent(call)[1]).toEqual({ role: 'system', content: 'STATE {"goal":"ship"}' });
    }
  });
});

describe('what must never be lost is kept outside the window', () => {
  it('the system prompt, however small the cap', () => {
    const outcome = replay(TALK, { config: { tokenCap: 1, keepLatest: 1 }, summarizer: null });
    for (let call = 0; call <= last(outcome); call++) expect(outcome.sent(call)[0]?.content).toBe('be brief');
  });

  it('preferences that the user states, by rules; the state of the user wins', () => {
    const outcome = replay(
      'user: region: eu\nassistant: ok\nuser: Please use port 8080. I prefer tabs\nassistant: ok\nuser: go on',
      { config: { tokenCap: 1, keepLatest: 1, extractState: true, state: { region: 'us' } }, summarizer: 'S' },
    );
    expect(texts(outcome)[0]).toBe('STATE {"region":"us","use":["port 8080"],"prefer":["tabs"]}');
    expect(kinds(outcome)).toContain('state-changed');
  });

  it.each([
    ['database: postgres', [['database', 'postgres']]],
    ['- Log level: debug', [['log level', 'debug']]],
    ['please use node 20, not 18.', [['use', 'node 20, not 18']]],
    ['I would prefer small commits', [['prefer', 'small commits']]],
    ['see https://example.org', []],
    ['because I use it', []],
    [`key: ${'x'.repeat(300)}`, []],
  ])('reads %j', (text, statements) => {
    expect(statementsIn(text)).toEqual(statements);
  });

  it('several system messages are one first message as published, and stay themselves with whole messages', () => {
    const drawing = 'system: one\nuser: go\nsystem: two';
    expect(texts(replay(drawing, { guards: false }))).toEqual(['one\n\ntwo', 'go']);
    const outcome = replay(drawing, { guards: false });
    expect(fateAt(outcome.run, 2, 0)).toMatchObject({ state: State.verbatim, insert: 0 });
    expect(texts(replay(drawing, { guards: true }))).toEqual(['one', 'two', 'go']);
  });
});

describe('the two warnings', () => {
  it('the summarizer is told what must be preserved: it gets the summary before, and the messages whole', () => {
    const requests: SummaryRequest[] = [];
    replay(`${TALK}\n  assistant: zeta one two three four\n  user: eta one two three four`, {
      summarizer: (request) => {
        requests.push(request);
        return `S${request.ordinal}`;
      },
    });
    expect(requests.map((request) => request.previous)).toEqual([null, 'S1']);
    expect(requests[0]?.messages().map((message) => message.content)).toEqual([
      'alpha one two three',
      'beta one two three',
    ]);
    expect(requests[0]?.wordLimit).toBe(200);
  });

  const GROUP = `
    user: look at both files
    assistant: -> read#a({}) -> read#b({})
    tool a: one two three four
    tool b: one two three four
    user: and`;

  it('no cut falls between a call and its result; as published it does', () => {
    const options = { config: { keepLatest: 2 }, summarizer: 'S' };
    const guarded = replay(GROUP, { ...options, guards: true });
    const published = replay(GROUP, { ...options, guards: false });
    expect(brokenGroups(guarded, last(guarded))).toEqual([]);
    expect(brokenGroups(published, last(published))).not.toEqual([]);
  });

  it('a call whose result has not come is not taken, whatever comes between', () => {
    const outcome = replay(
      `
      user: run it
      assistant: -> run#a({})
      user: one two three four five six
      user: one two three four five six
      user: one two three four five six
      tool a: done`,
      { config: { keepLatest: 1 }, summarizer: 'S' },
    );
    expect([...windowAt(outcome.run, last(outcome))].filter((item) => item >= 0)).toEqual([1, 4, 5]);
  });
});

describe('faults of the published code, and the guards against them', () => {
  it('NOTHING becomes the summary as published, and leaves it alone with the guard', () => {
    let asked = 0;
    const summarizer = () => (++asked === 1 ? 'all of it' : null);
    const drawing = `${TALK}\n  assistant: zeta one two three four\n  user: eta one two three four`;
    expect(texts(replay(drawing, { guards: false, summarizer }))[1]).toBe('SUMMARY NOTHING');
    asked = 0;
    expect(texts(replay(drawing, { guards: true, summarizer }))[1]).toBe('SUMMARY all of it');
  });

  it('a summary longer than what it replaces is refused, and the next waits until more has come in', () => {
    const long = replay(TALK, { guards: true, summarizer: 'w '.repeat(50) });
    expect(kinds(long)).toContain('summary-refused');
    expect(windowAt(long.run, last(long))).toHaveLength(6);
    const published = replay(TALK, { guards: false, summarizer: 'w '.repeat(50) });
    expect(kinds(published)).not.toContain('summary-refused');
  });

  it('keeping the latest 0 keeps everything as published: an error says why', () => {
    const outcome = replay(TALK, { guards: false, config: { keepLatest: 0 } });
    expect(windowAt(outcome.run, last(outcome))).toHaveLength(6);
    const [problem] = checkConfig(system, completeConfig(system, { keepLatest: 0 }));
    expect(problem).toMatchObject({ parameter: 'keepLatest', severity: 'error' });
  });

  it('two compactions in a row: what the first kept is in the second, and nothing is in no state', () => {
    const drawing = `${TALK}\n  assistant: zeta one two three four\n  user: eta one two three four`;
    const { run } = replay(drawing, { summarizer: 'S{n}' });
    expect(run.inserts).toHaveLength(2);
    const states = Array.from({ length: run.messageCount }, (_, message) =>
      fateAt(run, message, run.calls.before.length - 1),
    );
    expect(states.map((fate) => [fate.state, fate.insert])).toEqual([
      [State.verbatim, -1],
      ...[1, 2, 3, 4].map(() => [State.summarised, 1]),
      [State.verbatim, -1],
      [State.verbatim, -1],
      [State.verbatim, -1],
    ]);
  });

  it.each([
    [{ tokenCap: 0 }, 'tokenCap'],
    [{ state: 'goal' }, 'state'],
    [{ state: ['goal'] }, 'state'],
  ])('settings %j cannot work', (config, parameter) => {
    expect(checkConfig(system, completeConfig(system, config))).toEqual([
      expect.objectContaining({ parameter, severity: 'error' }),
    ]);
  });
});

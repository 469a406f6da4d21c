/** `compare`: what it prints in every format, the check that ends with 1, and what it says of input it cannot use. */

import { spawn } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptFrom } from '../fixtures/transcript-text';
import { captured, type Folder, newFolder } from './captured';

const { messages } = transcriptFrom(`
  system:    You keep the billing service healthy.
  user:      TASK: find out why invoices are sent twice. The ticket is INC-2291.
  assistant: Looking at the worker. -> read_file#c1({"path":"src/jobs/send.py"})
  tool c1:   def send(invoice):\\n    queue.put(invoice)  # retried on timeout after 1,720 ms
  user:      Actually, leave src/api/hooks.py alone.
  assistant: -> run_tests#c2({"path":"tests/billing"})
  tool c2:   Error: test_send_twice failed with code 1
  assistant: The retry in src/jobs/send.py puts the invoice in the queue again.
  user:      Fix it.
  assistant: Done: a unique key in src/jobs/send.py, and INC-2291 is closed. -> run_tests#c3({"path":"tests/billing"})
  tool c3:   12 passed
  assistant: All tests pass. Invoices are sent once.
`);
const lanes = [
  { name: 'everything', system: 'none', config: { window: 300 } },
  { name: 'four messages', system: 'message-cap', config: { maxMessages: 4 } },
  {
    name: '=small, "window"',
    system: 'managed-window',
    config: { window: 200, ratio: 1, reserveCompletion: 0, keepRecent: 2, maxToolTokens: 40 },
    summarizer: { kind: 'fixed', text: 'S{n} of {count}' },
  },
];
const prices = { profile: 'anthropic-5m', prices: { input: 1000, output: 5000 }, cache: { minimumTokens: 0 } };
const probes = [{ id: 'ticket', at: 'end', text: 'INC-2291' }];

let folder: Folder;
let session: string;
let lanesFile: string;
let scenario: string;
beforeAll(() => {
  folder = newFolder();
  session = folder.file('session.json', messages);
  lanesFile = folder.file('lanes.json', lanes);
  scenario = folder.file('twice.palimpsest.json', {
    palimpsest: 1,
    title: 'sent twice',
    counter: 'words',
    transcript: { messages },
    lanes,
    prices,
    probes,
  });
});
afterAll(() => folder.remove());

describe('output', () => {
  it.each([
    ['help-compare', () => ['compare', '--help']],
    ['compare', () => ['compare', scenario]],
    ['compare-lanes', () => ['compare', session, '--lanes', lanesFile, '--counter', 'chars4', '--cache', 'openai']],
    ['compare-definitions', () => ['compare', scenario, '--figures', 'recall,bill,invalid', '--definitions']],
    ['compare-csv', () => ['compare', scenario, '--format', 'csv']],
    ['compare-markdown', () => ['compare', scenario, '--format', 'markdown', '--figures', 'recall,task,bill']],
    ['compare-json', () => ['compare', scenario, '--format', 'json', '--figures', 'recall,invalid,cacheBreaks']],
    [
      'compare-failed',
      () => ['compare', scenario, '--figures', 'recall', '--fail-on', 'recall<0.9,probes<1,sentPeak>100'],
    ],
  ] as const)('%s', async (name, argv) => {
    const { code, out, error } = await captured(argv());
    const text = [out.trimEnd(), ...(error === '' ? [] : ['stderr:', error]), `exit ${code}`].join('\n');
    await expect(`${folder.without(text)}\n`).toMatchFileSnapshot(`goldens/${name}.txt`);
  });

  it('of a scenario, and of its transcript with its lanes from a file, is the same', async () => {
    const bare = folder.file('bare.palimpsest.json', { palimpsest: 1, title: 'sent twice', transcript: { messages } });
    const whole = await captured(['compare', scenario, '--format', 'json']);
    const apart = await captured(['compare', bare, '--lanes', scenario, '--format', 'json']);
    expect(apart).toEqual(whole);
  });

  it('is the same every time, and has the time of computing only where it is asked for', async () => {
    const again = await captured(['compare', scenario]);
    expect(await captured(['compare', scenario])).toEqual(again);
    expect(again.out).not.toContain('Computing');
    expect((await captured(['compare', scenario, '--timings'])).out).toContain('Computing');
  });

  it('marks what reads the same the same, also where digits that are not shown differ', async () => {
    const near = [1010, 1011, 1012, 2000].map((window) => ({ system: 'none', name: `w${window}`, config: { window } }));
    const file = folder.file('near.json', near);
    const argv = ['compare', session, '--lanes', file, '--figures', 'peakPressure'];
    const { lanes: exact } = JSON.parse((await captured([...argv, '--format', 'json'])).out);
    const values = exact.map(
      (lane: { figures: { peakPressure: { value: number } } }) => lane.figures.peakPressure.value,
    );
    expect(new Set(values).size).toBe(4);
    const row = (await captured(argv)).out.split('\n').find((line) => line.startsWith('Peak pressure')) ?? '';
    const [reading] = row.match(/[\d.]+/) ?? [];
    expect(row.split(/\s{2,}/).slice(1)).toEqual([
      `${reading} -`,
      `${reading} -`,
      `${reading} -`,
      expect.stringMatching(/^[\d.]+ \+$/),
    ]);
    const marks = exact.map((lane: { figures: { peakPressure: { mark: string } } }) => lane.figures.peakPressure.mark);
    expect(marks).toEqual(['worst', 'worst', 'worst', 'best']);
  });

  it('names lanes of the same name apart', async () => {
    const twins = folder.file('twins.json', [{ system: 'none' }, { system: 'none' }]);
    const { out } = await captured(['compare', session, '--lanes', twins, '--format', 'csv', '--figures', 'recall']);
    const rows = out.trimEnd().split('\r\n');
    expect(rows.map((row) => row.split(',').slice(0, 4))).toEqual([
      ['lane', 'system', 'recall', 'yardstick'],
      ['No memory system', 'none', '1', 'o200k_base'],
      ['No memory system (2)', 'none', '1', 'o200k_base'],
    ]);
  });

  it('bills by the model that is named, and numbers follow the price', async () => {
    const billed = async (...argv: string[]) => {
      const { out } = await captured(['compare', scenario, '--format', 'json', '--figures', 'bill', ...argv]);
      return JSON.parse(out).lanes[0].figures.bill.value as number;
    };
    const named = await captured(['compare', scenario, '--figures', 'bill', '--model', 'gpt-4o']);
    expect(named.out).toMatch(/Bill: .*\(OpenAI\), .*@pydantic\/genai-prices .* of \d{4}-\d\d-\d\d\. Cache: OpenAI/);
    // The scenario's own prices are hundreds of times those of any model.
    expect(await billed('--model', 'gpt-4o', '--provider', 'openai')).toBeLessThan((await billed()) / 50);
    // Nothing is ever taken from the first lane: a cache only saves there.
    expect(await billed()).toBeLessThan(await billed('--cache', 'none'));
  });
});

describe('the check', () => {
  it('ends with 0 where every lane keeps to it, and with 2 where a bound cannot be checked: that is no pass', async () => {
    const kept = await captured(['compare', scenario, '--fail-on', 'recall<0,overBudget>99']);
    expect([kept.code, kept.error]).toEqual([0, '']);
    const { code, error } = await captured(['compare', session, '--lanes', lanesFile, '--fail-on', 'probes<1']);
    expect([code, error]).toEqual([
      2,
      'cannot check probes<1: no lane has a number for "probes". Write probes into the scenario, or leave the bound out.',
    ]);
    const both = await captured(['compare', session, '--lanes', lanesFile, '--fail-on', 'sentPeak>=1e1,probes < 1']);
    expect(both.code).toBe(2);
    expect(both.out).toContain('Largest call');
    expect(both.error).toMatch(
      /^failed: .*: sentPeak is .*, and must not be >= 10\.\n[\s\S]*cannot check probes < 1: /,
    );
  });

  it('says lane, figure, value and bound of each that is broken, beside the table', async () => {
    const { code, out, error } = await captured(['compare', scenario, '--fail-on', 'cacheBreaks>0']);
    expect(code).toBe(1);
    expect(out).toContain('Recall');
    expect(error.split('\n')[0]).toMatch(/^failed: four messages: cacheBreaks is \d+, and must not be > 0\.$/);
    expect(error).not.toContain('everything');
  });

  it('ends a process with 1', async () => {
    const argv = [resolve('lib/cli/palimpsest.mjs'), 'compare', 'twice.palimpsest.json', '--fail-on', 'cacheBreaks>0'];
    const child = spawn(process.execPath, argv, { cwd: dirname(scenario) });
    let out = '';
    child.stdout.on('data', (chunk) => {
      out += chunk;
    });
    expect(await new Promise((done) => child.on('close', done))).toBe(1);
    expect(out).toContain('sent twice: 12 messages, 3 lanes');
  });
});

describe('unusable input', () => {
  it.each([
    [
      ['--fail-on', 'recal<1'],
      /^palimpsest compare: --fail-on: There is no figure "recal"\. The figures are peakPressure, /,
    ],
    [['--fail-on', 'recall'], /--fail-on: "recall" is no bound\. Write a figure, one of < <= > >=, and a number/],
    [['--format', 'xml'], /--format is "xml"\. Known: table, csv, markdown, json\./],
    [['--figures', 'recal'], /--figures: there is no figure "recal"\. Did you mean "recall"\?/],
    [['--counter', 'word'], /--counter is "word"\. Did you mean "words"\?/],
    [['--cache', 'antropic-5m'], /--cache is "antropic-5m"\. Did you mean "anthropic-5m"\?/],
    [['--provider', 'openai'], /--provider is given without a model\. Name one with --model\./],
    [['--model', 'no-such-model'], /there is no model "no-such-model"/],
    [['--conversation', '2'], /--conversation is 2\. .*session\.json has 1/],
    [['--lanes', 'nowhere.json'], /^nowhere\.json: There is no such file/],
  ])('%j', async (argv, message) => {
    const { code, out, error } = await captured(['compare', session, ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(message);
  });

  it.each([
    ['[', /It is no JSON .* Give a scenario, or a JSON list of lanes/],
    ['{"palimpsest": 1}', /It has no lanes\. Give a scenario, or a JSON list of lanes\./],
    ['"none"', /It has no lanes\./],
    ['[]', /lanes: It is .*not a list with a lane in it/],
    ['[{"system": "nome"}]', /lanes\[0\]\.system: .*Did you mean "none"\?/],
    ['[{"system": "managed-window", "config": {"window": 10}}]', /lanes\[0\]\.config\./],
    [
      JSON.stringify(Array.from({ length: 9 }, () => ({ system: 'none' }))),
      /It has 9 lanes\. Compare 8 at the most: leave 1 out/,
    ],
  ])('lanes of %s', async (text, message) => {
    const file = folder.file('broken.json', text);
    const { code, out, error } = await captured(['compare', session, '--lanes', file]);
    expect([code, out]).toEqual([2, '']);
    expect(folder.without(error)).toMatch(/^broken\.json: /);
    expect(error).toMatch(message);
  });

  it('standard input cannot be both', async () => {
    const { code, error } = await captured(['compare', '-', '--lanes', '-'], '[]');
    expect(code).toBe(2);
    expect(error).toContain('Standard input can be read once');
  });

  it('a probe whose expression cannot be read is told by its name', async () => {
    const probed = folder.file('probed.palimpsest.json', {
      palimpsest: 1,
      transcript: { messages },
      lanes,
      probes: [{ id: 'bad', name: 'the ticket', at: 'end', regex: '(?=x)' }],
    });
    const { code, error } = await captured(['compare', probed]);
    expect(code).toBe(2);
    expect(error).toMatch(/probed\.palimpsest\.json: .*the ticket.*linear time/);
  });
});

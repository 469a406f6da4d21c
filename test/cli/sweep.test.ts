/** `sweep`: a row for every combination, the same as `compare` says of a lane with those settings; and what it refuses. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { captured, type Folder, newFolder } from './captured';

const messages = Array.from({ length: 24 }, (_, turn): Message[] => [
  { role: 'user', content: `question ${turn} about src/file${turn % 3}.ts` },
  { role: 'assistant', content: `answer ${turn}: src/file${turn % 3}.ts ${'word '.repeat(30)}` },
]).flat();
const config = { window: 600, ratio: 1, reserveCompletion: 0, maxToolTokens: 60 };
const lane = { system: 'managed-window', config, summarizer: { kind: 'fixed', text: 'S{n}' } };

let folder: Folder;
let scenario: string;
beforeAll(() => {
  folder = newFolder();
  const whole = { palimpsest: 1, title: 'talk', counter: 'words', transcript: { messages }, lanes: [lane] };
  scenario = folder.file('talk.palimpsest.json', whole);
});
afterAll(() => folder.remove());

it('prints what compare says of each combination, the last setting changing first', async () => {
  const { code, out, error } = await captured([
    'sweep',
    scenario,
    '--param',
    'compactAt=0.5:0.7:0.1',
    '--param',
    'keepRecent=2,6',
    '--format',
    'csv',
  ]);
  expect([code, error]).toEqual([0, '']);
  const [titles = '', ...rows] = out.trimEnd().split('\r\n');
  const settings = [0.5, 0.6, 0.7].flatMap((compactAt) => [2, 6].map((keepRecent) => ({ compactAt, keepRecent })));
  const lanes = settings.map(({ compactAt, keepRecent }) => ({
    ...lane,
    name: `compactAt=${compactAt} keepRecent=${keepRecent}`,
    config: { ...config, compactAt, keepRecent },
  }));
  const file = folder.file('lanes.json', lanes);
  const figures = titles.split(',').slice(2, -4).join(',');
  const compared = await captured(['compare', scenario, '--lanes', file, '--figures', figures, '--format', 'csv']);
  expect(compared.out).toBe(out);
  expect(new Set(rows.map((row) => row.split(',').slice(2).join(','))).size).toBeGreaterThan(2);
});

it('prints a table', async () => {
  const { out } = await captured(['sweep', scenario, '--param', 'window=400,600,4000', '--figures', 'recall,sentPeak']);
  await expect(folder.without(out)).toMatchFileSnapshot('goldens/sweep.txt');
});

describe('refused', () => {
  it.each([
    [[], /no setting is given\. Write --param compactAt=0\.5:0\.9:0\.1\./],
    [['--param', 'compactAtt=1'], /there is no setting "compactAtt"\. Did you mean "compactAt"\?/],
    [['--param', 'compactAt=0.5,7'], /sweep: compactAt=7: /],
    [['--param', 'window=many'], /window cannot be "many"\. Give numbers/],
    [['--param', 'window='], /window cannot be ""\. Give numbers/],
    [['--param', 'compactAt=0:1:0.001'], /is 1001 values\. Give 256 at the most\./],
    [['--param', 'keepRecent=1:100:1', '--param', 'maxSpan=2:9:1'], /these are 800 combinations\./],
  ])('%j', async (argv, message) => {
    const { code, out, error } = await captured(['sweep', scenario, ...argv]);
    expect([code, out]).toEqual([2, '']);
    expect(error).toMatch(message);
  });
});

/** Which lanes `compare` takes: eight at the most; one that cannot run keeps a row and leaves the others alone. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { FIGURES } from '@/lib/metrics/registry';
import { captured, type Folder, newFolder } from './captured';

const messages = [
  { role: 'user', content: 'Look at src/a.py.' },
  { role: 'assistant', content: 'src/a.py is fine.' },
];
const small = { name: 'too small', system: 'managed-window', config: { window: 10 } };
const all = { name: 'all', system: 'none' };
const cap = { name: 'cap', system: 'message-cap', config: { maxMessages: 4 } };

let folder: Folder;
let session: string;
beforeAll(() => {
  folder = newFolder();
  session = folder.file('session.json', messages);
});
afterAll(() => folder.remove());

const lanesFile = (lanes: readonly object[]) => folder.file('lanes.json', lanes);
const compared = (lanes: readonly object[], ...argv: string[]) =>
  captured(['compare', session, '--lanes', lanesFile(lanes), ...argv]);

describe('a lane that cannot run', () => {
  it('has a row in its place that says so; the others are scored as without it, and it ends with 1', async () => {
    const { code, out, error } = await compared([all, small, cap], '--figures', 'recall,sentPeak');
    expect(code).toBe(1);
    expect(folder.without(error)).toMatch(
      /^cannot run: too small: lanes\.json: lanes\[1\]\.config\.\w+: No room for messages: .+ Use a larger window/,
    );
    const lines = out.split('\n');
    expect(lines[2]).toMatch(/^\s+all\s+too small\s+cap$/);
    expect(lines.find((line) => line.startsWith('Recall'))).toMatch(/^Recall +1\.00 +cannot run +1\.00$/);
    const csv = async (...lanes: object[]) => {
      const { out: text } = await compared(lanes, '--format', 'csv');
      return text.trimEnd().split('\r\n');
    };
    const [titles, first, failed, second] = await csv(all, small, cap);
    expect([titles, first, second]).toEqual(await csv(all, cap));
    expect(failed).toMatch(/^too small,managed-window,,+o200k_base,.*"Cannot run: No room for messages: /);
  });

  it('ends with 1 as well where every bound holds, and bounds are held against the others', async () => {
    const kept = await compared([small, all], '--fail-on', 'sentPeak>1000');
    expect([kept.code, kept.error.split('\n').length]).toEqual([1, 1]);
    const broken = await compared([small, all], '--fail-on', 'sentPeak>1');
    expect(broken.code).toBe(1);
    expect(broken.error).toMatch(/\nfailed: all: sentPeak is \d+/);
    expect(broken.error).not.toContain('failed: too small');
  });

  it('is an end with 2 where no lane can run', async () => {
    const { code, out, error } = await compared([small, { ...small, name: 'too' }]);
    expect([code, out]).toEqual([2, '']);
    expect(folder.without(error)).toMatch(/^lanes\.json: lanes\[0\].+\nlanes\.json: lanes\[1\]/);
  });

  it('is none of the business of a sweep of another', async () => {
    const argv = ['sweep', session, '--param', 'maxMessages=2,4', '--lanes'];
    const { code, error } = await captured([...argv, lanesFile([cap, small])]);
    expect([code, error]).toEqual([0, '']);
    expect((await captured([...argv, lanesFile([small, cap])])).code).toBe(2);
  });
});

describe('eight lanes', () => {
  const many = (count: number) => Array.from({ length: count }, (_, at) => ({ ...all, name: `lane ${at + 1}` }));

  it('are compared, nine are refused with what to do', async () => {
    expect((await compared(many(8), '--figures', 'recall')).code).toBe(0);
    const { code, out, error } = await compared(many(9));
    expect([code, out]).toEqual([2, '']);
    expect(folder.without(error)).toBe(
      'lanes.json: It has 9 lanes. Compare 8 at the most: leave 1 out, or give them in another --lanes file.',
    );
  });

  it('are no limit to a sweep, which takes the first', async () => {
    const argv = ['sweep', session, '--lanes', lanesFile([cap, ...many(9)]), '--param', 'maxMessages=2,4'];
    expect((await captured(argv)).code).toBe(0);
  });
});

describe('definitions without a file', () => {
  it('are those of every figure, or of the figures that are asked for', async () => {
    const { code, out, error } = await captured(['compare', '--definitions']);
    expect([code, error]).toEqual([0, '']);
    const [title, ...lines] = out.trimEnd().split('\n');
    expect(title).toBe('Figures:');
    expect(lines).toEqual(FIGURES.map(({ label, id, definition }) => `  ${label} (${id}): ${definition}`));
    const few = await captured(['compare', '--definitions', '--figures', 'recall,bill']);
    expect(few.out.split('\n').map((line) => line.split(':')[0])).toEqual([
      'Figures',
      '  Bill (bill)',
      '  Recall (recall)',
      '',
    ]);
  });

  it('need no file, which everything else does', async () => {
    const { code, error } = await captured(['compare', '--figures', 'recall']);
    expect(code).toBe(2);
    expect(error).toContain('no file is given');
  });
});

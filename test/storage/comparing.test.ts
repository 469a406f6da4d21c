/** Runs compared in words, entries found by words, and stored ledgers held against what the engine really makes. */
import { describe, expect, it } from 'vitest';
import { type RunMaker, runDifferences } from '@/lib/storage/run-differences';
import { faultOf, PACK } from '@/lib/storage/schemas';
import { searchEntries } from '@/lib/storage/search';
import { fromJson, toJson } from '@/lib/storage/wire';
import { vectorRuns } from '../metrics/generated';
import { lane } from './library-fixtures';

const maker = (change: Partial<RunMaker['settings']> = {}, rest: Partial<RunMaker> = {}): RunMaker => ({
  engine: '0.1.0',
  fingerprint: 'abc',
  settings: { lanes: [lane()], yardstick: 'chars4', probes: [], prices: {}, ...change },
  ...rest,
});
const texts = (old: RunMaker, now: RunMaker) => runDifferences(old, now).map(({ what, text }) => `${what}: ${text}`);

describe('what is different between two runs', () => {
  it('is nothing where the same made them, in whatever order fields stand', () => {
    expect(runDifferences(maker(), maker())).toEqual([]);
    const one = maker({ lanes: [lane('a', { x: 1, y: { p: 1, q: [2] } })], prices: { a: 1, b: 2 } });
    const other = maker({ lanes: [lane('a', { y: { q: [2], p: 1 }, x: 1 })], prices: { b: 2, a: 1 } });
    expect(runDifferences(one, other)).toEqual([]);
  });

  it('is said of engine, transcript and settings, in this order', () => {
    const now = maker({ lanes: [lane('lane-1', { window: 2000 })] }, { engine: '0.2.0', fingerprint: 'def' });
    expect(texts(maker(), now)).toEqual([
      'engine: Engine 0.1.0 → 0.2.0: figures may differ because the program does.',
      'transcript: The transcript is another one.',
      'settings: Lane 1, managed-window: window 1000 → 2000',
    ]);
    const patch = { id: 'p', splices: [] };
    expect(texts(maker(), maker({ edits: [patch] }, { fingerprint: 'def' }))).toEqual([
      'transcript: The transcript was edited since.',
    ]);
  });

  it('names lanes that came, went, changed their system, guards or summarizer', () => {
    const [first, second] = [lane('a'), { ...lane('b'), name: 'Mine' }];
    const changed = {
      ...first,
      lane: { ...first.lane, guards: { all: false }, summarizer: { kind: 'fixed', text: 'x' } },
    };
    const other = { ...second, lane: { ...second.lane, system: 'none' } };
    expect(texts(maker({ lanes: [first, second] }), maker({ lanes: [other, changed, lane('c')] }))).toEqual([
      'settings: Lane 1, Mine: system managed-window → none',
      'settings: Lane 2, managed-window: guard all on → off',
      'settings: Lane 2, managed-window: summarizer extractive → fixed',
      'settings: Lane 3, managed-window: new',
    ]);
    expect(texts(maker({ lanes: [first, second] }), maker({ lanes: [first] }))).toEqual([
      'settings: Lane 2, Mine: removed',
    ]);
  });

  it('shows values where they are short, and numbers of lists', () => {
    const config = (value: unknown) => maker({ lanes: [lane('a', { value })] });
    const line = (old: unknown, now: unknown) => texts(config(old), config(now))[0]?.split(': ').at(-1);
    expect(line(true, false)).toBe('value on → off');
    expect(line([1], [1, 2, 3])).toBe('value 1 → 3');
    expect(line([1], [2])).toBe('value [1] → [2]');
    expect(line(undefined, 'x')).toBe('value none → x');
    expect(line('x', 'y'.repeat(50))).toBe('value changed');
    expect(texts(maker(), maker({ yardstick: 'words', probes: [{}], prices: { a: 1 } }))).toEqual([
      'settings: Sent tokens counted with chars4 → words',
      'settings: Probes: none → 1',
      'settings: Prices changed',
    ]);
  });

  it('is called as the page calls it', () => {
    const naming = { lane: () => 'Left', parameter: (_system: string, name: string) => name.toUpperCase() };
    const now = maker({ lanes: [lane('lane-1', { window: 5 })] });
    expect(runDifferences(maker(), now, naming)[0]?.text).toBe('Left: WINDOW 1000 → 5');
  });
});

describe('search', () => {
  const entries = [
    { title: 'Größe über alles', tags: ['thrash', 'demo'] },
    { title: 'Demo run', name: 'agent.jsonl', systems: ['rolling-summary'] },
    { title: 'Nothing' },
  ];
  const found = (query: string) => searchEntries(entries, query).map(({ title }) => title);

  it('finds every word anywhere, whatever its case and accents', () => {
    expect(found('')).toHaveLength(3);
    expect(found('GROSSE')).toEqual([]);
    expect(found('uber größ')).toEqual(['Größe über alles']);
    expect(found('demo')).toEqual(['Größe über alles', 'Demo run']);
    expect(found('demo rolling')).toEqual(['Demo run']);
    expect(found('AGENT.jsonl')).toEqual(['Demo run']);
  });

  it('takes # for a whole tag', () => {
    expect(found('#demo')).toEqual(['Größe über alles']);
    expect(found('#dem')).toEqual([]);
    expect(found('#')).toHaveLength(3);
  });
});

describe('ledgers', () => {
  it('of every golden run fit the shape that is asked of stored ones, and survive the file', () => {
    let looked = 0;
    for (const { name, run } of vectorRuns()) {
      expect(faultOf(PACK, { run: 'r', packed: [run, null] }), name).toBeNull();
      if (looked++ % 25 === 0) expect(fromJson(toJson([run])), name).toEqual([run]);
    }
    expect(looked).toBeGreaterThan(20);
  });

  it('with a column gone, cut or of another kind do not fit', () => {
    const [first] = vectorRuns();
    if (!first) throw new Error('no golden runs');
    const { run } = first;
    const broken = [
      { ...run, calls: { ...run.calls, tokens: run.calls.tokens.slice(1) } },
      { ...run, arrivals: { ...run.arrivals, cost: [...run.arrivals.cost] } },
      { ...run, decisions: { ...run.decisions, amount: undefined } },
      { ...run, messageHead: new Int32Array(0) },
      { ...run, inserts: [null] },
      { ...run, pinRules: undefined },
    ];
    for (const one of broken)
      expect(faultOf(PACK, { run: 'r', packed: [one] })).toBe('packed.0 is an object, not a run.');
  });
});

/** The checks of the rules see a fault that is put into a sound run: each column that carries the ledger is bent once. */

import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { violationsOf } from '@/lib/engine/invariants';
import { windowAt } from '@/lib/engine/ledger';
import { DECISIONS, type Run } from '@/lib/engine/run';
import type { Subject } from '@/lib/engine/violation';
import { arbitraryCase, guarded, replayed } from '../fixtures/arbitrary-lane';

const kindsOf = (run: Run) => Array.from(run.decisions.kind, (kind) => DECISIONS[kind]);
let sound: Subject;

beforeAll(() => {
  const subjects = fc.sample(arbitraryCase(guarded), { seed: 44, numRuns: 300 }).map((given) => replayed(given));
  const found = subjects.find(({ run }) => {
    const kinds = kindsOf(run);
    return (
      kinds.includes('evicted') && kinds.includes('truncated') && run.inserts.length > 1 && run.messageHead[0] !== -1
    );
  });
  if (!found) throw new Error('no run to break');
  sound = found;
});

describe('the checks see a fault', () => {
  /** Rules that a copy of the run breaks after a change. */
  function faults(change: (run: Run) => void): string[] {
    const run = structuredClone(sound.run);
    change(run);
    return [...new Set(violationsOf({ ...sound, run }).map((one) => one.rule))];
  }
  const at = (run: Run, kind: (typeof DECISIONS)[number]) => kindsOf(run).indexOf(kind);
  const bump = (column: Int32Array, position: number, by = 1) => {
    column[position] = (column[position] as number) + by;
  };

  it('sees none in the run as it is', () => expect(faults(() => {})).toEqual([]));
  it('R2: a message that arrives at another call', () =>
    expect(faults((run) => bump(run.arrivals.call, 3))).toContain('R2'));
  it('R3: an item too many', () => expect(faults((run) => bump(run.calls.items, 2))).toContain('R3'));
  it('R5: a decision that names another item', () =>
    expect(faults((run) => bump(run.decisions.last, at(run, 'evicted')))).toContain('R5'));
  it('R6: a call that reports other tokens', () => expect(faults((run) => bump(run.calls.tokens, 4))).toContain('R6'));
  it('R7: a message that costs other tokens', () => {
    const rules = faults((run) => {
      bump(run.arrivals.cost, 0);
    });
    expect(rules).toContain('R7');
  });
  it('R17: a summary that weighs more than it says', () =>
    expect(faults((run) => bump(run.decisions.after, at(run, 'compacted')))).toContain('R17'));
  it('R19: a summary that stands for more', () =>
    expect(
      faults((run) => {
        const insert = run.inserts[0];
        if (insert) insert.covers++;
      }),
    ).toContain('R19'));
  it('R15: another limit', () =>
    expect(
      faults((run) => {
        run.limit--;
      }),
    ).toContain('R15'));
  it('R20, R22: the newest message evicted in place of the oldest', () => {
    const rules = faults((run) => {
      const decision = at(run, 'evicted');
      const entry = run.decisions.entries[decision] as number;
      const call = run.decisions.call[decision] as number;
      const window = windowAt(run, call);
      const old = run.transitions.subject[entry] as number;
      const newest = window.at(-1) as number;
      run.transitions.subject[entry] = newest;
      run.messageHead[newest] = entry;
      if (old >= 0) run.messageHead[old] = -1;
    });
    expect(rules).toEqual(expect.arrayContaining(['R5', 'R21']));
  });
});

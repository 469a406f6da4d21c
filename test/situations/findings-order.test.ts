/** The order of findings: what costs the agent its task before what costs room, and that before what numbers hide. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Finding, FindingId, Severity } from '@/lib/metrics/findings/finding';
import { gravestFirst } from '@/lib/metrics/findings/order';
import { replayed } from '../systems/support';
import { situation, turns } from './support';

const made = (id: FindingId, severity: Severity, sentence = ''): Finding => ({
  id,
  severity,
  title: id,
  sentence,
  calls: Int32Array.of(0),
});
const ids = (findings: readonly Finding[]) => findings.map(({ id }) => id);

describe('the order of findings', () => {
  it('is by severity first, then by what is lost: task and rules, room, work done over, the estimate', () => {
    const mixed = [
      made('estimate-off', 'warning'),
      made('tool-schemas', 'note'),
      made('estimate-error', 'error'),
      made('thrash', 'warning'),
      made('floor-over-threshold', 'warning'),
      made('floor', 'error'),
      made('misses', 'warning'),
      made('recency-bias', 'warning'),
      made('task-lost', 'error'),
    ];
    expect(ids(gravestFirst(mixed))).toEqual([
      'task-lost',
      'floor',
      'estimate-error',
      'recency-bias',
      'floor-over-threshold',
      'thrash',
      'misses',
      'estimate-off',
      'tool-schemas',
    ]);
  });

  it('does not hang on the order in which they were found', () => {
    const grave = [
      made('correction-lost', 'warning'),
      made('floor-over-threshold', 'warning'),
      made('thrash', 'warning'),
    ];
    fc.assert(
      fc.property(fc.shuffledSubarray([...grave, made('estimate-off', 'warning')], { minLength: 4 }), (found) => {
        expect(ids(gravestFirst(found))).toEqual(['correction-lost', 'floor-over-threshold', 'thrash', 'estimate-off']);
      }),
      { seed: 20, numRuns: 30 },
    );
  });

  it('of a run whose pins are over a threshold: that stands before an estimate that is under', () => {
    const messages = [{ role: 'user' as const, content: 'TASK: find out why checkout is slow' }, ...turns(60)];
    const config = { ratio: 1, reserveCompletion: 0, window: 3000, keepRecent: 24, compactAt: 0.3, evictAt: 0.95 };
    const { run } = replayed('managed-window', messages, { config });
    const sent = Int32Array.from(run.calls.tokens, (tokens) => Math.round(tokens * 1.25));
    const order = ids(situation('managed-window', messages, { config, sent }).findings);
    expect(order).toContain('estimate-off');
    expect(order).toContain('floor-over-threshold');
    expect(order.indexOf('floor-over-threshold')).toBeLessThan(order.indexOf('estimate-off'));
  });
});

/** The composition: at every call, what the window itself says, part by part. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf } from '@/components/charts/frame/axis';
import { plotOf } from '@/components/charts/frame/geometry';
import { type Composition, compositionOf } from '@/components/charts/pressure/composition';
import { compositionBands } from '@/components/charts/pressure/composition-bands';
import { PARTS, type Part } from '@/components/charts/pressure/parts';
import { ASSISTANT, TOOL, USER } from '@/lib/engine/accounting';
import { windowAt } from '@/lib/engine/ledger';
import type { Run } from '@/lib/engine/run';
import { ROLES } from '@/lib/engine/transcript';
import { anyRun, runOf, TIGHT } from './runs';

/** Roles in the transcripts of these tests: instructions, then users, or a call and its result. */
function rolesOf(run: Run): Uint8Array {
  return Uint8Array.from({ length: run.messageCount }, (_, message) =>
    message === 0 ? ROLES.indexOf('system') : ([USER, ASSISTANT, TOOL][(message * 7) % 3] as number),
  );
}

const amountOf = ({ amounts, calls }: Composition, part: Part, call: number) =>
  amounts[PARTS.indexOf(part) * calls + call] as number;

describe('the composition of windows', () => {
  it('counts every item of the window at its call, and nothing else', () => {
    fc.assert(
      fc.property(anyRun, (run) => {
        const roles = rolesOf(run);
        const composition = compositionOf(run, roles);
        for (let call = 0; call < run.calls.tokens.length; call++) {
          const sums = { schemas: 0, system: 0, summaries: 0, user: 0, assistant: 0, tools: 0 };
          for (const item of windowAt(run, call)) {
            if (item >= 0) {
              const part =
                ({ [TOOL]: 'tools', [ASSISTANT]: 'assistant', [USER]: 'user' } as const)[roles[item] as 2] ?? 'system';
              sums[part] += run.arrivals.cost[item] as number;
              continue;
            }
            const insert = run.inserts[~item];
            sums[insert?.kind === 'instructions' ? 'system' : 'summaries'] += insert?.tokens ?? 0;
          }
          for (const part of PARTS) {
            if (part !== 'schemas')
              expect([call, part, amountOf(composition, part, call)]).toEqual([call, part, sums[part]]);
          }
        }
      }),
      { numRuns: 100, seed: 20250330 },
    );
  });

  it('adds up to the policy tokens of a managed window, schemas and overhead included', () => {
    const run = runOf(
      Array.from({ length: 40 }, () => ({ result: 260 })),
      { config: TIGHT },
    );
    const composition = compositionOf(run, rolesOf(run));
    for (let call = 0; call < composition.calls; call++) {
      let sum = 0;
      for (const part of PARTS) sum += amountOf(composition, part, call);
      expect(sum).toBe(run.calls.tokens[call]);
    }
  });

  it('draws a band for each part that occurs, with few points however many calls', () => {
    const calls = 20_000;
    const amounts = new Int32Array(PARTS.length * calls);
    amounts.fill(10, PARTS.indexOf('user') * calls, (PARTS.indexOf('user') + 1) * calls);
    amounts.fill(90, PARTS.indexOf('tools') * calls, (PARTS.indexOf('tools') + 1) * calls);
    const plot = plotOf({ width: 700, height: 250 }, { from: 0, to: calls - 1 }, calls - 1);
    const bands = compositionBands({ calls, amounts }, plot, axisOf(false, 0, 100, 200));
    expect(bands.map(({ part }) => part)).toEqual(['user', 'tools']);
    for (const { path } of bands) expect(path.split('L').length).toBeLessThan(4 * (plot.right - plot.left));
  });
});

/** Replays every lane of a scenario and scores it: the figures of the scoreboard, the bill against keeping everything, the probes. */

import { type Bill, bill, billed } from '../metrics/bill';
import type { BillOptions } from '../metrics/bill-prices';
import { contextWindowOf } from '../metrics/findings/early';
import { callsOf } from '../metrics/findings/finding';
import { type ProbesHeld, type Score, score } from '../metrics/score';
import { traceWindows } from '../metrics/window-trace';
import { type CompiledProbe, compileProbes } from '../probes/compile';
import { evaluateProbes, probeScore } from '../probes/evaluate';
import { probeName } from '../probes/probe';
import { completeConfig, completeGuards, systemById } from '../systems/registry';
import type { ComparedScenario } from './compare-input';
import { InputError } from './input';
import type { CommandIo } from './io';
import { type LaneOutcome, ScenarioReplay } from './replay-lane';

export interface Compared {
  scores: Score[];
  bills: Bill[];
}

/** Scores of the lanes that can run, in their order. Without `timed` no figure depends on the machine. */
export async function comparedLanes(
  { name, file, scenario, impossible }: ComparedScenario,
  options: BillOptions,
  timed: boolean,
  io: CommandIo,
): Promise<Compared> {
  const replayed = new ScenarioReplay(scenario, (message) => io.error(`warning: ${name}: ${message}`));
  const probes = await compileProbes(scenario.probes);
  const unreadable = probes.filter(({ error }) => error !== null);
  if (unreadable.length > 0) {
    throw new InputError(
      unreadable.map(
        ({ probe, error }) =>
          `${file}: the expression of probe "${probeName(probe)}" cannot be read: ${error?.problem}. ${error?.remedy}`,
      ),
    );
  }
  const baseBill = bill(await everything(replayed, scenario.counter), options);
  const scores: Score[] = [];
  const bills: Bill[] = [];
  for (const [position, lane] of scenario.lanes.entries()) {
    if (impossible.has(position)) continue;
    const outcome = await replayed.lane(lane);
    const own = bill(outcome.billed, options);
    bills.push(own);
    scores.push(
      score({
        lane: lane.name,
        system: lane.system,
        run: outcome.run,
        index: outcome.index,
        sent: outcome.sent,
        metrics: outcome.metrics,
        exchanges: outcome.exchanges,
        validity: outcome.validity,
        bill: own,
        baseBill,
        recall: outcome.recall,
        contextWindow: contextWindowOf({ config: outcome.lane.config, system: outcome.system }),
        ...(probes.length > 0 ? { probes: probesHeld(probes, outcome) } : {}),
        ...(timed ? { computeMs: outcome.computeMs } : {}),
      }),
    );
  }
  return { scores, bills };
}

function probesHeld(probes: readonly CompiledProbe[], { run, index, present }: LaneOutcome): ProbesHeld {
  const results = evaluateProbes(probes, run, index, present);
  const failed = results.filter(({ passes, call }) => !passes && call >= 0);
  return {
    total: results.length,
    held: probeScore(results).held,
    failedCalls: callsOf(failed.map(({ call }) => call)),
  };
}

/** What is billed where nothing is ever forgotten. */
async function everything(replayed: ScenarioReplay, yardstick: string) {
  const system = systemById('none');
  const lane = {
    name: system.id,
    system: system.id,
    config: completeConfig(system),
    guards: completeGuards(system),
    summarizer: { kind: 'drop' },
  } as const;
  const { counter, counts } = await replayed.count(yardstick);
  const { index } = replayed;
  const run = await replayed.run(lane);
  const trace = traceWindows(run, index, counts, counter, (item) =>
    system.present(item, run, index, lane.config, lane.guards),
  );
  return billed(run, index, counts, trace, []);
}

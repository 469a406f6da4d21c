/** Compaction long before it is needed: what is taken below 30 % of the model's window is lost for nothing. */

import { decimal, whole } from '../../engine/figures';
import { DECISIONS } from '../../engine/run';
import { callsInWords, callsOf, type Examined, type Finding, several } from './finding';

/** Share of the model's window below which nothing needs to be taken. */
export const EARLY = 0.3;

const TAKING = new Set(['compacted', 'evicted', 'reported'].map((kind) => DECISIONS.indexOf(kind as 'compacted')));

/** The model's window in tokens, where the configuration knows it. */
export function contextWindowOf({ config, system }: Pick<Examined, 'config' | 'system'>): number | null {
  if (system.unit !== 'tokens') return null;
  for (const name of ['window', 'contextWindow']) if (typeof config[name] === 'number') return config[name] as number;
  return null;
}

/** Calls at which something was taken although the window then held less than 30 % of what the model takes. */
export function earlyFinding(examined: Examined): Finding | null {
  const { run } = examined;
  const window = contextWindowOf(examined);
  if (window === null) return null;
  const calls: number[] = [];
  let least = Number.POSITIVE_INFINITY;
  for (let decision = 0; decision < run.decisions.kind.length; decision++) {
    if (!TAKING.has(run.decisions.kind[decision] as number)) continue;
    const before = run.decisions.before[decision] as number;
    if (before >= EARLY * window) continue;
    calls.push(run.decisions.call[decision] as number);
    least = Math.min(least, before);
  }
  if (calls.length === 0) return null;
  const at = callsOf(calls);
  return {
    id: 'early-compaction',
    severity: 'warning',
    title: 'Compaction where there is still room',
    sentence: `At ${callsInWords(at)} something is taken although the window holds less than 30 % of the ${whole(window)} tokens that the model takes, at the least ${whole(least)} (${decimal((100 * least) / window, 0)} %). ${several(at.length, 'call')} ${at.length === 1 ? 'loses' : 'lose'} what would have fitted.`,
    calls: at,
  };
}

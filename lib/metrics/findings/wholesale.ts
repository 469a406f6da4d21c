/** Most of the window gone at one call: a cliff that a summary, or nothing, has to make up for. */

import { counted, decimal, whole } from '../../engine/figures';
import { decisionsAt, itemsOf } from '../../engine/ledger';
import { State } from '../../engine/run';
import { callsInWords, callsOf, type Examined, type Finding } from './finding';

/** Share of a window that makes a cliff, and the fewest messages: a window of three has nothing to lose. */
const MOST = 0.6;
const FEWEST = 6;

/** Calls at which 60 % or more of the tokens, and at least six messages, leave at once. The largest in words. */
export function wholesaleFinding({ run, system }: Examined): Finding | null {
  const calls: number[] = [];
  let worst = { call: -1, share: 0, before: 0, after: 0, left: 0, short: 0 };
  let decision = 0;
  while (decision < run.decisions.call.length) {
    const call = run.decisions.call[decision] as number;
    const range = decisionsAt(run, call);
    decision = range.to;
    let before = 0;
    let left = 0;
    let short = 0;
    for (let one = range.from; one < range.to; one++) {
      let took = false;
      const first = run.decisions.entries[one] as number;
      for (const [place, item] of itemsOf(run, one).entries()) {
        if (item < 0) continue;
        const state = run.transitions.state[first + place];
        if (state === State.summarised) short++;
        else if (state !== State.evicted) continue;
        left++;
        took = true;
      }
      if (took) before = Math.max(before, run.decisions.before[one] as number);
    }
    const after = run.calls.tokens[call] as number;
    const share = before > 0 ? (before - after) / before : 0;
    if (share < MOST || left < FEWEST) continue;
    calls.push(call);
    if (share > worst.share) worst = { call, share, before, after, left, short };
  }
  if (worst.call < 0) return null;
  const at = callsOf(calls);
  const { before, after, left, short, share, call } = worst;
  const fate =
    short === 0
      ? 'nothing stands for them'
      : short === left
        ? 'a summary stands for them'
        : `${whole(short)} of them stand in a summary`;
  return {
    id: 'wholesale-loss',
    severity: short === left ? 'note' : 'warning',
    title: 'Most of the window goes at once',
    sentence: `${at.length > 1 ? `At ${callsInWords(at)} more than half of the window leaves. ` : ''}At call ${whole(call + 1)} ${decimal(share * 100, 0)} % of the window goes, from ${whole(before)} to ${whole(after)} ${system.unit}, with ${counted(left, 'message')}; ${fate}.`,
    calls: at,
  };
}

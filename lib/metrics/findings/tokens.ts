/** Where tokens go wrong: calls over the limit, requests larger than the policy believes, tool schemas that nobody counted. */

import { decimal, whole } from '../../engine/figures';
import { callsBetween, callsInWords, callsOf, type Examined, type Finding, several } from './finding';

/** Share of the limit from which tool schemas are worth a word: where the policy leaves them out, and where it counts them. */
const UNCOUNTED_SHARE = 0.05;
const COUNTED_SHARE = 0.25;

export function tokenFindings(examined: Examined, floor: Finding | null): Finding[] {
  const larger = estimateError(examined);
  const off = larger ? null : estimateOff(examined);
  return [overLimit(examined, floor), larger, off, toolSchemas(examined)].filter((one) => one !== null);
}

/** Calls whose policy tokens are over the limit, but for those at a floor. */
function overLimit({ run, system }: Examined, floor: Finding | null): Finding | null {
  const explained = new Set(floor?.calls);
  const calls: number[] = [];
  let peak = 0;
  for (let call = 0; call < run.calls.tokens.length; call++) {
    const tokens = run.calls.tokens[call] as number;
    if (tokens <= run.limit || explained.has(call)) continue;
    calls.push(call);
    peak = Math.max(peak, tokens);
  }
  if (calls.length === 0) return null;
  const at = callsOf(calls);
  return {
    id: 'over-limit',
    severity: 'error',
    title: 'Windows over the limit',
    sentence: `${several(at.length, 'window')} of ${whole(run.calls.tokens.length)} ${at.length === 1 ? 'is' : 'are'} over the limit of ${whole(run.limit)} ${system.unit}: ${callsInWords(at)}, at most ${whole(peak)} (pressure ${decimal(peak / Math.max(1, run.limit))}).`,
    calls: at,
  };
}

/** What the model takes at most: the window that is configured, else the policy's limit. */
function modelWindow({ config, run }: Examined): { tokens: number; name: string } {
  for (const name of ['window', 'contextWindow']) {
    if (typeof config[name] === 'number') return { tokens: config[name] as number, name: 'window' };
  }
  return { tokens: run.limit, name: 'limit' };
}

/** Calls whose sent tokens are over the model's window although pressure says under 1. */
function estimateError(examined: Examined): Finding | null {
  const { run, sent, system } = examined;
  if (!sent || system.unit !== 'tokens') return null;
  const { tokens: window, name } = modelWindow(examined);
  const calls: number[] = [];
  let worst = { call: -1, over: 0 };
  let ratio = 0;
  for (let call = 0; call < sent.length; call++) {
    const tokens = run.calls.tokens[call] as number;
    if (tokens > 0) ratio = Math.max(ratio, (sent[call] as number) / tokens);
    const over = (sent[call] as number) - window;
    if (over <= 0 || tokens / Math.max(1, run.limit) >= 1) continue;
    calls.push(call);
    if (over > worst.over) worst = { call, over };
  }
  if (worst.call < 0) return null;
  const at = callsOf(calls);
  const pressure = (run.calls.tokens[worst.call] as number) / Math.max(1, run.limit);
  return {
    id: 'estimate-error',
    severity: 'error',
    title: 'Larger than the policy believes',
    sentence: `At ${callsInWords(at)} the request is over the ${name} of ${whole(window)} tokens although pressure is under 1: at call ${whole(worst.call + 1)} ${whole(window + worst.over)} tokens are sent at pressure ${decimal(pressure)}. A call has up to ${decimal(ratio)} times the tokens that the policy counts.`,
    calls: at,
  };
}

/** Share by which the policy's sum may be off: under the exact one, and over it, where it only costs room. */
const UNDER = 0.1;
const OVER = 0.25;

/**
 * Policy tokens against sent tokens over all calls, tool schemas in both or in neither. Said only where it matters: an
 * estimate that is too low where half the limit is sent, one that is too high where something was taken.
 */
function estimateOff({ run, sent, system, counts }: Examined): Finding | null {
  if (!sent || system.unit !== 'tokens') return null;
  const apart = system.countsTools ? 0 : counts.tools;
  let policy = 0;
  let exact = 0;
  let peak = 0;
  const worst = { call: -1, gap: 0 };
  for (let call = 0; call < sent.length; call++) {
    const counted = (run.calls.tokens[call] as number) + apart;
    policy += counted;
    exact += sent[call] as number;
    peak = Math.max(peak, sent[call] as number);
    const gap = Math.abs((sent[call] as number) - counted);
    if (gap > worst.gap) {
      worst.gap = gap;
      worst.call = call;
    }
  }
  if (exact === 0 || worst.call < 0) return null;
  const share = policy / exact - 1;
  if (share > -UNDER && share < OVER) return null;
  const under = share < 0;
  if (under ? peak < run.limit / 2 : run.decisions.kind.length === 0) return null;
  const told = (run.calls.tokens[worst.call] as number) + apart;
  const meaning = under
    ? `A limit of ${whole(run.limit)} lets about ${whole(run.limit / (1 + share))} tokens through.`
    : `A limit of ${whole(run.limit)} is reached at about ${whole(run.limit / (1 + share))} tokens: what could stay is taken.`;
  return {
    id: 'estimate-off',
    severity: under ? 'warning' : 'note',
    title: `The estimate is ${decimal(Math.abs(share) * 100, 0)} % ${under ? 'under' : 'over'} the exact count`,
    sentence: `Over all calls the policy counts ${whole(policy)} tokens where ${whole(exact)} are sent; the widest gap is at call ${whole(worst.call + 1)}, ${whole(told)} for ${whole(sent[worst.call] as number)}. ${meaning}`,
    calls: Int32Array.of(worst.call),
  };
}

/** Tool schemas against the limit. They are part of every request. */
function toolSchemas({ run, system, counts }: Examined): Finding | null {
  if (system.unit !== 'tokens' || counts.tools === 0) return null;
  const share = counts.tools / Math.max(1, run.limit);
  if (share < (system.countsTools ? COUNTED_SHARE : UNCOUNTED_SHARE)) return null;
  const size = `${whole(counts.tools)} tokens, ${decimal(share * 100, 1)} % of the limit of ${whole(run.limit)}`;
  return {
    id: 'tool-schemas',
    severity: system.countsTools ? 'note' : 'warning',
    title: system.countsTools ? 'Tool schemas take much of the budget' : 'Tool schemas are not counted',
    sentence: system.countsTools
      ? `The tool schemas are sent with every call: ${size}.`
      : `The tool schemas are sent with every call and this policy does not count them: ${size}, come on top.`,
    calls: callsBetween(0, run.calls.before.length - 1),
  };
}

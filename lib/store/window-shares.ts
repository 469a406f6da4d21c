/** What fills a window, as tokens by part; pinned and system are those of the fit, told by the same reasons. */

import type { Run } from '../engine/run';
import { State } from '../engine/run';
import { ROLES } from '../engine/transcript';
import type { WindowView } from '../worker/protocol';
import { heldPart } from './held';

export type WindowPart = 'schemas' | 'system' | 'pinned' | 'summary' | 'tool' | 'assistant' | 'user';

export interface WindowShares {
  tokens: { [part in WindowPart]: number };
  /** Of the summaries: what stays as pinned or recent, which the fit counts there. */
  heldSummaries: number;
  /** Of the system messages: what nothing keeps. */
  looseSystem: number;
}

export function windowShares(view: WindowView, run: Pick<Run, 'inserts'>, roles: Uint8Array): WindowShares {
  const tokens = { schemas: view.toolTokens, system: 0, pinned: 0, summary: 0, tool: 0, assistant: 0, user: 0 };
  let heldSummaries = 0;
  let looseSystem = 0;
  for (let row = 0; row < view.items.length; row++) {
    const state = view.state[row];
    if (state !== State.verbatim && state !== State.truncated) continue;
    const cost = view.cost[row] as number;
    const item = view.items[row] as number;
    const held = heldPart(view, row, roles);
    const kind = item < 0 ? run.inserts[~item]?.kind : undefined;
    const role = item < 0 ? undefined : ROLES[roles[item] ?? 0];
    let part: WindowPart = 'user';
    if (item < 0 && kind !== 'state' && kind !== 'instructions') {
      part = 'summary';
      if (held) heldSummaries += cost;
    } else if (held === 'instructions' || role === 'system' || role === 'developer') {
      part = 'system';
      if (held !== 'instructions') looseSystem += cost;
    } else if (held === 'pinned') part = 'pinned';
    else if (role === 'tool' || role === 'assistant') part = role;
    tokens[part] += cost;
  }
  return { tokens, heldSummaries, looseSystem };
}

/** Facts that were used after the window had lost them, and which one hurts most. */

import { decimal, whole } from '../../engine/figures';
import type { Miss, Recalled } from '../facts/recall';
import { callsInWords, callsOf, type Finding, several } from './finding';

/** Recall under which it is worth a change, and up to which it is what the finding is called by: above, it is nearly all. */
export const POOR = 0.9;
const TELLING = 0.95;
/** Characters of a fact that a sentence carries. */
const SHOWN = 48;

export function missFinding(recalled: Recalled | undefined): Finding | null {
  if (!recalled || recalled.recall.misses.length === 0) return null;
  const { misses, uses, recall } = recalled.recall;
  const byFact = new Map<number, Miss[]>();
  for (const miss of misses) {
    const known = byFact.get(miss.fact);
    if (known) known.push(miss);
    else byFact.set(miss.fact, [miss]);
  }
  let worst: readonly Miss[] = [];
  let most = 0;
  for (const [fact, ofIt] of byFact) {
    // A name that code is full of says less than a path, a number or an id.
    const weight = ofIt.length * (recalled.facts[fact]?.kind === 'name' ? 0.4 : 1);
    if (weight <= most) continue;
    most = weight;
    worst = ofIt;
  }
  const [first] = worst;
  if (!first) return null;
  const value = [...(recalled.facts[first.fact]?.value ?? '').replace(/\s+/g, ' ')];
  const named = value.length > SHOWN ? `${value.slice(0, SHOWN).join('')}…` : value.join('');
  const often = worst.length === 1 ? '' : `, missed ${whole(worst.length)} times`;
  const since = first.lostAt < 0 ? '' : `, gone since call ${whole(first.lostAt + 1)}`;
  const at = callsOf(misses.map(({ call }) => call));
  return {
    id: 'misses',
    severity: recall < POOR ? 'warning' : 'note',
    title:
      recall <= TELLING ? `Recall is ${decimal(recall)}` : `${several(misses.length, 'use')} of something forgotten`,
    sentence: `${whole(misses.length)} of ${several(uses, 'use')} of earlier facts ${misses.length === 1 ? 'comes' : 'come'} after the window had lost ${misses.length === 1 ? 'it' : 'them'}, at ${callsInWords(at)}: “${named}” at call ${whole(first.call + 1)}${since}${often}.`,
    calls: at,
  };
}

/** Every memory system against the golden outcomes of its document, to the letter: windows, tokens, events, appends, summaries. */

import { describe, expect, it } from 'vitest';
import { SYSTEMS } from '@/lib/systems/registry';
import { outcomeOf, replayedVector, vectorsOf } from './support';

/** The baseline follows no document. */
const systems = SYSTEMS.map((system) => system.id).filter((id) => id !== 'none');

describe.each(systems)('%s', (id) => {
  it.each(vectorsOf(id).map((vector, number) => [number, vector] as const))('case %i', (_, vector) => {
    expect(outcomeOf(vector, replayedVector(vector))).toEqual(vector.expect);
  });
});

/** Fields of a Langfuse observation, in the spelling of the export or of the API. */

import { isRecord, type JsonRecord, own, ownRecord, ownString, ownWord } from './json-values';
import { unwrapped } from './trace-messages';

/** One observation as an export writes it; the API spells some fields in snake case. */
export function field(observation: JsonRecord, camel: string, snake: string): unknown {
  return own(observation, camel) ?? own(observation, snake);
}

export function typeOf(observation: JsonRecord): string {
  return (ownString(observation, 'type') ?? '').toUpperCase();
}

export function idOf(observation: JsonRecord): string {
  return ownWord(observation, 'id') ?? '';
}

export function parentOf(observation: JsonRecord): string {
  const parent = field(observation, 'parentObservationId', 'parent_observation_id');
  return typeof parent === 'string' ? parent : '';
}

export function startOf(observation: JsonRecord): string {
  return String(field(observation, 'startTime', 'start_time') ?? '');
}

/** What OpenTelemetry said of the observation, where it came that way. */
export function attributesOf(observation: JsonRecord): JsonRecord {
  const metadata = unwrapped(own(observation, 'metadata'));
  return isRecord(metadata) ? (ownRecord(metadata, 'attributes') ?? {}) : {};
}

/** The observations around one, the nearest first. */
export function around(observation: JsonRecord, byId: ReadonlyMap<string, JsonRecord>): JsonRecord[] {
  const found: JsonRecord[] = [];
  const seen = new Set([idOf(observation)]);
  for (let at = parentOf(observation); at !== '' && !seen.has(at); ) {
    seen.add(at);
    const parent = byId.get(at);
    if (!parent) break;
    found.push(parent);
    at = parentOf(parent);
  }
  return found;
}

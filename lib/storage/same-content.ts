/** Whether two records hold the same work, whatever they are called, when they were opened and how they are looked at. */

import { crc32, hexCheck, textCheck } from './crc32';
import type { StoredRun } from './database';
import type { ScenarioRecord, TranscriptRecord } from './records';
import { toJson } from './wire';

/** Bytes that are compared at a time. */
const PIECE = 1 << 20;

export async function sameBytes(one: Blob, other: Blob): Promise<boolean> {
  if (one.size !== other.size) return false;
  for (let from = 0; from < one.size; from += PIECE) {
    const [a, b] = await Promise.all(
      [one, other].map(async (blob) => new Uint8Array(await blob.slice(from, from + PIECE).arrayBuffer())),
    );
    if (!a || !b || a.length !== b.length || a.some((byte, at) => byte !== b[at])) return false;
  }
  return true;
}

/** All but their files. */
export function sameTranscript(one: TranscriptRecord, other: TranscriptRecord): boolean {
  return one.format === other.format && one.override === other.override;
}

/** What a scenario says, as text. The steps of undo are not in it: they tell how it came to be so. */
function scenarioText({ transcript, conversation, lanes, active, yardstick, probes, prices, edited }: ScenarioRecord) {
  const edits = Object.entries(edited)
    .filter(([, one]) => one.edits.length > 0)
    .map(([id, one]) => [id, one.edits])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
  return toJson([transcript, conversation, lanes, active, yardstick, probes, prices, edits]);
}

function runText({ conversation, engine, settings, fingerprint, rows, createdAt }: StoredRun): string {
  return toJson([conversation, engine, settings, fingerprint, rows, createdAt]);
}

export function sameScenario(one: ScenarioRecord, other: ScenarioRecord): boolean {
  return scenarioText(one) === scenarioText(other);
}

export function sameRun(one: StoredRun, other: StoredRun): boolean {
  return one.scenario === other.scenario && runText(one) === runText(other);
}

/** Eight digits made of the content: the same content has the same. */
export async function signatureOf(record: object): Promise<string> {
  if ('original' in record) {
    const { original } = record as TranscriptRecord;
    let crc = 0;
    for (let from = 0; from < original.size; from += PIECE) {
      crc = crc32(new Uint8Array(await original.slice(from, from + PIECE).arrayBuffer()), crc);
    }
    return hexCheck(crc);
  }
  return textCheck('edited' in record ? scenarioText(record as ScenarioRecord) : runText(record as StoredRun));
}

/** What opening a file takes in memory, known from its size before a byte of it is read. */

/** What the page can say before it opens a file: "This file is 700 MB; opening it needs about 1.5 GB." */
export interface OpeningCost {
  /** Bytes of text: of the file, or about what an archive inflates to. */
  bytes: number;
  /** Bytes of memory at the most while it is read; what stays is hardly less. */
  memory: number;
  /** Whether to ask before opening: a browser's tab may not have so much. */
  ask: boolean;
}

/**
 * Measured with `npm run bench`: reading peaks at 1.0 to 1.2 times the bytes of the file where it is plain ASCII, and at
 * 2.1 times where every message has a character outside of Latin-1, as such strings take two bytes a character.
 */
const MEMORY_PER_BYTE = 2.1;
/** JSON of sessions is compressed to between a fifth and a twelfth. */
const INFLATED_PER_BYTE = 8;
/** A gigabyte: where tabs with the transcript, its counts and its replay still fit comfortably into what browsers give. */
const ASKED_FROM = 1024 ** 3;

export function openingCost(bytes: number, gz: boolean): OpeningCost {
  const inflated = gz ? bytes * INFLATED_PER_BYTE : bytes;
  const memory = Math.round(inflated * MEMORY_PER_BYTE);
  return { bytes: inflated, memory, ask: memory > ASKED_FROM };
}

/** Says what a file would take, and waits for a word before a byte of it is read. */
export class OpeningCostError extends Error {
  override name = 'OpeningCostError';
  readonly remedy = 'Open it anyway, or split it first: one session a file.';
  readonly details: { bytes: number; memory: number };

  constructor({ bytes, memory }: OpeningCost) {
    super('The file is so large that this tab may run out of memory.');
    this.details = { bytes, memory };
  }
}

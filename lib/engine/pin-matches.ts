/** What pin rules fit, as a memory gets it: worked out beforehand, so that a replay reads no text for it. */

/** One rule that is on, with the messages that it fits. */
export interface RuleMatches {
  readonly id: string;
  readonly name: string;
  /** How many of the newest it keeps; null for all. */
  readonly latest: number | null;
  /** Per message: 1 where it fits. Filled as messages come where the index grows. */
  readonly fits: Uint8Array;
}

/** Every rule that is on, in order. */
export type PinMatches = readonly RuleMatches[];

/** What a link carries, on the way out and on the way in: the same shape, so that one preview serves both. */

import type { Scenario } from '../scenario/scenario';

/**
 * `settings`: no transcript, but its fingerprint, so that the settings find it again. `structure`: the transcript with
 * every text replaced by filler. `transcript`: the transcript itself.
 */
export const LINK_KINDS = ['settings', 'structure', 'transcript'] as const;
export type LinkKind = (typeof LINK_KINDS)[number];

/** The transcript that settings belong to, where the link does not carry it. */
export interface MeantTranscript {
  /** `fingerprintOf` its messages. */
  readonly fingerprint: string;
  /** How many messages it has. */
  readonly messages: number;
  /** Numbers of the messages that are pinned by hand, ascending. */
  readonly pins: readonly number[];
}

export interface LinkContents {
  readonly kind: LinkKind;
  /** As it goes out. In a link of settings its transcript has no messages. */
  readonly scenario: Scenario;
  /** In a link of settings, and in no other. */
  readonly meant?: MeantTranscript;
}

/** Lanes that a link may have: more than fit on a screen, and too few to choke the one who opens it. */
export const MOST_LANES = 100;
/** Bytes of JSON that a link may hold. Inflating stops there, so that a small link cannot fill the memory. */
export const MOST_BYTES = 8 * 1024 * 1024;

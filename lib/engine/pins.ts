/** Pins by rule: which messages a memory must not take, and why. Masks are bits, so that several reasons stand side by side. */

import { follow, memoise, type TranscriptIndex, USER } from './accounting';
import { isInstruction } from './items';
import type { PinKind, PinReason } from './system';

export const Pin = {
  system: 1,
  firstUser: 2,
  correction: 4,
  byHand: 8,
  recent: 16,
  inFlight: 32,
  newest: 64,
  group: 128,
  rule: 256,
  recentGroup: 512,
} as const;

/** Pins that never end once a message has them. */
export const LASTING = Pin.system | Pin.firstUser | Pin.correction | Pin.byHand;

const LABELS: readonly [number, string, string, PinKind][] = [
  [Pin.system, 'pinSystem', 'system prompt', 'pin'],
  [Pin.firstUser, 'pinFirstUser', 'first user message', 'pin'],
  [Pin.correction, 'pinCorrections', 'correction', 'pin'],
  [Pin.byHand, 'explicit', 'by hand', 'pin'],
  [Pin.recent, 'keepRecent', 'recent', 'passing'],
  [Pin.inFlight, 'inFlight', 'its result has not come yet', 'passing'],
  [Pin.newest, 'newest', 'newest group', 'passing'],
  [Pin.group, 'toolGroups', 'its tool group is pinned', 'pin'],
  [Pin.recentGroup, 'toolGroups', 'its tool group is recent', 'passing'],
];

/** The reasons in a mask, in a fixed order; null for an empty mask. */
export function pinReasons(mask: number): PinReason[] | null {
  if (mask === 0) return null;
  return LABELS.filter(([bit]) => (mask & bit) !== 0).map(([, rule, label, kind]) => ({ rule, label, kind }));
}

/** Whether a text carries a correction marker. Markers are lower case; the text is lowered here. */
export function isCorrection(text: string, markers: readonly string[]): boolean {
  const lowered = text.toLowerCase();
  return markers.some((marker) => lowered.includes(marker));
}

export interface PinRules {
  pinSystem: boolean;
  pinCorrections: boolean;
  correctionMarkers: readonly string[];
}

/**
 * Lasting pins of every message that its own role, text and hand-set pin give: system prompt, corrections, `pinned`.
 * The first user message depends on what was refused and is up to the memory. Scanned once per set of rules.
 */
export function rulePins(index: TranscriptIndex, rules: PinRules): Uint8Array {
  const markers = rules.pinCorrections ? rules.correctionMarkers.map((marker) => marker.toLowerCase()) : [];
  const key = `pins ${rules.pinSystem} ${JSON.stringify(markers)}`;
  return memoise(index.memo, key, () => {
    const { roles, transcript } = index;
    const mask = new Uint8Array(roles.length);
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        const one = transcript.messages[message];
        if (!one) continue;
        let bits = one.pinned ? Pin.byHand : 0;
        // "developer" is the newer name of the system role.
        if (rules.pinSystem && isInstruction(index, message)) bits |= Pin.system;
        if (roles[message] === USER && markers.length > 0 && isCorrection(one.content ?? '', markers)) {
          bits |= Pin.correction;
        }
        mask[message] = bits;
      }
    });
    return mask;
  });
}

/** Lasting pins by rule, and those of the settings on messages by number. */
export function withPinsByHand(index: TranscriptIndex, rules: Uint8Array, messages: readonly number[]): Uint8Array {
  const mask = new Uint8Array(rules.length);
  follow(index, (from, to) => {
    mask.set(rules.subarray(from, to), from);
    for (const message of messages) if (message >= from && message < to) (mask[message] as number) |= Pin.byHand;
  });
  return mask;
}

/** Puts the settings of a link on the transcript that the other side has loaded. */

import type { Message, Transcript } from '../engine/transcript';
import type { Scenario } from '../scenario/scenario';
import type { LinkContents } from './contents';
import { fingerprintOf } from './fingerprint';

export interface Attached {
  readonly scenario: Scenario;
  /** Whether it is the transcript that the settings were made for. The pins by hand are set only where it is. */
  readonly same: boolean;
}

export function attachTranscript({ scenario, meant }: LinkContents, transcript: Transcript): Attached {
  const same = meant !== undefined && meant.fingerprint === fingerprintOf(transcript.messages);
  if (!same) return { scenario: { ...scenario, transcript }, same };
  const pins = new Set(meant.pins);
  const messages = transcript.messages.map((message, position): Message => {
    if (pins.has(position)) return { ...message, pinned: true };
    if (!message.pinned) return message;
    const { pinned: _, ...rest } = message;
    return rest;
  });
  return { scenario: { ...scenario, transcript: { ...transcript, messages } }, same };
}

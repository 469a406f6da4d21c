/** What the page asks of the worker about links: one made of what is open, and one that came in. */

import type { EncodedLink } from '../links/codec';
import type { MeantTranscript } from '../links/contents';
import type { LinkDescription } from '../links/describe';
import type { OutgoingWord } from '../links/words';
import type { Replacement, SecretKind } from '../redaction/secrets';
import type { Scenario } from '../scenario/scenario';
import type { ScenarioProblem } from '../scenario/scenario-error';

/** A scenario without its transcript, which the worker has. */
export type SharedSettings = Omit<Scenario, 'palimpsest' | 'transcript'>;

/** What the sender chose. */
export type Sharing = {
  /** In place of the scenario's own, whatever it says. */
  readonly title?: string;
} & (
  | { readonly kind: 'settings' }
  | { readonly kind: 'structure' }
  | { readonly kind: 'transcript'; readonly redaction: SharedRedaction | null }
);

export interface SharedRedaction {
  readonly kinds: readonly SecretKind[];
  /** Texts and expressions of the user's own. */
  readonly texts: readonly string[];
  readonly expressions: readonly string[];
}

/** A link as it would go out, with everything that is in it. */
export interface Shared {
  /** Null where it is more than any link can hold. */
  readonly encoded: EncodedLink | null;
  /** Characters of a link that browsers and chats keep. */
  readonly most: number;
  /** Why there is no link. */
  readonly refused: string | null;
  readonly description: LinkDescription;
  /** Texts in it beside the messages, each with its place. */
  readonly words: readonly OutgoingWord[];
  readonly replacements: readonly Replacement[];
  readonly notes: readonly string[];
  /** Rows of dark and light modules without the quiet zone, where a phone can read it. */
  readonly code: readonly (readonly boolean[])[] | null;
}

/** A link that came in; nothing of it has been opened. */
export interface ReadLink {
  readonly description: LinkDescription;
  readonly words: readonly OutgoingWord[];
  /** What was left out, and what will not do what its author may expect. */
  readonly warnings: readonly ScenarioProblem[];
  readonly settings: SharedSettings;
  /** The transcript that settings were made for, where the link does not carry one. */
  readonly meant: MeantTranscript | null;
  /** A scenario file of all of it, where the link carries a transcript. */
  readonly file: Blob | null;
}

/** One state of the open transcript, as settings of a link may mean it. */
export interface Fingerprinted {
  readonly fingerprint: string;
  /** Numbers of the messages that carry a pin of their own. */
  readonly pins: readonly number[];
}

export interface LinkRequests {
  /** `settings` as they are for `kind`: numbers of messages in settings alone are those of the imported transcript. */
  shareLink: { input: { settings: SharedSettings; sharing: Sharing; base: string }; output: Shared };
  /** The same as a scenario file, which has no limit. */
  shareFile: { input: { settings: SharedSettings; sharing: Sharing }; output: Blob };
  /** Per message its index in the transcript as it was imported, or -1 where it came later; and that one's roles as codes. */
  importedPlaces: { input: Record<string, never>; output: { to: Int32Array; roles: Uint8Array } };
  /** Reads a whole link or its fragment; what is wrong with it is a LinkError. */
  readLink: { input: { text: string }; output: ReadLink };
  /** Of the open transcript as it was imported, and as it stands with its changes. */
  fingerprints: { input: Record<string, never>; output: { imported: Fingerprinted; standing: Fingerprinted } };
}

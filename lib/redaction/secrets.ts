/** The kinds of what must not leave by accident, and what a redaction is asked for. */

/** `own` is what the user's own texts and expressions name. */
export type SecretKind = 'key' | 'email' | 'user' | 'host' | 'own';

export interface RedactionRules {
  readonly kinds: ReadonlySet<SecretKind>;
  /** Hosts that everybody uses (github.com, pypi.org) may stay. On by default. */
  readonly keepPublicHosts?: boolean;
  /** The user's own texts, letter for letter, in any case. */
  readonly texts: readonly string[];
  /** The user's own expressions, compiled by `matcherOf`. */
  readonly matchers: readonly Matcher[];
}

/** Where an expression matches, as code units. */
export type Matcher = (text: string) => { start: number; end: number }[];

/** One thing that was found, for the preview. */
export interface Replacement {
  kind: SecretKind;
  found: string;
  replacement: string;
  count: number;
  /** Number of the message where it stands first; -1 for the title and the tool schemas. */
  first: number;
}

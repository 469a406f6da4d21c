/** What a redaction looks for, as people choose it: each kind with its label and one line of help. */

import type { SecretKind } from './secrets';

interface RedactionChoice {
  readonly kind: SecretKind;
  readonly label: string;
  readonly help: string;
}

export const REDACTION_KINDS: readonly RedactionChoice[] = [
  {
    kind: 'key',
    label: 'Keys and passwords',
    help: 'API keys (sk-, ghp_, AKIA, AIza and more), web tokens, private keys, what follows Bearer, what is assigned to a password, token or key, and long random values that are assigned.',
  },
  { kind: 'email', label: 'E-mail addresses', help: 'Whole addresses.' },
  {
    kind: 'user',
    label: 'Home directories and user names',
    help: 'The name in /home/…, /Users/… and C:\\Users\\…, and the same name wherever it stands as a word.',
  },
  {
    kind: 'host',
    label: 'Hosts',
    help: 'IP addresses, hosts in addresses, and internal host names (.internal, .local, .corp and the like). Hosts that everybody uses stay.',
  },
];

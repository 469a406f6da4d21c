/** The order in which findings are told: by severity, and within one by what they cost the agent. */

import type { Finding, FindingId, Severity } from './finding';

const SEVERITIES: { readonly [severity in Severity]: number } = { error: 0, warning: 1, note: 2 };

/**
 * What comes first within a severity. What the user wants and has laid down (0) outweighs windows that cannot be sent or have
 * no room left (1), those outweigh work done over and over (2) and what else is lost (3), and those what the numbers alone
 * hide or what only costs money (4).
 */
const GRAVITY: { readonly [id in FindingId]: number } = {
  'instructions-refused': 0,
  'task-lost': 0,
  'task-in-summary': 0,
  'correction-lost': 0,
  'recency-bias': 0,
  omission: 0,
  drift: 0,
  'invalid-windows': 1,
  floor: 1,
  'over-limit': 1,
  'floor-over-threshold': 1,
  thrash: 2,
  'futile-passes': 2,
  'summary-failures': 2,
  'summaries-of-summaries': 2,
  'wholesale-loss': 3,
  'never-summarised': 3,
  'messages-refused': 3,
  misses: 3,
  'early-compaction': 3,
  'bad-labels': 3,
  'cut-json': 3,
  'estimate-error': 4,
  'estimate-off': 4,
  'tool-schemas': 4,
  'not-in-file': 4,
  'cache-broken': 4,
};

/** The gravest first; those of one weight stay in the order in which they were found. */
export function gravestFirst(findings: readonly Finding[]): Finding[] {
  return findings.toSorted(
    (one, other) => SEVERITIES[one.severity] - SEVERITIES[other.severity] || GRAVITY[one.id] - GRAVITY[other.id],
  );
}

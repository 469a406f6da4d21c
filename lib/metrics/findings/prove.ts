/** Remedies that help: each candidate is replayed, and the first that does away with a finding, or with most of it, is kept. */

import type { Examined, Finding, FindingId } from './finding';
import { remediesFor } from './remedies';
import type { Remedy } from './remedy';

/** A remedy with what it does to the finding, known from a replay. */
export interface ProvenRemedy extends Remedy {
  finding: FindingId;
  /** Calls where the finding shows now, and where it would show with the remedy; 0 where it would be gone. */
  before: number;
  after: number;
  /** Findings of any kind now, and with the remedy. */
  findings: { before: number; after: number };
}

/** Share of the calls of a finding that may remain. */
const REMAINING = 0.5;
/** Candidates tried for one finding. */
const MOST_TRIED = 5;

/** Findings of the same lane with a remedy applied. */
export type Trial = (remedy: Remedy) => Promise<readonly Finding[]>;

/**
 * One remedy for each finding that has one, in the order of the findings, as they are found. A remedy that brings an
 * error which was not there is none. Stops when `mayGoOn` says so: what has been found by then is true.
 */
export async function* provenRemedies(
  examined: Examined,
  findings: readonly Finding[],
  trial: Trial,
  mayGoOn: () => boolean = () => true,
): AsyncGenerator<ProvenRemedy> {
  const errors = new Set(findings.filter(({ severity }) => severity === 'error').map(({ id }) => id));
  const tried = new Map<string, readonly Finding[]>();
  for (const finding of findings) {
    for (const remedy of remediesFor(examined, finding).slice(0, MOST_TRIED)) {
      if (!mayGoOn()) return;
      const key = JSON.stringify([remedy.config, remedy.guards]);
      const outcome = tried.get(key) ?? (await trial(remedy));
      tried.set(key, outcome);
      const left = outcome.find(({ id }) => id === finding.id);
      const brings = outcome.some(({ id, severity }) => severity === 'error' && !errors.has(id));
      const before = finding.calls.length;
      const after = left?.calls.length ?? 0;
      const helps = !left || after <= before * REMAINING || isMilder(left, finding);
      if (brings || !helps) continue;
      yield {
        ...remedy,
        finding: finding.id,
        before,
        after,
        findings: { before: findings.length, after: outcome.length },
      };
      break;
    }
  }
}

function isMilder(one: Finding, other: Finding): boolean {
  return one.severity !== other.severity && (one.severity === 'note' || other.severity === 'error');
}

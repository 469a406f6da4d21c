/** What a run shows about its memory system's behaviour over time: findings, each with its numbers and the calls where it shows. */

import { cacheFinding } from './findings/cache';
import { cutJsonFinding } from './findings/cut-json';
import { earlyFinding } from './findings/early';
import type { Examined, Finding } from './findings/finding';
import { floorFinding } from './findings/floor';
import { labelFinding } from './findings/labels';
import { lossFindings } from './findings/losses';
import { missFinding } from './findings/misses';
import { gravestFirst } from './findings/order';
import { passFindings } from './findings/passes';
import { recordedFinding } from './findings/recorded';
import { refusedFindings } from './findings/refused';
import { summaryFindings } from './findings/summaries';
import { thresholdFinding } from './findings/threshold';
import { tokenFindings } from './findings/tokens';
import { unsummarisedFinding } from './findings/unsummarised';
import { wholesaleFinding } from './findings/wholesale';
import { windowFinding } from './findings/windows';
import { atOnce, type Turns } from './turns';
import { transcriptValidityInTurns, type Validity, validityInTurns } from './validity/check-run';

export interface Examination {
  /** The gravest first. */
  findings: Finding[];
  validity: Validity;
}

/**
 * Looks at a run as a whole. Deterministic; linear in messages, moves and text. What is scanned in the texts is kept with the
 * index, so that the next run of the same transcript is cheaper. Typed arrays and plain values: it crosses to another thread.
 */
export function examine(examined: Examined): Examination {
  return atOnce(examineInTurns(examined));
}

/** The same, with other work let in between. */
export function* examineInTurns(examined: Examined): Turns<Examination> {
  const { run, index, system, config, guards } = examined;
  const validity = yield* validityInTurns(run, index, system, config, guards);
  const ofTranscript = yield* transcriptValidityInTurns(index);
  const floor = floorFinding(examined);
  const looks: (() => Finding | null | readonly Finding[])[] = [
    () => windowFinding(examined, validity, ofTranscript),
    () => refusedFindings(examined),
    () => lossFindings(examined),
    () => missFinding(examined.recalled),
    () => floor,
    () => tokenFindings(examined, floor),
    () => recordedFinding(examined),
    () => thresholdFinding(examined, floor),
    () => earlyFinding(examined),
    () => wholesaleFinding(examined),
    () => unsummarisedFinding(examined),
    () => passFindings(examined),
    () => cacheFinding(examined),
  ];
  const found: Finding[] = [];
  const take = (one: Finding | null | readonly Finding[]) => {
    if (one !== null) found.push(...[one].flat());
  };
  for (const look of looks) {
    take(look());
    yield;
  }
  take(yield* summaryFindings(examined));
  take(labelFinding(examined));
  take(cutJsonFinding(examined));
  return { findings: gravestFirst(found), validity };
}

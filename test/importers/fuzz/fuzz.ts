/** One importer under mutated files: reading ends in a sound report or an ImportError, and no text is lost without a word. */

import { ROLES } from '@/lib/engine/transcript';
import { ImportError } from '@/lib/importers/import-error';
import type { ImportReport } from '@/lib/importers/importer';
import { readTranscriptFile } from '@/lib/importers/read-file';
import { fixture, fixtureNames, sourceOf } from '../support';
import { mutateBytes, mutateStructure } from './mutations';
import { pick, randomFrom } from './random';
import { marksIn, type Subject, saidBy, shownBy, subjectOf } from './subjects';

/** Processor time of one input beyond which it counts as a hang: a thousand times what one takes. */
const HANG = 10_000;

/** A run goes on after a failure, so that a change can be judged by all of them. */
const MOST_FAILURES = 8;

/** What the checks of a report found. */
class Fault extends Error {}

export interface Outcome {
  inputs: number;
  reports: number;
  refusals: number;
  /** Texts whose way through the import was followed. */
  marks: number;
}

export async function allSubjects(): Promise<Subject[]> {
  const subjects: Subject[] = [];
  for (const name of fixtureNames) subjects.push(await subjectOf(name));
  return subjects;
}

/** Runs inputs from one seed up to before another. `begins` is told each seed before its input is read. */
export async function fuzz(
  format: string,
  subjects: readonly Subject[],
  seeds: { from: number; to: number },
  begins: (seed: number) => void,
): Promise<Outcome> {
  const own = subjects.filter((subject) => subject.format === format);
  const failures: string[] = [];
  const outcome: Outcome = { inputs: 0, reports: 0, refusals: 0, marks: 0 };
  for (let seed = seeds.from; seed < seeds.to; seed++) {
    begins(seed);
    outcome.inputs++;
    const start = process.cpuUsage();
    try {
      await one(format, own, subjects, seed, outcome);
    } catch (cause) {
      const what = cause instanceof Error ? (cause instanceof Fault ? cause.message : cause.stack) : String(cause);
      failures.push(`${format}, seed ${seed}: ${what}`);
      if (failures.length >= MOST_FAILURES) break;
    }
    const { user, system } = process.cpuUsage(start);
    if ((user + system) / 1000 > HANG) throw new Error(`${format}, seed ${seed}: took ${(user + system) / 1000} ms`);
  }
  const polluted = Object.keys(Object.prototype);
  if (polluted.length > 0) throw new Error(`${format}: Object.prototype has ${polluted.join()}`);
  if (failures.length > 0) throw new Error(failures.join('\n'));
  return outcome;
}

async function one(
  format: string,
  own: readonly Subject[],
  subjects: readonly Subject[],
  seed: number,
  outcome: Outcome,
): Promise<void> {
  const next = randomFrom(seed);
  // Three of four inputs are files of the importer's own; the others it gets by hand.
  const foreign = own.length === 0 || next(4) === 0;
  const subject = pick(next, foreign ? subjects : own);
  const byHand = foreign || next(2) === 0;
  const structured = next(3) > 0;
  const input = structured ? mutateStructure(subject, next) : mutateBytes(fixture(subject.name), next);
  let report: ImportReport;
  try {
    report = await readTranscriptFile(sourceOf(input, subject.name), byHand ? { format } : {});
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    if (error.remedy === '') throw new Fault('a refusal without a remedy');
    outcome.refusals++;
    return;
  }
  outcome.reports++;
  check(report);
  if (structured && report.format === subject.format) outcome.marks += followMarks(subject, input as string, report);
}

/** Every text of a message that is still in the file is in a message of the report, or the report says more than before. */
function followMarks(subject: Subject, input: string, report: ImportReport): number {
  const there = marksIn(input);
  const shown = marksIn(shownBy(report));
  const followed = subject.marks.filter((mark) => there.has(mark));
  const lost = followed.filter((mark) => !shown.has(mark));
  const saysMore = [...saidBy(report, input, subject.kind)].some(
    ([words, count]) => count > (subject.said.get(words) ?? 0),
  );
  if (lost.length > 0 && !saysMore) {
    const at = input.indexOf(lost[0] as string);
    throw new Fault(`${subject.name}: lost without a word: …${input.slice(Math.max(0, at - 300), at + 120)}…`);
  }
  return followed.length;
}

function check(report: ImportReport): void {
  const fail = (what: string): never => {
    throw new Fault(what);
  };
  if (report.conversations.length === 0) fail('a report without conversations');
  const ids = new Set(report.conversations.map(({ id }) => id));
  if (ids.size !== report.conversations.length) fail('two conversations share an id');
  for (const { messages, boundaries, usage, title } of report.conversations) {
    // A scenario may still have to be written.
    if (messages.length === 0 && report.format !== 'scenario') fail('a conversation without messages');
    if ([...title].length > 60) fail(`a title of ${[...title].length} characters`);
    for (const message of messages) {
      if (!ROLES.includes(message.role)) fail(`the role ${String(message.role)}`);
      if (message.content !== null && typeof message.content !== 'string') fail('content that is no text');
      for (const field of ['name', 'tool_call_id', 'reasoning', 'timestamp'] as const)
        if (message[field] !== undefined && typeof message[field] !== 'string') fail(`${field} that is no text`);
      const images = message.imageTokens ?? 0;
      if (!Number.isInteger(images) || images < 0) fail(`${images} image tokens`);
      for (const call of message.tool_calls ?? []) {
        const kinds = [call.id, call.type, call.function.name, call.function.arguments].map((text) => typeof text);
        if (kinds.some((kind) => kind !== 'string')) fail(`a call with ${kinds.join()}`);
      }
    }
    for (const { before } of boundaries)
      if (!Number.isInteger(before) || before < 0 || before >= messages.length) fail(`a boundary before ${before}`);
    for (const { message, input } of usage) {
      if (messages[message]?.role !== 'assistant') fail(`usage of message ${message}, which is no answer`);
      if (!Number.isFinite(input)) fail(`usage of ${input} tokens`);
    }
  }
  for (const { line, reason } of [...report.skipped, ...report.repaired])
    if (!Number.isInteger(line) || line < 0 || reason === '') fail(`"${reason}" at line ${line}`);
}

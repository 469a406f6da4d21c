/** Chooses among the notes of a span what fits under the word limit, and writes the summary. */

import type { Message } from '../../engine/transcript';
import { carriedNotes, extractOf } from './extract';
import { type CallNote, countWords, firstWords, HEADINGS, type Heading, type Note, noteOf } from './notes';
import { sentencesOf } from './sentences';

/** Who is served first when words are short, and the share of the limit that is set aside for each in the first round. */
const ORDER: readonly [Heading, number][] = [
  ['Corrected', 0.3],
  ['Decided', 0.3],
  ['Failed', 0.2],
  ['Facts', 0.4],
];
/** Most files that one line names. */
const MOST_FILES = 12;

/** A note where it stands in the span: with the call in front that a result answers. */
interface Line {
  note: Note;
  call: CallNote | undefined;
  words: number;
}

/** Null where there is nothing worth keeping. */
export function compose(span: readonly Message[], previous: string | null, wordLimit: number): string | null {
  const lines = gather(span, previous);
  if (lines.length === 0) return null;
  const chosen = choose(lines, wordLimit);
  if (chosen.size === 0) return firstWords(mostUrgent(lines).note.text, wordLimit);
  let text = '';
  for (const heading of HEADINGS) {
    let headed = false;
    for (const line of lines) {
      if (line.note.heading !== heading || !chosen.has(line)) continue;
      if (!headed) text += `${heading}:\n`;
      headed = true;
      text += line.call ? `- ${line.call.label} → ${line.note.text}\n` : `- ${line.note.text}\n`;
    }
  }
  return text.trimEnd();
}

function lineOf(note: Note, call?: CallNote): Line {
  return { note, call, words: note.words + (call ? call.words + 1 : 0) };
}

/** Notes of the whole span, oldest first, each text once: what is said again counts where it was said last. */
function gather(span: readonly Message[], previous: string | null): Line[] {
  const lines: Line[] = previous === null ? [] : previousNotes(previous).map((note) => lineOf(note));
  const calls = new Map<string, CallNote>();
  const changed = new Set<string>();
  const read = new Set<string>();
  for (const message of span) {
    const extract = extractOf(message);
    for (const call of extract.calls) {
      calls.set(call.id, call);
      if (call.path === null || call.kind === 'other') continue;
      const paths = call.kind === 'changes' ? changed : read;
      paths.delete(call.path);
      paths.add(call.path);
    }
    if (extract.notes.length === 0) continue;
    const call = extract.answers === null ? undefined : calls.get(extract.answers);
    for (const note of extract.notes) {
      // A file's own text states nothing: only an error that is the whole answer counts.
      if (call && call.kind !== 'other') {
        if (note.heading !== 'Failed' || !note.plain) continue;
        if (call.path !== null) (call.kind === 'reads' ? read : changed).delete(call.path);
      }
      lines.push(lineOf(note, call));
    }
  }
  for (const path of changed) read.delete(path);
  const last = new Map<string, Line>();
  for (const line of lines) last.set(line.note.text, line);
  const once = last.size === lines.length ? lines : lines.filter((line) => last.get(line.note.text) === line);
  if (read.size > 0) once.push(filesLine('Files read', read));
  if (changed.size > 0) once.push(filesLine('Files changed', changed));
  return once;
}

/** The newest files first. */
function filesLine(label: string, paths: ReadonlySet<string>): Line {
  const newest = [...paths].reverse();
  const rest = newest.length > MOST_FILES ? ` and ${newest.length - MOST_FILES} more` : '';
  const text = `${label}: ${newest.slice(0, MOST_FILES).join(', ')}${rest}`;
  return lineOf({ heading: 'Facts', text, words: countWords(text), score: 4, plain: true });
}

/** An existing summary is taken up by its headings; without headings every sentence of it is a fact. */
function previousNotes(previous: string): Note[] {
  const carried = carriedNotes(previous);
  return carried.length > 0 ? carried : sentencesOf(previous).map((sentence) => noteOf('Facts', sentence.text, 3));
}

/** Newest first within a heading; first each heading within its share, then in order of urgency while words are left. */
function choose(lines: readonly Line[], wordLimit: number): Set<Line> {
  const chosen = new Set<Line>();
  const headed = new Set<Heading>();
  let left = wordLimit;
  const fill = (heading: Heading, allowance: number): void => {
    let allowed = Math.min(allowance, left);
    for (let at = lines.length - 1; at >= 0 && allowed > 1; at--) {
      const line = lines[at] as Line;
      if (line.note.heading !== heading || chosen.has(line)) continue;
      // The dash of a line and the heading count as words too.
      const words = line.words + 1 + (headed.has(heading) ? 0 : 1);
      if (words > allowed) continue;
      chosen.add(line);
      headed.add(heading);
      allowed -= words;
      left -= words;
    }
  };
  for (const [heading, share] of ORDER) fill(heading, Math.floor(wordLimit * share));
  for (const [heading] of ORDER) fill(heading, left);
  return chosen;
}

/** The newest line of the most urgent heading, for a limit under which no whole line fits. */
function mostUrgent(lines: readonly Line[]): Line {
  for (const [heading] of ORDER) {
    const line = lines.findLast((one) => one.note.heading === heading);
    if (line) return line;
  }
  return lines[0] as Line;
}

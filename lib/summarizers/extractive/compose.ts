/** Chooses among the notes of a span what fits under the word limit, and writes the summary. */

import type { Message } from '../../engine/transcript';
import { Calls } from './call-course';
import { lastOfText } from './distinct';
import { carriedNotes, extractOf } from './extract';
import {
  CARRIED,
  type CallNote,
  countWords,
  firstWords,
  HEADINGS,
  type Heading,
  LONGEST_NOTE,
  type Note,
  noteOf,
} from './notes';
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

/** The latest answer with its lines: where a summary takes up the one before it, that is as a rule the text written last. */
let latest: { text: string; lines: readonly Line[] } | null = null;

/** Null where there is nothing worth keeping. */
export function compose(span: readonly Message[], previous: string | null, wordLimit: number): string | null {
  const lines = gather(span, previous);
  if (lines.length === 0) return null;
  const chosen = choose(lines, wordLimit);
  if (chosen === null) return firstWords(mostUrgent(lines).note.text, wordLimit);
  let text = '';
  const written: Line[] = [];
  for (const heading of HEADINGS) {
    let headed = false;
    for (let at = 0; at < lines.length; at++) {
      const line = lines[at] as Line;
      if (!chosen[at] || line.note.heading !== heading) continue;
      if (!headed) text += `${heading}:\n`;
      headed = true;
      text += `- ${writtenLine(line)}\n`;
      written.push(line);
    }
  }
  const trimmed = text.trimEnd();
  // Where the end of the last line went with its line break, it would not be read back as it was.
  latest = trimmed.length === text.length - 1 ? { text: trimmed, lines: written } : null;
  return trimmed;
}

function writtenLine({ note, call }: Line): string {
  return call ? `${call.label} → ${note.text}` : note.text;
}

function lineOf(note: Note, call?: CallNote): Line {
  return { note, call, words: note.words + (call ? call.words + 1 : 0) };
}

/** Notes of the whole span, oldest first, each text once: what is said again counts where it was said last. */
function gather(span: readonly Message[], previous: string | null): Line[] {
  const lines: Line[] = previous === null ? [] : previousNotes(previous).map((note) => lineOf(note));
  const calls = new Calls();
  for (const message of span) {
    const extract = extractOf(message);
    for (const call of extract.calls) calls.add(call);
    if (extract.notes.length === 0) continue;
    const call = extract.answers === null ? undefined : calls.answeredBy(extract.answers);
    for (const note of extract.notes) {
      // A file's own text states nothing: only an error that is the whole answer counts.
      if (call && call.kind !== 'other') {
        if (note.heading !== 'Failed' || !note.plain) continue;
        calls.failed(call);
      }
      lines.push(lineOf(note, call));
    }
  }
  const last = lastOfText(lines);
  const once = last.includes(0) ? lines.filter((_line, at) => last[at]) : lines;
  const { read, changed } = calls.files();
  if (read.length > 0) once.push(filesLine('Files read', read));
  if (changed.length > 0) once.push(filesLine('Files changed', changed));
  return once;
}

/** Of paths with the newest first. Such a line is as long as its paths. */
function filesLine(label: string, paths: readonly string[]): Line {
  const rest = paths.length > MOST_FILES ? ` and ${paths.length - MOST_FILES} more` : '';
  const text = `${label}: ${paths.slice(0, MOST_FILES).join(', ')}${rest}`;
  return lineOf({ heading: 'Facts', text, words: countWords(text), score: 4, plain: true, hash: 0 });
}

/** An existing summary is taken up by its headings; without headings every sentence of it is a fact. */
function previousNotes(previous: string): readonly Note[] {
  const written = latest?.text === previous ? readBack(latest.lines) : null;
  if (written) return written;
  const carried = carriedNotes(previous);
  return carried.length > 0
    ? carried
    : sentencesOf(previous).map((sentence) => noteOf('Facts', sentence.text, CARRIED));
}

/** The notes that the text of written lines would be read as, or null where only reading it can tell. */
function readBack(lines: readonly Line[]): Note[] | null {
  const notes: Note[] = [];
  for (const line of lines) {
    const { note, call } = line;
    const text = writtenLine(line);
    if (text.includes('\n')) return null;
    const asIs = !call && note.score === CARRIED && !note.plain && text.length <= LONGEST_NOTE;
    notes.push(asIs ? note : noteOf(note.heading, text, CARRIED));
  }
  return notes;
}

/**
 * Newest first within a heading; first each heading within its share, then in order of urgency while words are left.
 * Per line whether it is chosen; null where not one fits.
 */
function choose(lines: readonly Line[], wordLimit: number): Uint8Array | null {
  const chosen = new Uint8Array(lines.length);
  const headed = new Set<Heading>();
  let left = wordLimit;
  const fill = (heading: Heading, allowance: number): void => {
    let allowed = Math.min(allowance, left);
    for (let at = lines.length - 1; at >= 0 && allowed > 1; at--) {
      const line = lines[at] as Line;
      if (line.note.heading !== heading || chosen[at]) continue;
      // The dash of a line and the heading count as words too.
      const words = line.words + 1 + (headed.has(heading) ? 0 : 1);
      if (words > allowed) continue;
      chosen[at] = 1;
      headed.add(heading);
      allowed -= words;
      left -= words;
    }
  };
  for (const [heading, share] of ORDER) fill(heading, Math.floor(wordLimit * share));
  for (const [heading] of ORDER) fill(heading, left);
  return headed.size > 0 ? chosen : null;
}

/** The newest line of the most urgent heading, for a limit under which no whole line fits. */
function mostUrgent(lines: readonly Line[]): Line {
  for (const [heading] of ORDER) {
    const line = lines.findLast((one) => one.note.heading === heading);
    if (line) return line;
  }
  return lines[0] as Line;
}

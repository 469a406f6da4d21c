/** What one message holds that is worth keeping, found once per message object and kept while the message lives. */

import { identityOf } from '../../engine/items';
import type { Message } from '../../engine/transcript';
import { callNote } from './calls';
import { Cue, cuesOf, firstWordOf } from './cues';
import { CARRIED, characterStart, type Extract, HEADINGS, type Heading, type Note, noteOf, shared } from './notes';
import { resultNotes } from './results';
import { type Sentence, sentencesOf, signalsOf } from './sentences';

/** Code units looked at from the start and from the end of a text; what lies between is data or repetition. */
const HEAD = 4000;
const TAIL = 2000;
/** A user message longer than this is a document that was pasted: negations and orders in it are not to the agent. */
const LONGEST_INSTRUCTION = 1500;
/** Most notes of one heading from one message. */
const MOST_NOTES = 4;

/** First words of a user who says no. */
const REFUSALS = new Set(['no', 'nope', 'nein', 'non', 'stop', 'wait']);

const known = new WeakMap<object, Extract>();

export function extractOf(message: Message): Extract {
  const direct = known.get(message);
  if (direct) return direct;
  const identity = identityOf(message);
  const kept = identity === message ? undefined : known.get(identity);
  if (kept) return kept;
  const extract = extracted(message);
  for (const note of extract.notes) note.text = shared(note.text);
  known.set(identity, extract);
  return extract;
}

function extracted(message: Message): Extract {
  const text = ends(message.content ?? '');
  const calls = (message.tool_calls ?? []).map(callNote);
  if (message.role === 'tool') return { notes: resultNotes(text), calls, answers: message.tool_call_id ?? null };
  const carried = carriedNotes(text);
  const notes =
    carried.length > 0 ? carried : message.kind === 'decision' ? decisionNotes(text) : spoken(message, text);
  return { notes, calls, answers: null };
}

/** Escape sequences that colour a terminal and move its cursor. */
const TERMINAL = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** What a terminal would show: no escape sequences, and of a line that was written over only its last state. */
function asShown(text: string): string {
  if (!text.includes(String.fromCharCode(27)) && !text.includes('\r')) return text;
  return text
    .replace(TERMINAL, '')
    .split('\n')
    .map((line) => {
      const end = line.endsWith('\r') ? line.length - 1 : line.length;
      return line.slice(line.lastIndexOf('\r', end - 1) + 1, end);
    })
    .join('\n');
}

/** The text, or its head and tail where it is long. */
function ends(whole: string): string {
  const text = asShown(whole);
  return text.length <= HEAD + TAIL
    ? text
    : `${text.slice(0, characterStart(text, HEAD))}\n${text.slice(characterStart(text, text.length - TAIL))}`;
}

/** Notes of an earlier summary in this form: they keep their headings. Empty where a text is no such summary. */
export function carriedNotes(text: string): Note[] {
  const notes: Note[] = [];
  let heading: Heading | undefined;
  if (!HEADINGS.some((one) => text.includes(`${one}:`))) return notes;
  for (const line of text.split('\n')) {
    const named = HEADINGS.find((one) => line === `${one}:`);
    if (named) heading = named;
    else if (heading && line.startsWith('- ')) notes.push(noteOf(heading, line.slice(2), CARRIED));
    else if (line.trim() !== '') heading = undefined;
  }
  return notes;
}

function decisionNotes(text: string): Note[] {
  return sentencesOf(text)
    .slice(0, MOST_NOTES)
    .map((sentence) => noteOf('Decided', sentence.text, 4));
}

/** Notes from what a user or the assistant said. */
function spoken(message: Message, text: string): Note[] {
  const candidates: Note[] = [];
  const isUser = message.role === 'user';
  const brief = text.length <= LONGEST_INSTRUCTION;
  for (const sentence of sentencesOf(text)) {
    const cues = cuesOf(sentence.text);
    const signals = signalsOf(sentence.text);
    const heading = isUser ? userHeading(sentence, cues, signals, brief) : agentHeading(sentence, cues, signals);
    if (heading)
      candidates.push(noteOf(heading, sentence.text, Math.min(signals, 6) + (cues & ~Cue.narration ? 2 : 0), true));
  }
  return bestOf(candidates, MOST_NOTES);
}

function userHeading(sentence: Sentence, cues: number, signals: number, brief: boolean): Heading | null {
  const isQuestion = sentence.text.endsWith('?');
  const refusal = REFUSALS.has(firstWordOf(sentence.text)) && sentence.text.includes(' ');
  if (cues & Cue.correction || refusal || (brief && !isQuestion && cues & Cue.negation)) return 'Corrected';
  if (cues & Cue.decision || (brief && !isQuestion && cues & Cue.order)) return 'Decided';
  if (cues & Cue.failure && signals > 0) return 'Failed';
  return signals >= 2 ? 'Facts' : null;
}

function agentHeading(sentence: Sentence, cues: number, signals: number): Heading | null {
  if (sentence.text.endsWith('?') || sentence.text.endsWith(':')) return null;
  if (cues & Cue.decision) return 'Decided';
  if (cues & Cue.finding && signals > 0) return 'Facts';
  if (cues & Cue.narration) return null;
  if (cues & Cue.failure) return 'Failed';
  return signals >= 2 ? 'Facts' : null;
}

/** At most `most` notes of each heading, the ones with the highest score, in the order in which they stood. */
function bestOf(candidates: readonly Note[], most: number): Note[] {
  const kept = new Set<Note>();
  for (const heading of HEADINGS) {
    const ranked = candidates.filter((note) => note.heading === heading);
    if (ranked.length > most) ranked.sort((a, b) => b.score - a.score);
    for (const note of ranked.slice(0, most)) kept.add(note);
  }
  return candidates.filter((note) => kept.has(note));
}

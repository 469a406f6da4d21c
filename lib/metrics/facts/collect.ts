/** Every fact of a transcript with the messages that mention it: made once a transcript, whatever is replayed on it. */

import { ASSISTANT, TOOL, type TranscriptIndex } from '../../engine/accounting';
import { wordsOfPerson } from '../../engine/task';
import type { Message } from '../../engine/transcript';
import { argumentValues } from './arguments';
import { commandsOf, constraintsOf, type Found, factsOf, valuesOf } from './scan';
import type { FactKind } from './words';

/** Something that the transcript says and that can be looked for word for word. */
export interface Fact {
  kind: FactKind;
  value: string;
  /** Messages that say it, ascending, each once; the first is where it came from. */
  mentions: Int32Array;
  /** The mentions that are uses: an assistant's message that says it after another message had said it. */
  uses: Int32Array;
}

/** More than this many facts are no longer a list for people; the ones that are said once go first. */
const MOST = 20_000;

interface Draft {
  kind: FactKind;
  mentions: number[];
}

/** Where demands are looked for: instructions, and what a person says behind what a tool writes in the user's name. */
function demandingText({ role, content }: Message): string {
  if (role === 'user') return wordsOfPerson(content ?? '');
  return role === 'system' || role === 'developer' ? (content ?? '') : '';
}

/** What a message says: its text and its calls. Reasoning is not sent, and so is no mention. */
function saidIn(message: Message): Found[] {
  const found = message.content ? factsOf(message.content) : [];
  for (const call of message.tool_calls ?? []) {
    for (const one of commandsOf(call.function.arguments)) found.push(one);
    for (const one of valuesOf(argumentValues(call.function.arguments))) found.push(one);
  }
  for (const one of constraintsOf(demandingText(message))) found.push(one);
  return found;
}

/** Collects in steps, so that a worker can hear other requests in between. Linear in the text. */
export class FactCollector {
  private readonly drafts = new Map<string, Draft>();
  private next = 0;

  constructor(private readonly index: TranscriptIndex) {}

  /** Reads so many code units of text at the least, or to the end. Whether anything is left. */
  step(length: number): boolean {
    const { messages } = this.index.transcript;
    for (let read = 0; this.next < messages.length && read < length; this.next++) {
      const message = messages[this.next] as Message;
      read += 40 + (message.content?.length ?? 0);
      for (const { kind, value } of saidIn(message)) {
        const draft = this.drafts.get(value);
        if (!draft) this.drafts.set(value, { kind, mentions: [this.next] });
        else if (draft.mentions.at(-1) !== this.next) draft.mentions.push(this.next);
      }
    }
    return this.next < messages.length;
  }

  /** The facts, those with most uses first, then in the order in which they come up. */
  finish(): Fact[] {
    const { index } = this;
    const facts: Fact[] = [];
    for (const [value, { kind, mentions }] of this.drafts) {
      if (!isWorthKeeping(index, kind, mentions)) continue;
      const uses =
        kind === 'constraint' ? [] : mentions.slice(1).filter((message) => index.roles[message] === ASSISTANT);
      facts.push({ kind, value, mentions: Int32Array.from(mentions), uses: Int32Array.from(uses) });
    }
    facts.sort(
      (one, other) =>
        other.uses.length - one.uses.length || (one.mentions[0] as number) - (other.mentions[0] as number),
    );
    return facts.length > MOST ? facts.slice(0, MOST) : facts;
  }
}

/** The facts of a whole transcript at once. */
export function collectFacts(index: TranscriptIndex): Fact[] {
  const collector = new FactCollector(index);
  collector.step(Number.POSITIVE_INFINITY);
  return collector.finish();
}

/** What is said once, by a tool or in passing, is noise, but for what people demand and what went wrong. */
function isWorthKeeping(index: TranscriptIndex, kind: FactKind, mentions: readonly number[]): boolean {
  if (mentions.length > 1 || kind === 'constraint' || kind === 'error') return true;
  const role = index.roles[mentions[0] as number];
  return role !== TOOL && role !== ASSISTANT;
}

/** Token accounting: what a message costs under a counter, held per transcript in typed arrays so that a replay never counts twice. */

import { linkTools, type Message, ROLES, type ToolLinks, type Transcript } from './transcript';

/** Tokens added to every message for its role and delimiters (document 000). */
export const MESSAGE_OVERHEAD = 4;
/** Tokens added to every tool call for its envelope (document 000). */
const CALL_OVERHEAD = 8;

/** What the engine asks of a tokenizer. Counts are whole tokens, never negative. */
export interface TokenCounter {
  readonly id: string;
  count(text: string): number;
  /** Where the count depends on the number of code points alone: the same count from that number. */
  countCodePoints?(codePoints: number): number;
}

/** Number of Unicode code points; a lone surrogate counts as one. */
export function codePointLength(text: string): number {
  let length = text.length;
  for (let index = 0; index < text.length - 1; index++) {
    const unit = text.charCodeAt(index);
    if (unit >= 0xd800 && unit <= 0xdbff) {
      const next = text.charCodeAt(index + 1);
      if (next >= 0xdc00 && next <= 0xdfff) {
        length--;
        index++;
      }
    }
  }
  return length;
}

/** Tool schemas as they are counted and sent: compact JSON, not escaped to ASCII; the empty text where there are none. */
export function toolsText(transcript: Transcript): string {
  return transcript.tools && transcript.tools.length > 0 ? JSON.stringify(transcript.tools) : '';
}

/** Token counts of a transcript under one counter. Index = message index. */
export interface TokenCounts {
  readonly counter: string;
  /** Tokens of the content alone: its text (the empty one where it is null) and its images. */
  readonly content: Int32Array;
  /** Tokens of the whole message: overhead, content, and each call's name, arguments and overhead. */
  readonly message: Int32Array;
  /** Tokens of the tool schemas, sent with every call. */
  readonly tools: number;
}

/** Cost of a message beside its content: overheads, call names and arguments. */
export function envelopeCost(message: Message, counter: TokenCounter): number {
  let total = MESSAGE_OVERHEAD;
  if (message.tool_calls) {
    for (const call of message.tool_calls) {
      total += counter.count(call.function.name) + counter.count(call.function.arguments) + CALL_OVERHEAD;
    }
  }
  return total;
}

/** Cost of a message's content: its text (the empty one where it is null) and the images that were in it. */
export function contentCost(message: Message, counter: TokenCounter): number {
  return counter.count(message.content ?? '') + (message.imageTokens ?? 0);
}

/** Cost of one message under a counter, in tokens. */
export function messageCost(message: Message, counter: TokenCounter): number {
  return envelopeCost(message, counter) + contentCost(message, counter);
}

/** Counts a whole transcript once. Linear in its text. */
export function countTranscript(transcript: Transcript, counter: TokenCounter): TokenCounts {
  const { messages } = transcript;
  const content = new Int32Array(messages.length);
  const message = new Int32Array(messages.length);
  for (let index = 0; index < messages.length; index++) {
    const one = messages[index] as Message;
    const own = contentCost(one, counter);
    content[index] = own;
    message[index] = own + envelopeCost(one, counter);
  }
  const schemas = toolsText(transcript);
  return { counter: counter.id, content, message, tools: schemas === '' ? 0 : counter.count(schemas) };
}

/** Role codes of the index: positions in ROLES. */
export const USER = ROLES.indexOf('user');
export const ASSISTANT = ROLES.indexOf('assistant');
export const TOOL = ROLES.indexOf('tool');

/** What does not depend on settings, computed once per transcript and shared by every replay of it. */
export interface TranscriptIndex {
  readonly transcript: Transcript;
  readonly roles: Uint8Array;
  /** Code points of each message's content. */
  readonly codePoints: Int32Array;
  readonly links: ToolLinks;
  /** Results of scans over the text that depend on a setting, by that setting. */
  readonly memo: Map<string, unknown>;
  /** Only where messages are still to come: every array has room for them. */
  readonly growth?: Growth;
}

/** What an index that grows knows beside its arrays. */
export interface Growth {
  /** Messages that have come. */
  length: number;
  /** Per message: 1 where a tool group waited for a result once it had come. */
  readonly openAfter: Uint8Array;
  /** Everything that is worked out a message, brought up to date with each that comes, in the order of asking. */
  readonly followers: Filling[];
}

/** Works out something of the messages from one number up to before another. */
export type Filling = (from: number, to: number) => void;

/** Fills what is worked out a message: at once for a complete transcript, with each message for one that grows. */
export function follow({ roles, growth }: TranscriptIndex, fill: Filling): void {
  fill(0, growth?.length ?? roles.length);
  growth?.followers.push(fill);
}

/** An index of the transcript before a change, and per message of now its number there, or -1 where it is new. */
export interface IndexBefore {
  index: TranscriptIndex;
  origin: Int32Array;
}

/** The index of a transcript. What stayed as it was before a change is not read again. */
export function indexTranscript(transcript: Transcript, before?: IndexBefore): TranscriptIndex {
  const { messages } = transcript;
  const roles = new Uint8Array(messages.length);
  const codePoints = new Int32Array(messages.length);
  for (let index = 0; index < messages.length; index++) {
    const message = messages[index] as Message;
    roles[index] = ROLES.indexOf(message.role);
    const known = before?.index.codePoints[before.origin[index] ?? -1];
    codePoints[index] = known ?? codePointLength(message.content ?? '');
  }
  return { transcript, roles, codePoints, links: linkTools(messages), memo: new Map() };
}

/** The value under a key, made at the first request. At most 32 keys are kept, the oldest goes first. */
export function memoise<T>(memo: Map<string, unknown>, key: string, make: () => T): T {
  const known = memo.get(key);
  if (known !== undefined) return known as T;
  const made = make();
  if (memo.size >= 32) memo.delete(memo.keys().next().value as string);
  memo.set(key, made);
  return made;
}

/** Messages as plain items: role and one text, without call ids; and the conversation without its instructions. */

import {
  codePointLength,
  follow,
  memoise,
  type TokenCounter,
  type TokenCounts,
  type TranscriptIndex,
} from './accounting';
import { type Message, ROLES } from './transcript';

const DEVELOPER = ROLES.indexOf('developer');
const SYSTEM = ROLES.indexOf('system');

/** Content, then one line `[calls NAME(ARGUMENTS)]` a tool call. */
export function itemText(message: Message): string {
  if (!message.tool_calls || message.tool_calls.length === 0) return message.content ?? '';
  const lines = message.tool_calls.map((call) => `[calls ${call.function.name}(${call.function.arguments})]`);
  if (message.content) lines.unshift(message.content);
  return lines.join('\n');
}

/**
 * A message as an item under a role: its text, with a label before it, and the cost of its images. It is made anew for every
 * window it stands in: kept, the texts of all of them would double a transcript.
 */
class ItemMessage implements Message {
  readonly content: string;
  declare imageTokens?: number;
  readonly #variant: object;

  constructor(
    readonly role: Message['role'],
    message: Message,
    label: string,
  ) {
    this.content = label + itemText(message);
    if (message.imageTokens !== undefined) this.imageTokens = message.imageTokens;
    this.#variant = variantOf(message, role, label);
  }

  static identityOf(message: Message): object {
    return #variant in message ? message.#variant : message;
  }
}

export function itemMessage(role: Message['role'], message: Message, label = ''): Message {
  return new ItemMessage(role, message, label);
}

/**
 * An object that stands for a message's text: the same for every item that was made of one message alike, so that what was
 * found in the first is known of the later ones.
 */
export function identityOf(message: Message): object {
  return ItemMessage.identityOf(message);
}

interface Variant {
  role: Message['role'];
  label: string;
}

/** Per message the items that were made of it. */
const variants = new WeakMap<Message, Variant[]>();

function variantOf(message: Message, role: Message['role'], label: string): Variant {
  const known = variants.get(message);
  const same = known?.find((one) => one.role === role && one.label === label);
  if (same) return same;
  const variant = { role, label };
  if (known) known.push(variant);
  else variants.set(message, [variant]);
  return variant;
}

/** Tokens of every message's item text, and of its images, without overheads. Counted once per counter. */
export function itemCounts(index: TranscriptIndex, counts: TokenCounts, counter: TokenCounter): Int32Array {
  return memoise(index.memo, `item counts ${counter.id}`, () => {
    const tokens = counts.content.slice();
    const { messages } = index.transcript;
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        const one = messages[message] as Message;
        const calls = one.tool_calls && one.tool_calls.length > 0;
        const written = counts.content[message] as number;
        tokens[message] = calls ? counter.count(itemText(one)) + (one.imageTokens ?? 0) : written;
      }
    });
    return tokens;
  });
}

/** What an image counts for in an estimate that takes four characters for a token. */
const CHARACTERS_PER_TOKEN = 4;

/** Code points of every message: its content, its calls' names and arguments, and what its images stand for. */
export function characterCounts(index: TranscriptIndex): Int32Array {
  return memoise(index.memo, 'characters', () => {
    const characters = new Int32Array(index.roles.length);
    const { messages } = index.transcript;
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        const one = messages[message] as Message;
        let total = (index.codePoints[message] as number) + (one.imageTokens ?? 0) * CHARACTERS_PER_TOKEN;
        for (const call of one.tool_calls ?? []) {
          total += codePointLength(call.function.name) + codePointLength(call.function.arguments);
        }
        characters[message] = total;
      }
    });
    return characters;
  });
}

/** Whether a message is an instruction of the request: a system or developer message. */
export function isInstruction(index: TranscriptIndex, message: number): boolean {
  const role = index.roles[message];
  return role === SYSTEM || role === DEVELOPER;
}

/** The conversation: every message but the instructions, in order. Positions count within it. */
export interface Conversation {
  readonly index: TranscriptIndex;
  /** Message at each position. */
  readonly messages: Int32Array;
  /** Position of each message; of an instruction, the position of what follows it. */
  readonly positions: Int32Array;
}

export function conversationOf(index: TranscriptIndex): Conversation {
  return memoise(index.memo, 'conversation', () => {
    const length = index.roles.length;
    const messages = new Int32Array(length);
    const positions = new Int32Array(length);
    let position = 0;
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        positions[message] = position;
        if (!isInstruction(index, message)) messages[position++] = message;
      }
    });
    return { index, messages: index.growth ? messages : messages.slice(0, position), positions };
  });
}

/** Running sums of a per-message figure over the conversation: entry `n` is the sum over its first `n` positions. */
export function conversationSums(conversation: Conversation, figures: Int32Array): Float64Array {
  const { index, messages, positions } = conversation;
  const sums = new Float64Array(messages.length + 1);
  follow(index, (from, to) => {
    for (let message = from; message < to; message++) {
      if (isInstruction(index, message)) continue;
      const position = positions[message] as number;
      sums[position + 1] = (sums[position] as number) + (figures[message] as number);
    }
  });
  return sums;
}

/** The index of a transcript that is still being written: room for more messages than have come, nothing known of the future. */

import {
  codePointLength,
  contentCost,
  envelopeCost,
  type Growth,
  type TokenCounter,
  type TokenCounts,
  type TranscriptIndex,
  toolsText,
} from './accounting';
import { type Message, ROLES, ToolLinker, type ToolLinks, type Transcript } from './transcript';

/** As a last result: it is still to come, nobody knows when. */
const LATER = 0x7fffffff;

/** Tokens of one message, its content alone and the whole. */
export interface MessageTokens {
  content: number;
  message: number;
}

export function countMessage(message: Message, counter: TokenCounter): MessageTokens {
  const content = contentCost(message, counter);
  return { content, message: content + envelopeCost(message, counter) };
}

/**
 * Index and counts in one. A call without a result counts as waiting until the result comes, or until its id is used
 * for another call and the result can come no more.
 */
export class GrowingIndex implements TranscriptIndex {
  readonly transcript: Transcript;
  readonly roles: Uint8Array;
  readonly codePoints: Int32Array;
  readonly links: ToolLinks;
  readonly memo = new Map<string, unknown>();
  readonly growth: Growth;
  readonly counts: TokenCounts;
  private readonly linker: ToolLinker;
  /** Calls that wait for a result, by the head of their group. */
  private readonly waiting = new Map<number, number>();

  constructor(
    tools: Transcript['tools'],
    readonly capacity: number,
    counter: TokenCounter,
  ) {
    this.transcript = tools ? { messages: [], tools } : { messages: [] };
    this.growth = { length: 0, openAfter: new Uint8Array(capacity), followers: [] };
    this.roles = new Uint8Array(capacity);
    this.codePoints = new Int32Array(capacity);
    this.linker = new ToolLinker(capacity);
    this.links = this.linker.links;
    const schemas = toolsText(this.transcript);
    this.counts = {
      counter: counter.id,
      content: new Int32Array(capacity),
      message: new Int32Array(capacity),
      tools: schemas === '' ? 0 : counter.count(schemas),
    };
  }

  get length(): number {
    return this.growth.length;
  }

  /** Takes in the next message and brings everything that follows the index up to date. There must be room for it. */
  append(message: Message, tokens: MessageTokens): void {
    const index = this.growth.length;
    this.transcript.messages.push(message);
    this.roles[index] = ROLES.indexOf(message.role);
    this.codePoints[index] = codePointLength(message.content ?? '');
    this.counts.content[index] = tokens.content;
    this.counts.message[index] = tokens.message;
    this.link(index, message);
    this.growth.length = index + 1;
    this.growth.openAfter[index] = this.waiting.size > 0 ? 1 : 0;
    for (const fill of this.growth.followers) fill(index, index + 1);
  }

  /** Ids of the calls whose result has not come, oldest first. */
  waitingCalls(): string[] {
    const ids: string[] = [];
    for (const head of this.waiting.keys()) {
      for (const { id } of this.transcript.messages[head]?.tool_calls ?? []) {
        const call = this.linker.callWith(id);
        if (call?.head === head && !call.answered && !ids.includes(id)) ids.push(id);
      }
    }
    return ids;
  }

  private link(index: number, message: Message): void {
    const { linker, links } = this;
    if (message.role === 'assistant' && message.tool_calls && message.tool_calls.length > 0) {
      const ids = new Set(message.tool_calls.map((call) => call.id));
      for (const id of ids) {
        const earlier = linker.callWith(id);
        if (earlier && !earlier.answered) this.close(earlier.head);
      }
      linker.add(index, message);
      this.waiting.set(index, ids.size);
      links.lastResult[index] = LATER;
      return;
    }
    const call = message.role === 'tool' ? linker.callWith(message.tool_call_id ?? '') : undefined;
    const isFirst = call?.answered === false;
    linker.add(index, message);
    if (!call) return;
    if (isFirst) this.close(call.head);
    else if (this.waiting.has(call.head)) links.lastResult[call.head] = LATER;
  }

  /** One call of a group waits no more. */
  private close(head: number): void {
    const left = (this.waiting.get(head) ?? 1) - 1;
    const last = this.linker.lastMember[head] as number;
    if (left > 0) this.waiting.set(head, left);
    else this.waiting.delete(head);
    this.links.lastResult[head] = left > 0 ? LATER : last > head ? last : -1;
  }
}

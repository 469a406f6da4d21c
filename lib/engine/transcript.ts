/** The transcript: messages in order, the tool schemas beside them, and the links between tool calls and their results. */

export type Role = 'system' | 'developer' | 'user' | 'assistant' | 'tool';
export const ROLES: readonly Role[] = ['system', 'developer', 'user', 'assistant', 'tool'];

export type MessageKind = 'user_message' | 'assistant_message' | 'tool_observation' | 'decision';
export type Priority = 'low' | 'normal' | 'high';

/** One tool call of an assistant message, in OpenAI Chat Completions form. `arguments` is the raw text the model wrote. */
export interface ToolCall {
  id: string;
  type: 'function';
  function: { name: string; arguments: string };
}

/** A schema of a tool that the model may call; sent with every request. Any JSON object. */
export type ToolSchema = { readonly [key: string]: unknown };

/** An OpenAI Chat Completions message with our optional extensions. */
export interface Message {
  role: Role;
  content: string | null;
  tool_calls?: ToolCall[];
  tool_call_id?: string;
  name?: string;
  kind?: MessageKind;
  priority?: Priority;
  /** ISO 8601, as recorded. Order in the transcript never depends on it. */
  timestamp?: string;
  /** Pinned by hand: no memory system with pins lets it go. */
  pinned?: boolean;
  /** Private reasoning recorded beside the answer. Shown, never counted: providers do not send it back as text. */
  reasoning?: string;
  /** Tokens that the images in the message cost beside its text; the text has only placeholders for them. */
  imageTokens?: number;
  /** On a tool result: the tool said that it failed. The name is Anthropic's; what did not fail has no field. */
  is_error?: true;
}

export interface Transcript {
  messages: Message[];
  tools?: ToolSchema[];
}

/** One model call per assistant message, plus the next call after the last message. */
export function callCount(messages: readonly Message[]): number {
  let count = 1;
  for (const message of messages) if (message.role === 'assistant') count++;
  return count;
}

/**
 * How calls and results belong together. A tool group is an assistant message with its calls and all their results.
 * Ids may be reused within a transcript: a result belongs to the nearest preceding call with its id.
 */
export interface ToolLinks {
  /** Per message: index of the assistant message that heads its tool group, or the message's own index. */
  readonly group: Int32Array;
  /** Per group head: index of its last result in the transcript, or -1 where it has none. */
  readonly lastResult: Int32Array;
  /** Per group head: how many of its calls have no result anywhere in the transcript. */
  readonly unanswered: Int32Array;
  /** Per message: 1 where it is a tool result whose call is not in the transcript before it. */
  readonly orphan: Uint8Array;
  /** Per message: the next member of the same group, or -1. */
  readonly nextMember: Int32Array;
}

/** Links messages as they come, each at the cost of its own calls. */
export class ToolLinker {
  readonly links: ToolLinks;
  /** Per group head: its last member, itself where it has no results. */
  readonly lastMember: Int32Array;
  private readonly latestCall = new Map<string, { head: number; answered: boolean }>();

  /** With room for so many messages. */
  constructor(capacity: number) {
    this.links = {
      group: new Int32Array(capacity),
      lastResult: new Int32Array(capacity).fill(-1),
      unanswered: new Int32Array(capacity),
      orphan: new Uint8Array(capacity),
      nextMember: new Int32Array(capacity).fill(-1),
    };
    this.lastMember = new Int32Array(capacity);
  }

  /** The call that a result with this id would belong to. */
  callWith(id: string): { readonly head: number; readonly answered: boolean } | undefined {
    return this.latestCall.get(id);
  }

  /** Links the next message. */
  add(index: number, message: Message): void {
    const { group, lastResult, unanswered, orphan, nextMember } = this.links;
    group[index] = index;
    this.lastMember[index] = index;
    if (message.role === 'assistant' && message.tool_calls) {
      for (const call of message.tool_calls) {
        this.latestCall.set(call.id, { head: index, answered: false });
        unanswered[index] = (unanswered[index] as number) + 1;
      }
    } else if (message.role === 'tool') {
      const call = message.tool_call_id === undefined ? undefined : this.latestCall.get(message.tool_call_id);
      if (!call) {
        orphan[index] = 1;
        return;
      }
      const { head } = call;
      group[index] = head;
      lastResult[head] = index;
      nextMember[this.lastMember[head] as number] = index;
      this.lastMember[head] = index;
      if (!call.answered) {
        call.answered = true;
        unanswered[head] = (unanswered[head] as number) - 1;
      }
    }
  }
}

/** Links every tool result to its call. Linear in messages and calls. */
export function linkTools(messages: readonly Message[]): ToolLinks {
  const linker = new ToolLinker(messages.length);
  for (let index = 0; index < messages.length; index++) linker.add(index, messages[index] as Message);
  return linker.links;
}

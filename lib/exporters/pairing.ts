/** Calls and their results, one to one, as providers want them: under ids that differ, with what pairs with nothing set apart. */

import type { Message, ToolCall } from '../engine/transcript';

export interface PairedCall {
  call: ToolCall;
  /** Differs from that of every other call; letters, digits, `_` and `-`, at most 64. */
  id: string;
  /** Message that makes the call. */
  message: number;
  /** Its first result, or -1. */
  result: number;
}

export interface Pairing {
  /** Calls of a message, in order. */
  callsOf(message: number): readonly PairedCall[];
  /** The call that a message is the first result of. */
  answeredBy(message: number): PairedCall | undefined;
  /** Whether a call has no result though more was said after it: it cannot be sent as a call. */
  isPassedOver(call: PairedCall): boolean;
  readonly calls: readonly PairedCall[];
}

/** A result belongs to the nearest call before it with its id; a second one to none. */
export function pairCalls(messages: readonly Message[]): Pairing {
  const calls: PairedCall[] = [];
  const byMessage = new Map<number, PairedCall[]>();
  const byResult = new Map<number, PairedCall>();
  const latest = new Map<string, PairedCall>();
  const ids = new FreshIds();
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant' && message.tool_calls) {
      const own = message.tool_calls.map((call) => ({ call, id: ids.take(call.id), message: index, result: -1 }));
      byMessage.set(index, own);
      for (const one of own) {
        latest.set(one.call.id, one);
        calls.push(one);
      }
    } else if (message.role === 'tool') {
      const call = latest.get(message.tool_call_id ?? '');
      if (!call || call.result >= 0) continue;
      call.result = index;
      byResult.set(index, call);
    }
  }
  return {
    calls,
    callsOf: (message) => byMessage.get(message) ?? [],
    answeredBy: (message) => byResult.get(message),
    isPassedOver: (call) => call.result < 0 && call.message < messages.length - 1,
  };
}

class FreshIds {
  private readonly used = new Set<string>();
  private readonly next = new Map<string, number>();

  take(id: string): string {
    const plain = id.replace(/[^a-zA-Z0-9_-]/g, '_').slice(0, 64) || 'call';
    let fresh = plain;
    while (this.used.has(fresh)) {
      const number = (this.next.get(plain) ?? 1) + 1;
      this.next.set(plain, number);
      fresh = `${plain.slice(0, 54)}_${number}`;
    }
    this.used.add(fresh);
    return fresh;
  }
}

/** A call that cannot be sent as one, in words. */
export function callInWords({ function: target }: ToolCall): string {
  return `[calls ${target.name}(${target.arguments})]`;
}

/** A result that answers no call, in words. */
export function resultInWords(message: Message): string {
  const of = message.tool_call_id === undefined ? '' : ` of ${message.tool_call_id}`;
  return `[result${of}${message.is_error ? ', an error' : ''}] ${message.content ?? ''}`;
}

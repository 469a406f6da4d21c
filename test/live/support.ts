/** What tests of live memories share: a memory that is soon full, messages for it, and transcripts without what only hindsight could know. */

import type { Message, Transcript } from '@/lib/engine/transcript';
import { createLiveMemory, type LiveMemory, type LiveOptions } from '@/lib/live/live-memory';
import { chars4 } from '@/lib/tokenizers/chars4';

/** The transcript with every call answered exactly once: calls that never are, and second answers, are left out. */
export function answeredOnce(transcript: Transcript): Transcript {
  const open = new Map<string, { answered: boolean }>();
  const calls = new Map<string, { answered: boolean }>();
  const second = new Set<number>();
  for (const [index, message] of transcript.messages.entries()) {
    for (const [place, call] of (message.role === 'assistant' ? (message.tool_calls ?? []) : []).entries()) {
      const made = { answered: false };
      open.set(call.id, made);
      calls.set(`${index} ${place}`, made);
    }
    const call = message.role === 'tool' ? open.get(message.tool_call_id ?? '') : undefined;
    if (call?.answered) second.add(index);
    if (call) call.answered = true;
  }
  const messages: Message[] = [];
  for (const [index, message] of transcript.messages.entries()) {
    if (second.has(index)) continue;
    const { tool_calls: made = [], ...rest } = message;
    const kept = made.filter((_call, place) => calls.get(`${index} ${place}`)?.answered);
    messages.push(kept.length > 0 ? { ...rest, tool_calls: kept } : rest);
  }
  return { ...transcript, messages };
}

/** Appends everything and prepares before each answer and at the end; the windows sent, call by call. */
export async function driven(memory: LiveMemory, messages: readonly Message[]): Promise<Message[][]> {
  const windows: Message[][] = [];
  for (const message of messages) {
    if (message.role === 'assistant') windows.push(await memory.prepare());
    await memory.append(message);
  }
  windows.push(await memory.prepare());
  return windows;
}

export const small = { window: 400, ratio: 1, reserveCompletion: 0, keepRecent: 2, maxToolTokens: 50, compactAt: 0.5 };

export function memoryOf(options: Partial<LiveOptions> = {}) {
  return createLiveMemory({
    system: 'managed-window',
    config: small,
    counter: chars4,
    summarizer: () => 'S',
    ...options,
  });
}

export const user = (content: string): Message => ({ role: 'user', content });
export const filler = (number: number): Message => ({ role: 'assistant', content: `${number} ${'word '.repeat(30)}` });
export const call = (id: string): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: [{ id, type: 'function', function: { name: 'read', arguments: '{}' } }],
});
export const result = (id: string, content = 'done'): Message => ({ role: 'tool', tool_call_id: id, content });

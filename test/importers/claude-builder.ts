/** Builds lines of Claude Code sessions for tests, and draws the conversations that come of them. */

import { lines, read } from './support';

let made = 0;
export function line(type: string, parent: string | null, message: object, more: object = {}): object {
  made++;
  return { type, parentUuid: parent, isSidechain: false, uuid: `n${made}`, message, ...more };
}
export const user = (parent: string | null, content: unknown, more: object = {}): object =>
  line('user', parent, { role: 'user', content }, more);
export const assistant = (parent: string | null, id: string, ...content: object[]): object =>
  line('assistant', parent, { id, role: 'assistant', content });
export const text = (words: string): object => ({ type: 'text', text: words });
export const call = (id: string | undefined, name = 'Run'): object => ({ type: 'tool_use', id, name, input: { id } });
export const result = (id: string | undefined, content: unknown): object => ({
  type: 'tool_result',
  tool_use_id: id,
  content,
});

/** The conversations drawn on a line each: part, then role initial, content or calls, and the id answered. */
export async function drawn(...values: object[]): Promise<string[]> {
  const report = await read(lines(...values));
  return report.conversations.map(({ part, messages }) => {
    const parts = messages.map(
      ({ role, content, tool_calls, tool_call_id }) =>
        `${role[0]}:${content ?? tool_calls?.map(({ id }) => id).join('+') ?? ''}${tool_call_id ? `<${tool_call_id}` : ''}`,
    );
    return `${part} ${parts.join(' ')}`;
  });
}

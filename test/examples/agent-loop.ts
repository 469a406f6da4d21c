/** An agent loop in Node with a managed window for its memory. The README shows what stands between the two rules. */

// ───
import type { Message, ToolCall } from '../../lib/engine/transcript';
import { createLiveMemory } from '../../lib/live/live-memory';
import { chars4 } from '../../lib/tokenizers/chars4';

type Model = (messages: Message[]) => Promise<Message>;

export async function agentLoop(task: string, model: Model, runTool: (call: ToolCall) => Promise<string>) {
  const memory = createLiveMemory({
    system: 'managed-window',
    config: { window: 8_000, reserveCompletion: 1_000, maxToolTokens: 500 },
    counter: chars4,
    summarizer: async (request) => {
      const span = JSON.stringify(request.messages());
      const order = `Keep decisions, facts and errors of this in ${request.wordLimit} words, or answer NOTHING:\n${span}`;
      return (await model([{ role: 'user', content: order }])).content;
    },
  });
  await memory.append({ role: 'system', content: 'You fix bugs with the tools you have.' });
  await memory.append({ role: 'user', content: task });
  for (;;) {
    const answer = await model(await memory.prepare());
    await memory.append(answer);
    const { tool_calls: calls = [] } = answer;
    if (calls.length === 0) return { answer, memory };
    // Results come in as the tools end; the memory takes one after the other.
    await Promise.all(
      calls.map(async (call) => {
        const { state, reason } = await memory.append({
          role: 'tool',
          tool_call_id: call.id,
          content: await runTool(call),
        });
        if (state !== 'ok') console.warn(reason);
      }),
    );
  }
}
// ───

/** Long agent sessions made up from a seed: short talk, tool groups, now and then a flood, written as the JSON file they would be. */

import type { Message, ToolCall, Transcript } from '../../lib/engine/transcript';

/** A small generator of numbers in [0, 1) (mulberry32), so that every run measures the same text. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

const PROSE =
  'the service reads its settings from config and writes a report that the job picks up later so we check the cache first and then the queue because a retry may come before the lock is free'.split(
    ' ',
  );
const CODE = [
  '  const value = await store.get(key);\n',
  '  if (!value) throw new NotFoundError("no record", { key });\n',
  'export function parse(input: string): Result {\n',
  '    at Object.<anonymous> (/srv/app/src/billing/invoice.ts:214:17)\n',
  '  "status": "pending",\n',
  '2025-11-04T09:12:44Z INFO worker-3 finished job 8842 in 312ms\n',
  'src/billing/tax.ts:88:9 - error TS2345: Argument of type "string" is not assignable\n',
  '}\n',
];

const TOOLS = ['read_file', 'run_command', 'search', 'edit_file'];
const CORRECTIONS = [
  'No, use the staging database instead.',
  'Actually, keep the old column.',
  'Not that file, I meant tax.ts.',
];

/** A session of exactly `count` messages: 0.8 to 1.5 KB on average, one tool result in 60 of about 30 KB. */
export function session(count: number, seed = 7): Transcript {
  const random = randomFrom(seed);
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const prose = (words: number): string => {
    const parts: string[] = [];
    for (let word = 0; word < words; word++) parts.push(pick(PROSE));
    return `${parts.join(' ')}.`;
  };
  const code = (characters: number): string => {
    const parts: string[] = [];
    for (let length = 0; length < characters; ) {
      const line = pick(CODE);
      parts.push(line);
      length += line.length;
    }
    return parts.join('');
  };
  const messages: Message[] = [
    { role: 'system', content: `You are a careful engineer. ${prose(300)}` },
    { role: 'user', content: `TASK: migrate the billing module. ${prose(120)}` },
  ];
  let ids = 0;
  while (messages.length < count) {
    if (random() < 0.12) {
      messages.push({
        role: 'user',
        content: random() < 0.15 ? pick(CORRECTIONS) : prose(12 + Math.floor(random() * 60)),
      });
      continue;
    }
    const calls: ToolCall[] = [];
    if (random() < 0.8) {
      for (let number = 0; number < (random() < 0.2 ? 2 : 1); number++) {
        const args = JSON.stringify({ path: `src/billing/part-${Math.floor(random() * 90)}.ts`, note: prose(4) });
        calls.push({ id: `call_${++ids}`, type: 'function', function: { name: pick(TOOLS), arguments: args } });
      }
    }
    const content = calls.length > 0 && random() < 0.3 ? null : prose(15 + Math.floor(random() * 70));
    messages.push(
      calls.length > 0 ? { role: 'assistant', content, tool_calls: calls } : { role: 'assistant', content },
    );
    for (const call of calls) {
      const length = random() < 1 / 60 ? 30_000 : 200 + Math.floor(random() ** 3 * 6000);
      messages.push({ role: 'tool', tool_call_id: call.id, content: code(length) });
    }
  }
  messages.length = count;
  const tools = TOOLS.map((name) => ({
    type: 'function',
    function: { name, parameters: { type: 'object', note: prose(20) } },
  }));
  return { messages, tools };
}

/** Synthetic sessions of a coding agent: the same seed gives the same transcript, with tool floods and corrections in it. */

import type { Message, Transcript } from '../engine/transcript';

/** Numbers from 0 to under 1, the same for the same seed (mulberry32). */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

const WORDS =
  'invoice ledger refund customer payment schema migration index cache queue worker retry timeout region replica token webhook module config deploy test fixture handler router session parser metric alert'.split(
    ' ',
  );
const FOLDERS = ['src/billing', 'src/api', 'src/jobs', 'tests/billing'];
const CORRECTIONS = [
  'No, that is not what I meant: keep the old column until the backfill is done.',
  'Actually, use the staging database, not production.',
  'Wrong file. Work in src/billing/ledger.py instead.',
];

class Session {
  private readonly next: () => number;
  readonly messages: Message[] = [];
  private calls = 0;

  constructor(seed: number) {
    this.next = random(seed);
  }

  private below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  private pick(list: readonly string[]): string {
    return list[this.below(list.length)] as string;
  }

  private prose(words: number): string {
    return Array.from({ length: words }, () => this.pick(WORDS)).join(' ');
  }

  private path(): string {
    return `${this.pick(FOLDERS)}/${this.pick(WORDS)}_${this.below(90) + 10}.py`;
  }

  turn(number: number): void {
    if (number > 0 && this.next() < 0.06) this.messages.push({ role: 'user', content: this.pick(CORRECTIONS) });
    else this.messages.push({ role: 'user', content: `Step ${number + 1}: look at the ${this.prose(6)} next.` });
    const rounds = 1 + this.below(2);
    for (let round = 0; round < rounds; round++) this.callTools();
    const path = this.path();
    this.messages.push({
      role: 'assistant',
      content: `I decided to change ${path}: ${this.prose(12)}. The ${this.pick(WORDS)} count is ${this.below(9000)}. ${this.prose(60)}.`,
    });
  }

  private callTools(): void {
    const count = this.next() < 0.2 ? 2 : 1;
    const calls = Array.from({ length: count }, () => {
      const name = this.pick(['read_file', 'run_tests', 'search']);
      return {
        id: `call_${++this.calls}`,
        type: 'function' as const,
        function: { name, arguments: JSON.stringify({ path: this.path() }) },
      };
    });
    this.messages.push({ role: 'assistant', content: null, tool_calls: calls });
    for (const { id } of calls) {
      // One result in eight is a flood that no window should take as it is.
      const words = this.next() < 0.125 ? 2000 + this.below(4000) : 40 + this.below(360);
      const outcome = this.next() < 0.15 ? `Error: ${this.pick(WORDS)} failed with code ${this.below(90)}\n` : '';
      this.messages.push({ role: 'tool', tool_call_id: id, content: `${outcome}${this.prose(words)}` });
    }
  }
}

/** A system prompt, a task, and so many user turns, each with tool calls, their results and an answer. */
export function syntheticTranscript(turns: number, seed: number): Transcript {
  const session = new Session(seed);
  session.messages.push(
    {
      role: 'system',
      content: 'You are a coding agent. Work in small steps, run the tests after each, and say what you decided.',
    },
    { role: 'user', content: 'TASK: migrate the billing module to the new ledger without losing a single invoice.' },
    { role: 'assistant', content: 'I will start with the schema and keep both tables in step until the end.' },
  );
  for (let turn = 0; turn < turns; turn++) session.turn(turn);
  return { messages: session.messages };
}

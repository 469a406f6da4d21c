/** Which messages of a transcript say what a probe looks for: found once a question, whatever is replayed on it. */

import type { TranscriptIndex } from '../engine/accounting';
import type { Message } from '../engine/transcript';
import type { TextTest } from './compile';

/** Answers by question and message: an expression reads only what is new after an edit, and no summary twice. */
const answers = new WeakMap<TextTest, WeakMap<Message, boolean>>();
const found = new WeakMap<TextTest, WeakMap<TranscriptIndex, Int32Array>>();

function ofQuestion<K extends object, V>(all: WeakMap<TextTest, WeakMap<K, V>>, test: TextTest): WeakMap<K, V> {
  let own = all.get(test);
  if (!own) {
    own = new WeakMap();
    all.set(test, own);
  }
  return own;
}

/** Its content, and each call as NAME(ARGUMENTS): a text of its own each. Reasoning is not sent, and so says nothing. */
function someText(message: Message, test: TextTest): boolean {
  if (message.content && test.test(message.content)) return true;
  for (const { function: called } of message.tool_calls ?? []) {
    if (test.test(`${called.name}(${called.arguments})`)) return true;
  }
  return false;
}

/** Whether a message says it, as it is given; read once, and the answer is kept. */
export function says(message: Message, test: TextTest): boolean {
  const own = ofQuestion(answers, test);
  let answer = own.get(message);
  if (answer === undefined) {
    answer = someText(message, test);
    own.set(message, answer);
  }
  return answer;
}

/** Messages that say it, ascending. */
export function holdersOf(index: TranscriptIndex, test: TextTest): Int32Array {
  const known = index.growth ? undefined : found.get(test)?.get(index);
  if (known) return known;
  findHolders(index, [test]);
  return found.get(test)?.get(index) ?? new Int32Array();
}

/** Reads the transcript once for all questions that have not been put to it yet. Linear in its text a question. */
export function findHolders(index: TranscriptIndex, tests: readonly TextTest[]): void {
  const open = index.growth ? tests : tests.filter((test) => !found.get(test)?.has(index));
  const holders = open.map((): number[] => []);
  const length = index.growth?.length ?? index.roles.length;
  for (let message = 0; open.length > 0 && message < length; message++) {
    const one = index.transcript.messages[message] as Message;
    for (const [number, test] of open.entries()) {
      if (test.isSlow ? says(one, test) : someText(one, test)) holders[number]?.push(message);
    }
  }
  for (const [number, test] of open.entries()) {
    ofQuestion(found, test).set(index, Int32Array.from(holders[number] as number[]));
  }
}

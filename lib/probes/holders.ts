/** Which messages of a transcript say what a probe looks for: found once a question, whatever is replayed on it. */

import type { TranscriptIndex } from '../engine/accounting';
import type { Message } from '../engine/transcript';
import type { TextTest } from './compile';

/** Answers by question and message: after an edit only what is new is read. */
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

/** Whether a message says it, as it is given. Read once a message. */
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
  const own = ofQuestion(found, test);
  const known = index.growth ? undefined : own.get(index);
  if (known) return known;
  const length = index.growth?.length ?? index.roles.length;
  const holders: number[] = [];
  for (let message = 0; message < length; message++) {
    if (says(index.transcript.messages[message] as Message, test)) holders.push(message);
  }
  const made = Int32Array.from(holders);
  if (!index.growth) own.set(index, made);
  return made;
}

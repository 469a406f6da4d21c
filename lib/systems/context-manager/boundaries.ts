/** Where the log may be cut: places that split no tool group, and where published code ends up when it steps off a result. */

import { memoise, TOOL, type TranscriptIndex, USER } from '../../engine/accounting';
import { conversationOf } from '../../engine/items';

/** Per position of the conversation, and one past its end: the nearest place at or before it that no tool group spans. */
export function cleanCuts(index: TranscriptIndex): Int32Array {
  return memoise(index.memo, 'clean cuts', () => {
    const { messages, positions } = conversationOf(index);
    const cuts = new Int32Array(messages.length + 1);
    let reach = -1;
    for (let position = 0; position <= messages.length; position++) {
      cuts[position] = reach < position ? position : (cuts[position - 1] as number);
      const message = messages[position];
      if (message === undefined) break;
      const last = index.links.lastResult[message] as number;
      reach = Math.max(reach, position, last < 0 ? -1 : (positions[last] as number));
    }
    return cuts;
  });
}

/** Per position, and one past the end: itself, or the message before the run of tool results that it is in. */
export function resultCuts(index: TranscriptIndex): Int32Array {
  return memoise(index.memo, 'result cuts', () => {
    const { messages } = conversationOf(index);
    const cuts = new Int32Array(messages.length + 1);
    for (let position = 0; position <= messages.length; position++) {
      const message = messages[position];
      const isResult = message !== undefined && index.roles[message] === TOOL;
      cuts[position] = isResult && position > 0 ? (cuts[position - 1] as number) : position;
    }
    return cuts;
  });
}

/** Per message, and one past the end: user messages before it. */
export function userCounts(index: TranscriptIndex): Int32Array {
  return memoise(index.memo, 'user counts', () => {
    const counts = new Int32Array(index.roles.length + 1);
    for (let message = 0; message < index.roles.length; message++) {
      counts[message + 1] = (counts[message] as number) + (index.roles[message] === USER ? 1 : 0);
    }
    return counts;
  });
}

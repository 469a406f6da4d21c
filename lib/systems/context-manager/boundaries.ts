/** Where the log may be cut: places that split no tool group, and where published code ends up when it steps off a result. */

import { follow, memoise, TOOL, type TranscriptIndex, USER } from '../../engine/accounting';
import { conversationOf, isInstruction } from '../../engine/items';

/** Per position of the conversation, and one past its end: the nearest place at or before it that no tool group spans. */
export function cleanCuts(index: TranscriptIndex): Int32Array {
  return memoise(index.memo, 'clean cuts', () => {
    const { messages, positions } = conversationOf(index);
    const { group, lastResult } = index.links;
    const cuts = new Int32Array(messages.length + 1);
    // Groups of which a result is still to come.
    let open = 0;
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        if (isInstruction(index, message)) continue;
        if ((lastResult[message] as number) > message) open++;
        if (group[message] !== message && lastResult[group[message] as number] === message) open--;
        // Where messages are still to come, what was open at each is known and no more.
        const isClean = (index.growth?.openAfter[message] ?? open) === 0;
        const position = positions[message] as number;
        cuts[position + 1] = isClean ? position + 1 : (cuts[position] as number);
      }
    });
    return cuts;
  });
}

/** Per position, and one past the end: itself, or the message before the run of tool results that it is in. */
export function resultCuts(index: TranscriptIndex): Int32Array {
  return memoise(index.memo, 'result cuts', () => {
    const { messages, positions } = conversationOf(index);
    const cuts = new Int32Array(messages.length + 1);
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        if (isInstruction(index, message)) continue;
        const position = positions[message] as number;
        if (index.roles[message] === TOOL && position > 0) cuts[position] = cuts[position - 1] as number;
        cuts[position + 1] = position + 1;
      }
    });
    return cuts;
  });
}

/** Per message, and one past the end: user messages before it. */
export function userCounts(index: TranscriptIndex): Int32Array {
  return memoise(index.memo, 'user counts', () => {
    const counts = new Int32Array(index.roles.length + 1);
    follow(index, (from, to) => {
      for (let message = from; message < to; message++) {
        counts[message + 1] = (counts[message] as number) + (index.roles[message] === USER ? 1 : 0);
      }
    });
    return counts;
  });
}

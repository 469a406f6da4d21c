/** Probes that name messages and calls by number, brought to the numbers after an edit of the transcript. */

import { ASSISTANT } from '../engine/accounting';
import type { Probe, ProbeAt } from './probe';

/** An edit by what it did to the messages. Roles are codes, as in the transcript's index. */
export interface MovedMessages {
  /** Per message before the edit its index after it, or -1 where it is gone. Entries past the last message are not read. */
  to: Int32Array;
  before: Uint8Array;
  after: Uint8Array;
}

/** Per call the message that answers it; the last call is answered by what comes after all of them. */
function answersOf(roles: Uint8Array): number[] {
  const answers: number[] = [];
  for (let message = 0; message < roles.length; message++) if (roles[message] === ASSISTANT) answers.push(message);
  answers.push(roles.length);
  return answers;
}

/**
 * A probe about a message that is gone goes with it. A call stays the one before the same message; where that is gone, it
 * is the call before the first message after it that is left. `end` stays the end, and so does the last call.
 */
export function probesAfterEdit(probes: readonly Probe[], { to, before, after }: MovedMessages): Probe[] {
  if (probes.length === 0) return [];
  const answers = answersOf(before);
  /** Calls after the edit by the messages before which they are: how many answers come before each place. */
  const callsBefore = new Int32Array(after.length + 1);
  for (let place = 0; place < after.length; place++) {
    callsBefore[place + 1] = (callsBefore[place] as number) + (after[place] === ASSISTANT ? 1 : 0);
  }
  const moved = (call: number): number => {
    const answer = answers[call - 1];
    // There was no such call before either.
    if (answer === undefined) return Math.max(1, call + (callsBefore[after.length] as number) + 1 - answers.length);
    let message = answer;
    while (message < before.length && (to[message] ?? -1) < 0) message++;
    const place = message < before.length ? (to[message] as number) : after.length;
    return (callsBefore[place] as number) + 1;
  };
  return probes.flatMap((probe) => {
    const { message } = probe;
    const at = movedAt(probe.at, moved);
    if (message === undefined) return [{ ...probe, at }];
    const index = message < before.length ? (to[message] ?? -1) : message + after.length - before.length;
    return index < 0 ? [] : [{ ...probe, at, message: index }];
  });
}

function movedAt(at: ProbeAt, moved: (call: number) => number): ProbeAt {
  if (at === 'end') return at;
  if (typeof at === 'number') return moved(at);
  const from = moved(at.from);
  // Messages that change places may turn a range around; it is then the one call.
  return { from, to: at.to === 'end' ? 'end' : Math.max(from, moved(at.to)) };
}

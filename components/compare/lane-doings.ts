/** What a lane does to its window at each call, as a text that reads the same where two lanes do the same. */

import { type Insert, type Item, type Run, State } from '@/lib/engine/run';

/** How an item stands in a window. */
const Form = { gone: 0, whole: 1, cut: 2 } as const;

function formOf(state: number, into: number): number {
  // What went into another message is told there, also where it stands in it word for word.
  if (into >= 0) return Form.gone;
  return state === State.verbatim ? Form.whole : state === State.truncated ? Form.cut : Form.gone;
}

const ascending = (one: number, other: number) => one - other;

/**
 * By call, what has become other in the window than by the messages that came in. Only the outcome is told: neither the steps
 * that led to it nor the numbers that a lane gives to what it wrote, which two lanes have in common by chance.
 */
export function doingsOf(run: Run): string[] {
  const { transitions, arrivals, inserts, messageCount } = run;
  /** How each message stands, and how it does as far as it is told: one that comes in is expected to stand whole. */
  const forms = new Uint8Array(messageCount).fill(Form.whole);
  const told = new Uint8Array(messageCount).fill(Form.whole);
  const insertForms = new Uint8Array(inserts.length);
  const insertsTold = new Uint8Array(inserts.length);
  /** What each insert says and where, as it was told when it came. */
  const written: string[] = [];
  const isLeading = new Uint8Array(messageCount);
  for (const message of run.leading) isLeading[message] = 1;
  let message = 0;
  let insert = 0;
  let entry = 0;

  /** Below each message one that all between the two are gone after, so that what is gone is not looked through again. */
  const below = new Int32Array(messageCount);
  /** Since something came back, what was found between messages may not be so. */
  let isBack = true;

  /** The last message before an insert in its window, or -1: it stands there by whatever number its anchor has. */
  const lastBefore = (anchor: number): number => {
    if (isBack) for (let one = 0; one < messageCount; one++) below[one] = one - 1;
    isBack = false;
    const from = Math.min(anchor, message) - 1;
    let found = from;
    while (found >= 0 && (isLeading[found] === 1 || forms[found] === Form.gone)) found = below[found] as number;
    for (let passed = from; passed > found; ) {
      const next = below[passed] as number;
      below[passed] = found;
      passed = next;
    }
    if (found >= 0) return found;
    return run.leading.findLast((before) => before < message && forms[before] !== Form.gone) ?? -1;
  };

  const insertDoings = (touched: readonly number[]): string => {
    const balance = new Map<string, number>();
    for (const number of touched) {
      const form = insertForms[number] as number;
      if (form === insertsTold[number]) continue;
      insertsTold[number] = form;
      if (form !== Form.gone) {
        const { anchor, message: said } = inserts[number] as Insert;
        const content = said.content ?? '';
        written[number] = `${lastBefore(anchor)} ${said.role} ${content.length} ${content}`;
      }
      const words = written[number] ?? '';
      balance.set(words, (balance.get(words) ?? 0) + (form === Form.gone ? -1 : 1));
    }
    const words = [...balance].map(([text, count]) =>
      count === 0 ? '' : `${count > 0 ? '+' : ''}${count} after ${text} `,
    );
    return (words.length > 1 ? words.sort() : words).join('');
  };

  return Array.from(run.calls.before, (_, call) => {
    const touched: number[] = [];
    const touchedInserts: number[] = [];
    for (; message < messageCount && (arrivals.call[message] as number) <= call; message++) {
      const form = formOf(arrivals.state[message] as number, -1);
      if (form === Form.whole) continue;
      forms[message] = form;
      touched.push(message);
    }
    for (; insert < inserts.length && (inserts[insert] as Insert).call <= call; insert++) {
      insertForms[insert] = Form.whole;
      touchedInserts.push(insert);
    }
    for (; entry < transitions.call.length && (transitions.call[entry] as number) <= call; entry++) {
      const item = transitions.subject[entry] as Item;
      const form = formOf(transitions.state[entry] as number, transitions.into[entry] as number);
      if (item < 0) {
        insertForms[~item] = form;
        touchedInserts.push(~item);
        continue;
      }
      if (forms[item] === Form.gone && form !== Form.gone) isBack = true;
      forms[item] = form;
      touched.push(item);
    }
    let doings = '';
    for (const one of touched.length > 1 ? touched.sort(ascending) : touched) {
      if (forms[one] === told[one]) continue;
      told[one] = forms[one] as number;
      doings += `${one}:${forms[one]} `;
    }
    return touchedInserts.length > 0 ? doings + insertDoings(touchedInserts) : doings;
  });
}

/** A conversation that goes from worker to worker: whole the first time, then only what is new. */

import { describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import type { Conversation } from '@/lib/importers/importer';
import { defaultLane } from '@/lib/store/lane';
import { Jobs } from '@/lib/worker/jobs';
import { borrow, Lender, type Lent } from '@/lib/worker/lending';

const SIGNAL = new AbortController().signal;

function conversation(messages: Message[]): Conversation {
  return { id: 'c', title: 'One', messages, boundaries: [], usage: [] } as unknown as Conversation;
}

function texts(...all: string[]): Message[] {
  return all.map((content) => ({ role: 'user', content }));
}

/** Lends through a real port; also how many messages went through it. */
async function lent(lender: Lender, messages: Message[], has: { name: string | null; messages: readonly Message[] }) {
  const { port1, port2 } = new MessageChannel();
  let fresh = 0;
  const watched = {
    postMessage(parcel: { fresh: readonly Message[] }) {
      fresh = parcel.fresh.length;
      port1.postMessage(parcel);
    },
    close: () => port1.close(),
  } as unknown as MessagePort;
  const taken: Promise<Lent> = borrow(port2, has.messages, SIGNAL);
  const name = lender.lend(watched, { conversation: conversation(messages), counts: [] }, has.name);
  return { name, fresh, messages: (await taken).conversation.messages };
}

describe('a lent conversation', () => {
  it('comes whole at first, then with what was changed, put in and moved; what stayed is the same object', async () => {
    const lender = new Lender();
    const [a, b, c, d] = texts('a', 'b', 'c', 'd') as [Message, Message, Message, Message];
    const first = await lent(lender, [a, b, c, d], { name: null, messages: [] });
    expect(first.fresh).toBe(4);
    expect(first.messages).toEqual([a, b, c, d]);
    const [x, y] = texts('x', 'y') as [Message, Message];
    const second = await lent(lender, [d, a, x, y], first);
    expect(second.fresh).toBe(2);
    expect(second.messages).toEqual([d, a, x, y]);
    expect(second.messages[0]).toBe(first.messages[3]);
    const third = await lent(lender, [a, b], second);
    expect(third.messages).toEqual([a, b]);
    expect(third.fresh).toBe(1);
  });

  it('comes whole to one whose base is not known, also where the lender is a new one', async () => {
    const messages = texts('a', 'b');
    const first = await lent(new Lender(), messages, { name: null, messages: [] });
    const again = await lent(new Lender(), messages, first);
    expect(again.fresh).toBe(2);
    expect(again.messages).toEqual(messages);
  });

  it('several borrowers each get what is new to them', async () => {
    const lender = new Lender();
    const states = [texts('a', 'b', 'c')];
    const one = await lent(lender, states[0] as Message[], { name: null, messages: [] });
    const edited = [...(states[0] as Message[]), ...texts('d')];
    const other = await lent(lender, edited, { name: null, messages: [] });
    const later = [...edited, ...texts('e')];
    expect(await lent(lender, later, one)).toMatchObject({ fresh: 2, messages: later });
    expect(await lent(lender, later, other)).toMatchObject({ fresh: 1, messages: later });
  });

  it('a lane that is asked for while it is on its way is replayed on it, not on the one before', async () => {
    const jobs = { lends: new Jobs(), borrows: new Jobs() };
    const options = { signal: SIGNAL, onProgress: () => undefined };
    const open = async (turns: number) => {
      const messages = Array.from({ length: turns }, (_, turn) => [
        { role: 'user', content: `Question ${turn}` },
        { role: 'assistant', content: `Answer ${turn}` },
      ]).flat();
      const opened = await jobs.lends.run(
        'open',
        { file: new Blob([JSON.stringify(messages)]), name: 'x.json' },
        options,
      );
      await jobs.lends.run('choose', { conversation: opened.conversations[0]?.id ?? '', counts: [] }, options);
    };
    let number = 0;
    const replayed = async () => {
      const { port1, port2 } = new MessageChannel();
      const borrowing = jobs.borrows.run('borrow', { port: port2 }, options);
      const lane = jobs.borrows.run(
        'laneRun',
        { id: 'one', number: ++number, lane: defaultLane(), yardstick: 'chars4' },
        options,
      );
      await jobs.lends.run('lend', { port: port1, base: null }, options);
      await borrowing;
      return (await lane).run.calls.before.length;
    };
    await open(3);
    expect(await replayed()).toBe(4);
    await open(7);
    expect(await replayed()).toBe(8);
  });
});

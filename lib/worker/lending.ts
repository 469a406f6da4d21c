/**
 * One worker hands its open conversation to another through a port of their own, so that it never passes the page. Who has an
 * earlier state of it gets only what is new: an edit changes few messages of many.
 */

import type { TokenCounts } from '../engine/accounting';
import type { Message } from '../engine/transcript';
import type { Conversation } from '../importers/importer';

/** A conversation with the counts that are known of it. */
export interface Lent {
  conversation: Conversation;
  counts: TokenCounts[];
}

/** What a borrower gets: `origin` tells per message its number in what it had before, or -1; null where it had nothing of it. */
export interface Borrowed extends Lent {
  origin: Int32Array | null;
}

/** How it goes through the port. Where the borrower has a base, `origin` tells per message its index there, or -1 for the next fresh one. */
interface Parcel {
  rest: Omit<Conversation, 'messages'>;
  fresh: readonly Message[];
  origin: Int32Array | null;
  counts: TokenCounts[];
}

/** States that are remembered, the latest: more workers do not borrow. */
const MOST_STATES = 16;

/** Lends states of a conversation, each under a name of its own. */
export class Lender {
  private readonly states = new Map<string, readonly Message[]>();
  /** Told apart from those of a worker that was here before. */
  private readonly name = Math.random().toString(36).slice(2);
  private lendings = 0;

  /** Sends it through a port, which serves this once. `base` is the name of what the borrower has; returns that of what it has then. */
  lend(port: MessagePort, { conversation, counts }: Lent, base: string | null): string {
    const { messages, ...rest } = conversation;
    const before = base === null ? undefined : this.states.get(base);
    const origin = before ? originOf(before, messages) : null;
    const fresh = origin ? messages.filter((_message, at) => origin[at] === -1) : messages;
    const parcel: Parcel = { rest, fresh, origin, counts };
    port.postMessage(parcel);
    port.close();
    const lending = `${this.name} ${++this.lendings}`;
    this.states.set(lending, messages);
    for (const oldest of this.states.keys()) {
      if (this.states.size <= MOST_STATES) break;
      this.states.delete(oldest);
    }
    return lending;
  }
}

function originOf(before: readonly Message[], after: readonly Message[]): Int32Array {
  const places = new Map(before.map((message, at) => [message, at]));
  return Int32Array.from(after, (message) => places.get(message) ?? -1);
}

function unpacked({ rest, fresh, origin, counts }: Parcel, base: readonly Message[]): Borrowed {
  let next = 0;
  const messages = origin
    ? Array.from(origin, (at) => (at < 0 ? (fresh[next++] as Message) : (base[at] as Message)))
    : [...fresh];
  return { conversation: { ...rest, messages }, counts, origin };
}

/**
 * What comes through the port, for one who has `base`. A conversation that cannot be copied fails on the lender's side;
 * nothing comes then.
 */
export function borrow(port: MessagePort, base: readonly Message[], signal: AbortSignal): Promise<Borrowed> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      port.close();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    port.onmessage = ({ data }: MessageEvent<Parcel>) => {
      signal.removeEventListener('abort', stop);
      port.close();
      resolve(unpacked(data, base));
    };
  });
}

/** One worker hands its open conversation to another through a port of their own, so that it never passes the page. */

import type { TokenCounts } from '../engine/accounting';
import type { Conversation } from '../importers/importer';

/** A conversation with the counts that are known of it. */
export interface Lent {
  conversation: Conversation;
  counts: TokenCounts[];
}

/** Sends it through a port, which serves this once. */
export function lend(port: MessagePort, lent: Lent): void {
  port.postMessage(lent);
  port.close();
}

/** What comes through the port. A conversation that cannot be copied fails on the lender's side; nothing comes then. */
export function borrow(port: MessagePort, signal: AbortSignal): Promise<Lent> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      port.close();
      reject(signal.reason);
    };
    signal.addEventListener('abort', stop, { once: true });
    port.onmessage = ({ data }: MessageEvent<Lent>) => {
      signal.removeEventListener('abort', stop);
      port.close();
      resolve(data);
    };
  });
}

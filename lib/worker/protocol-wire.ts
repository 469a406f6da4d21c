/** How requests and answers cross between the page and the engine worker: messages, cancelling, errors. */

import type { Progress, RequestName, Requests } from './protocol';

export interface RequestMessage<Name extends RequestName = RequestName> {
  id: number;
  name: Name;
  input: Requests[Name]['input'];
}

export interface CancelMessage {
  id: number;
  cancel: true;
}

/** An error that has crossed the worker boundary: its class by name, with what to do about it. */
export interface WireError {
  name: string;
  message: string;
  remedy?: string;
  details?: { [key: string]: unknown };
}

export type ReplyMessage =
  | { id: number; output: unknown }
  | { id: number; error: WireError }
  | { id: number; progress: Progress };

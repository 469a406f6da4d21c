/** The page's side of the engine worker: typed requests, progress, cancellation, and what to say when the worker dies. */

import type { Progress, RequestName, Requests } from './protocol';
import { unpacked } from './protocol-run';
import type { ReplyMessage, WireError } from './protocol-wire';

/** An error that happened in the worker. `kind` is the class it had there. */
export class WorkerRequestError extends Error {
  override name = 'WorkerRequestError';
  readonly kind: string;
  readonly remedy: string | undefined;
  readonly details: { [key: string]: unknown };

  constructor(error: WireError) {
    super(error.message);
    this.kind = error.name;
    this.remedy = error.remedy;
    this.details = error.details ?? {};
  }
}

/** The worker stopped: out of memory, or it could not start. Open requests end with this. */
export class WorkerStoppedError extends Error {
  override name = 'WorkerStoppedError';
}

export interface RequestOptions {
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  /** Ports that go over to the worker with the request. */
  transfer?: MessagePort[];
}

interface Pending {
  resolve: (output: never) => void;
  reject: (error: Error) => void;
  onProgress: ((progress: Progress) => void) | undefined;
}

export interface EngineClient {
  request<Name extends RequestName>(
    name: Name,
    input: Requests[Name]['input'],
    options?: RequestOptions,
  ): Promise<Requests[Name]['output']>;
  dispose(): void;
}

/** Starts the engine worker. `onStop` hears of a worker that died; the next client starts a new one. */
export function createEngineClient(onStop: (reason: string) => void): EngineClient {
  // The bundler recognises exactly this shape.
  const worker = new Worker(new URL('./engine.worker.ts', import.meta.url), { type: 'module', name: 'engine' });
  const pending = new Map<number, Pending>();
  let next = 1;

  const stop = (reason: string) => {
    worker.terminate();
    for (const { reject } of pending.values()) reject(new WorkerStoppedError(reason));
    pending.clear();
    onStop(reason);
  };
  worker.onerror = (event) => stop(event.message || 'The engine could not start or ran out of memory.');
  worker.onmessageerror = () => stop('An answer of the engine could not be read.');
  worker.onmessage = ({ data }: MessageEvent<ReplyMessage>) => {
    const request = pending.get(data.id);
    if (!request) return;
    if ('progress' in data) {
      request.onProgress?.(data.progress);
      return;
    }
    pending.delete(data.id);
    if ('error' in data) request.reject(new WorkerRequestError(data.error));
    else request.resolve(unpacked(data.output) as never);
  };

  return {
    request(name, input, options = {}) {
      const id = next++;
      const { signal, onProgress, transfer = [] } = options;
      return new Promise((resolve, reject) => {
        if (signal?.aborted) {
          reject(signal.reason);
          return;
        }
        pending.set(id, { resolve, reject, onProgress });
        signal?.addEventListener(
          'abort',
          () => {
            if (!pending.delete(id)) return;
            worker.postMessage({ id, cancel: true });
            reject(signal.reason);
          },
          { once: true },
        );
        worker.postMessage({ id, name, input }, transfer);
      });
    },
    dispose() {
      worker.terminate();
      pending.clear();
    },
  };
}

/** The worker's shell: hands each request to the jobs and posts the answer back. */
/// <reference lib="webworker" />

import { Jobs } from './jobs';
import { packed } from './protocol-run';
import type { CancelMessage, ReplyMessage, RequestMessage, WireError } from './protocol-wire';

declare const self: DedicatedWorkerGlobalScope;

const jobs = new Jobs();
const running = new Map<number, AbortController>();

function wireError(error: unknown): WireError {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { remedy, what, where, looksLike, alternatives } = error as Error & { [key: string]: unknown };
  return {
    name: error.name,
    message: error.message,
    ...(typeof remedy === 'string' ? { remedy } : {}),
    details: { what, where, looksLike, alternatives },
  };
}

self.onmessage = async ({ data }: MessageEvent<RequestMessage | CancelMessage>) => {
  const { id } = data;
  if ('cancel' in data) {
    running.get(id)?.abort();
    return;
  }
  const controller = new AbortController();
  running.set(id, controller);
  const reply = (message: ReplyMessage) => self.postMessage(message);
  try {
    const output = await jobs.run(data.name, data.input, {
      signal: controller.signal,
      onProgress: (progress) => reply({ id, progress }),
    });
    if (!controller.signal.aborted) reply({ id, output: packed(output) });
  } catch (error) {
    if (!controller.signal.aborted) reply({ id, error: wireError(error) });
  } finally {
    running.delete(id);
  }
};

/** What a command may touch of the outside: standard output, error and input, handed in so that tests can hold them. */

import { once } from 'node:events';
import { Readable } from 'node:stream';

export interface CommandIo {
  /** Writes to standard output; waits where the reader is slower than we are. */
  out(text: string): Promise<void>;
  /** Writes a line to standard error. */
  error(line: string): void;
  stdin(): ReadableStream<Uint8Array>;
}

/** The real process. A reader that goes away (`| head`) ends it quietly, as other commands do. */
export function processIo(): CommandIo {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit(0);
    throw error;
  });
  process.stderr.on('error', () => undefined);
  return {
    out: async (text) => {
      if (!process.stdout.write(text)) await once(process.stdout, 'drain');
    },
    error: (line) => {
      process.stderr.write(`${line}\n`);
    },
    stdin: () => Readable.toWeb(process.stdin) as ReadableStream<Uint8Array>,
  };
}

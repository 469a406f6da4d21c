/** Reading a 100 MB file as a stream against the naive way: time and the most memory, each in a process of its own. */

import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { session } from './sessions';

const CHILD = fileURLToPath(new URL('./reading-child.ts', import.meta.url));
const BYTES = 100_000_000;

interface Reading {
  way: string;
  count: number;
  /** Processor time. */
  milliseconds: number;
  elapsed: number;
  /** Bytes of resident memory beyond what the process had before. */
  peak: number;
}

/** One message a line, as a logger writes them, with an arrow in one of eight: such texts take two bytes a character. */
function writeFile(path: string): void {
  const { messages } = session(20_000);
  const lines = messages.map((message, index) => {
    const content = index % 8 === 0 && message.content !== null ? `→ ${message.content}` : message.content;
    return `${JSON.stringify({ ...message, content })}\n`;
  });
  const part = lines.join('');
  for (let written = 0; written < BYTES; written += Buffer.byteLength(part)) appendFileSync(path, part);
}

function readIn(way: string, path: string): Reading {
  const out = execFileSync(process.execPath, ['--expose-gc', '--import', 'tsx', CHILD, way, path], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return JSON.parse(out) as Reading;
}

interface Line {
  name: string;
  ratio: number;
  target: { bound: number; side: 'under' };
  detail: string;
}

const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(0)} MB`;

export function benchReading(): Line[] {
  const folder = mkdtempSync(join(tmpdir(), 'palimpsest-reading-'));
  try {
    const path = join(folder, 'session.jsonl');
    writeFile(path);
    const streamed = readIn('streamed', path);
    const naive = readIn('naive', path);
    if (streamed.count !== naive.count) throw new Error(`${streamed.count} messages, not ${naive.count}`);
    const size = `${megabytes(BYTES)} of JSON lines, ${streamed.count} messages`;
    return [
      {
        name: 'reading a file: peak memory, streamed / text, split and JSON.parse',
        ratio: streamed.peak / naive.peak,
        target: { bound: 0.5, side: 'under' },
        detail: `${size}: ${megabytes(streamed.peak)} / ${megabytes(naive.peak)}`,
      },
      {
        name: 'reading a file: time, streamed / text, split and JSON.parse',
        ratio: streamed.elapsed / naive.elapsed,
        target: { bound: 2.5, side: 'under' },
        detail: `${size}: ${streamed.elapsed.toFixed(0)} ms / ${naive.elapsed.toFixed(0)} ms`,
      },
    ];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

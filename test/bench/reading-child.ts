/** One way of reading a file, in a process of its own: prints processor time and the most memory it took, as JSON. */

import { openAsBlob } from 'node:fs';
import { basename } from 'node:path';
import { readTranscriptFile } from '../../lib/importers/read-file';
import { processorTime } from './measure';

const [, , way, path] = process.argv as unknown as [string, string, 'streamed' | 'naive', string];
const blob = await openAsBlob(path);
const before = process.memoryUsage().rss;
const start = processorTime();
const clock = performance.now();

let kept: unknown;
let count = 0;
if (way === 'streamed') {
  const source = { name: basename(path), size: blob.size, stream: () => blob.stream() as ReadableStream<Uint8Array> };
  const report = await readTranscriptFile(source);
  for (const { messages } of report.conversations) count += messages.length;
  kept = report;
} else {
  const records: unknown[] = [];
  const text = await blob.text();
  for (const line of text.split('\n')) if (line !== '') records.push(JSON.parse(line));
  count = records.length;
  kept = [text, records];
}
const milliseconds = processorTime() - start;
const elapsed = performance.now() - clock;
// Kilobytes on every platform that Node reports it for.
const peak = process.resourceUsage().maxRSS * 1024 - before;
(globalThis as { gc?: () => void }).gc?.();
const { heapUsed, external } = process.memoryUsage();
console.log(
  JSON.stringify({ way, count, milliseconds, elapsed, peak, live: heapUsed + external, kept: kept !== undefined }),
);

/** Bytes to text: byte order marks, UTF-8 and UTF-16, gzip behind a cap, and a refusal of what is not text at all. */

import { ImportError } from './import-error';
import { formatNumber } from './json-values';
import { binaryRemedy } from './known-strangers';

/** 1 GiB of inflated text: far over any session file, far under what a small archive can blow up to. */
const INFLATED_CAP = 1024 * 1024 * 1024;

const SNIFF_BYTES = 4096;

interface DecodeOptions {
  fileName: string;
  /** Most bytes that a gzip file may inflate to. */
  inflatedCap?: number;
  signal?: AbortSignal;
  /** Called for each chunk read, with all bytes read so far (before decompression). */
  onBytes?(bytesRead: number): void;
}

/** What decoding learnt on its way; filled in while the text is read. */
export interface Decoding {
  bytes: number;
  encoding: string;
  /** Characters that stand for bytes which are not valid in the encoding. */
  replacements: number;
  /** Set where a gzip stream broke off after some text had come out of it. */
  brokenOff?: string;
}

export function newDecoding(): Decoding {
  return { bytes: 0, encoding: 'utf-8', replacements: 0 };
}

type Bytes = Uint8Array<ArrayBuffer>;

/** Reads the stream as text, chunk by chunk; a character split over two chunks comes out whole. */
export async function* decodeStream(
  stream: ReadableStream<Uint8Array>,
  options: DecodeOptions,
  decoding: Decoding,
): AsyncGenerator<string> {
  const raw = await withHead(readChunks(stream, options, decoding));
  const zipped = raw.head[0] === 0x1f && raw.head[1] === 0x8b;
  const plain = zipped ? await withHead(inflate(raw.chunks, options, decoding)) : raw;
  const encoding = sniffEncoding(plain.head);
  decoding.encoding = zipped ? `${encoding}, gzip` : encoding;
  if (!encoding.startsWith('utf-16')) refuseBinary(plain.head, options.fileName);

  const decoder = new ChunkDecoder(encoding);
  for await (const chunk of plain.chunks) {
    const text = decoder.decode(chunk);
    if (text !== '') {
      decoding.replacements += countReplacements(text);
      yield text;
    }
  }
  const rest = decoder.end();
  if (rest !== '') {
    decoding.replacements += countReplacements(rest);
    yield rest;
  }
}

async function* readChunks(
  stream: ReadableStream<Uint8Array>,
  options: DecodeOptions,
  decoding: Decoding,
): AsyncGenerator<Bytes> {
  const reader = stream.getReader();
  let finished = false;
  try {
    for (;;) {
      options.signal?.throwIfAborted();
      const { done, value } = await reader.read().catch((cause: unknown) => {
        finished = true;
        throw new ImportError({
          what: `The file could not be read to its end (${formatNumber(decoding.bytes)} bytes were read)`,
          where: options.fileName,
          remedy: 'Check that it still exists and is not being written to, then load it again.',
          cause,
        });
      });
      if (done) {
        finished = true;
        return;
      }
      decoding.bytes += value.byteLength;
      options.onBytes?.(decoding.bytes);
      yield value as Bytes;
    }
  } finally {
    if (!finished) await reader.cancel().catch(() => undefined);
    reader.releaseLock();
  }
}

/** Looks at the first bytes without losing them: the chunks that come back start with the head again. */
async function withHead(chunks: AsyncGenerator<Bytes>): Promise<{ head: Bytes; chunks: AsyncGenerator<Bytes> }> {
  const read: Bytes[] = [];
  let length = 0;
  while (length < SNIFF_BYTES) {
    const { done, value } = await chunks.next();
    if (done) break;
    read.push(value);
    length += value.byteLength;
  }
  const head = new Uint8Array(Math.min(length, SNIFF_BYTES));
  let offset = 0;
  for (const chunk of read) {
    const part = chunk.subarray(0, head.length - offset);
    head.set(part, offset);
    offset += part.length;
  }
  async function* again(): AsyncGenerator<Bytes> {
    try {
      for (const chunk of read.splice(0)) yield chunk;
      yield* chunks;
    } finally {
      await chunks.return(undefined);
    }
  }
  return { head, chunks: again() };
}

async function* inflate(
  chunks: AsyncGenerator<Bytes>,
  options: DecodeOptions,
  decoding: Decoding,
): AsyncGenerator<Bytes> {
  const cap = options.inflatedCap ?? INFLATED_CAP;
  const { readable, writable } = new DecompressionStream('gzip');
  const reader = readable.getReader();
  const writer = writable.getWriter();
  writer.closed.catch(() => undefined);
  reader.closed.catch(() => undefined);
  let sourceFailure: unknown;
  const feeding = (async () => {
    try {
      for await (const chunk of chunks) await writer.write(chunk);
    } catch (cause) {
      sourceFailure = cause;
    }
    await writer.close().catch(() => undefined);
  })();
  let inflated = 0;
  try {
    for (;;) {
      const step = await reader.read().catch((cause: unknown) => ({ done: true as const, value: undefined, cause }));
      if (sourceFailure instanceof ImportError || options.signal?.aborted)
        throw sourceFailure ?? options.signal?.reason;
      if ('cause' in step) {
        if (inflated === 0) throw unreadableGzip(options.fileName, step.cause);
        decoding.brokenOff = `the gzip data is damaged or cut off after ${formatNumber(inflated)} inflated bytes`;
        return;
      }
      if (step.done) return;
      inflated += step.value.byteLength;
      if (inflated > cap) throw overCap(options.fileName, cap);
      yield step.value as Bytes;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
    await writer.abort().catch(() => undefined);
    await feeding;
  }
}

function unreadableGzip(fileName: string, cause: unknown): ImportError {
  return new ImportError({
    what: 'The file starts like a gzip archive, but it cannot be inflated',
    where: fileName,
    remedy: 'It is probably damaged or cut off: compress or download it again, or load the file unpacked.',
    looksLike: 'a damaged gzip archive',
    cause,
  });
}

function overCap(fileName: string, cap: number): ImportError {
  return new ImportError({
    what: `The archive inflates to more than ${formatNumber(cap)} bytes, which is the limit`,
    where: fileName,
    remedy: 'Unpack it, split it, and load the part you want to look at.',
    looksLike: 'a gzip archive of very large content',
  });
}

/** UTF-8 unless a byte order mark says otherwise, or zero bytes fall so regularly that it can only be UTF-16. */
function sniffEncoding(head: Bytes): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const pairs = Math.floor(Math.min(head.length, 512) / 2);
  let evenZeros = 0;
  let oddZeros = 0;
  for (let pair = 0; pair < pairs; pair++) {
    if (head[pair * 2] === 0) evenZeros++;
    if (head[pair * 2 + 1] === 0) oddZeros++;
  }
  // JSON and markup start in ASCII: in UTF-16 one byte of each such pair is zero, and never both.
  if (pairs >= 2 && head[1] === 0 && evenZeros === 0 && oddZeros >= pairs * 0.3) return 'utf-16le';
  if (pairs >= 2 && head[0] === 0 && oddZeros === 0 && evenZeros >= pairs * 0.3) return 'utf-16be';
  return 'utf-8';
}

const MAGIC: readonly (readonly [string, string])[] = [
  ['PK\x03\x04', 'a ZIP archive'],
  ['SQLite format 3', 'an SQLite database'],
  ['\x89PNG', 'a PNG image'],
  ['\xff\xd8\xff', 'a JPEG image'],
  ['GIF8', 'a GIF image'],
  ['%PDF-', 'a PDF document'],
  ['\x28\xb5\x2f\xfd', 'a Zstandard archive'],
  ['BZh', 'a bzip2 archive'],
  ['\xfd7zXZ', 'an xz archive'],
  ["7z\xbc\xaf'", 'a 7-Zip archive'],
  ['PAR1', 'a Parquet file'],
  ['\x7fELF', 'a program'],
];

function refuseBinary(head: Bytes, fileName: string): void {
  let control = 0;
  let start = '';
  for (let index = 0; index < head.length; index++) {
    const byte = head[index] as number;
    if (index < 16) start += String.fromCharCode(byte);
    // Escape is in coloured terminal output, the record separator in JSON text sequences.
    if (byte < 9 || (byte > 13 && byte < 32 && byte !== 27 && byte !== 30)) control++;
  }
  const known = MAGIC.find(([magic]) => start.startsWith(magic));
  const text = new TextDecoder('utf-8').decode(head);
  const broken = countReplacements(text);
  if (!known && control <= head.length / 50 && broken <= Math.max(1, text.length / 10)) return;
  const looksLike = known?.[1] ?? 'binary data';
  throw new ImportError({
    what: `This is ${looksLike}, not text`,
    where: fileName,
    remedy: binaryRemedy(looksLike),
    looksLike,
  });
}

function countReplacements(text: string): number {
  let count = 0;
  for (let index = text.indexOf('\uFFFD'); index >= 0; index = text.indexOf('\uFFFD', index + 1)) count++;
  return count;
}

/**
 * Decodes chunk by chunk. For UTF-8 it keeps an unfinished character back itself and decodes whole characters without
 * `stream`, which takes the fast path of the engines; for UTF-16 it leaves both to the decoder.
 */
class ChunkDecoder {
  private readonly decoder: TextDecoder;
  private readonly streaming: boolean;
  private carry: Bytes = new Uint8Array(0);
  private started = false;

  constructor(encoding: string) {
    this.decoder = new TextDecoder(encoding, { ignoreBOM: true });
    this.streaming = encoding !== 'utf-8';
  }

  decode(chunk: Bytes): string {
    if (this.streaming) return this.withoutMark(this.decoder.decode(chunk, { stream: true }));
    let bytes = chunk;
    if (this.carry.length > 0) {
      bytes = new Uint8Array(this.carry.length + chunk.length);
      bytes.set(this.carry);
      bytes.set(chunk, this.carry.length);
    }
    const whole = bytes.length - unfinishedTail(bytes);
    this.carry = bytes.slice(whole);
    return this.withoutMark(this.decoder.decode(bytes.subarray(0, whole)));
  }

  end(): string {
    return this.withoutMark(this.streaming ? this.decoder.decode() : this.decoder.decode(this.carry));
  }

  private withoutMark(text: string): string {
    if (this.started || text === '') return text;
    this.started = true;
    return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text;
  }
}

/** How many bytes at the end belong to a UTF-8 character that is not complete yet (0 to 3). */
function unfinishedTail(bytes: Bytes): number {
  const length = bytes.length;
  for (let back = 1; back <= 3 && back <= length; back++) {
    const byte = bytes[length - back] as number;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const needed = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return needed > back ? back : 0;
    }
  }
  return 0;
}

/**
 * Packing and unpacking with the runtime's own zlib streams, the same in pages, workers and Node. The zlib form, and not the
 * bare one: its checksum tells a link that was cut or changed on the way.
 */

import { LinkError } from './link-error';

const DAMAGED = 'Copy the whole link again; some chats cut long links off.';

export async function deflated(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const packed = new Blob([bytes]).stream().pipeThrough(new CompressionStream('deflate'));
  return new Uint8Array(await new Response(packed).arrayBuffer());
}

/** Throws LinkError for what cannot be unpacked, and as soon as more than `most` bytes have come out. */
export async function inflated(bytes: Uint8Array<ArrayBuffer>, most: number): Promise<Uint8Array> {
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate')).getReader();
  const pieces: Uint8Array[] = [];
  let length = 0;
  for (;;) {
    const piece = await next(reader);
    if (piece === undefined) return joined(pieces, length);
    length += piece.length;
    if (length > most) {
      await reader.cancel().catch(() => undefined);
      const what = `It unpacks to more than ${most / 1024 / 1024} MiB, which no link of ours does.`;
      throw new LinkError('the link', what, 'Do not open it; ask for a scenario file instead.');
    }
    pieces.push(piece);
  }
}

async function next(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<Uint8Array | undefined> {
  try {
    const { done, value } = await reader.read();
    return done ? undefined : value;
  } catch (error) {
    throw new LinkError('the link', 'It is damaged or cut off and cannot be unpacked.', DAMAGED, { cause: error });
  }
}

function joined(pieces: readonly Uint8Array[], length: number): Uint8Array {
  const whole = new Uint8Array(length);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
}

/** Bytes through gzip and back with the browser's own streams; inflating stops at a cap. */

/** More comes out of compressed bytes than was promised: a mistake or a bomb. */
class InflatedTooFarError extends Error {
  override name = 'InflatedTooFarError';
  readonly remedy = 'Export the library again where the file came from.';
}

/** The bytes as gzip, or null where the browser cannot. */
export async function gzip(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array<ArrayBuffer> | null> {
  if (typeof CompressionStream === 'undefined') return null;
  const stream = new Blob([bytes]).stream().pipeThrough(new CompressionStream('gzip'));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Throws InflatedTooFarError past `cap` bytes, and the browser's own error where this is no gzip. */
export async function gunzip(bytes: Uint8Array<ArrayBuffer>, cap: number): Promise<Uint8Array<ArrayBuffer>> {
  if (typeof DecompressionStream === 'undefined') throw new Error('This browser cannot read compressed data.');
  const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const inflated = new Uint8Array(cap);
  let length = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return inflated.slice(0, length);
    if (length + value.length > cap) {
      await reader.cancel().catch(() => undefined);
      throw new InflatedTooFarError(`More than the ${cap} bytes that it says come out of a compressed part.`);
    }
    inflated.set(value, length);
    length += value.length;
  }
}

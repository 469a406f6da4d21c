/** Roughly what a value takes in storage, in bytes. */

/** Per object, field or figure: what a browser writes around a value. */
const AROUND = 8;

/** Linear in the value; what is shared inside it counts once, as it is stored once. Iterative. */
export function bytesOf(value: unknown): number {
  const seen = new Set<object>();
  const waiting: unknown[] = [value];
  let bytes = 0;
  while (waiting.length > 0) {
    const one = waiting.pop();
    bytes += AROUND;
    if (typeof one === 'string') bytes += one.length;
    if (typeof one !== 'object' || one === null || seen.has(one)) continue;
    seen.add(one);
    if (one instanceof Blob) bytes += one.size;
    else if (ArrayBuffer.isView(one)) bytes += one.byteLength;
    else if (Array.isArray(one)) for (const inner of one) waiting.push(inner);
    else {
      for (const [name, inner] of Object.entries(one)) {
        bytes += name.length;
        waiting.push(inner);
      }
    }
  }
  return bytes;
}

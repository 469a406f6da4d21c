/** CRC-32 (ISO 3309, the one of gzip and PNG): tells a line that was spoilt on its way from one that was not. */

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte;
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1;
  return rest;
});

/** Of bytes that follow others, whose CRC is `before`. */
export function crc32(bytes: Uint8Array, before = 0): number {
  let rest = ~before >>> 0;
  for (const byte of bytes) rest = ((TABLE[(rest ^ byte) & 0xff] as number) ^ (rest >>> 8)) >>> 0;
  return ~rest >>> 0;
}

/** Of a text in UTF-8, as eight hexadecimal digits. */
export function textCheck(text: string): string {
  return hexCheck(crc32(new TextEncoder().encode(text)));
}

export function hexCheck(crc: number): string {
  return crc.toString(16).padStart(8, '0');
}

/** Bytes as base64 and back, in pieces that no call stack minds. */

const PIECE = 0x6000;

export function base64Of(bytes: Uint8Array): string {
  const pieces: string[] = [];
  // Pieces of a multiple of three bytes join without padding between them.
  for (let from = 0; from < bytes.length; from += PIECE) {
    pieces.push(btoa(String.fromCharCode(...bytes.subarray(from, from + PIECE))));
  }
  return pieces.join('');
}

/** Throws where the text is not base64. */
export function bytesOfBase64(text: string): Uint8Array<ArrayBuffer> {
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at);
  return bytes;
}

/** Bytes as the 64 letters that every address keeps as they are (RFC 4648, section 5, without padding). */

import { LinkError } from './link-error';

const LETTERS = /^[A-Za-z0-9_-]*$/;
/** Bytes that are spread into arguments at once. */
const PIECE = 0x2000;

export function toBase64Url(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += PIECE) parts.push(String.fromCharCode(...bytes.subarray(at, at + PIECE)));
  return btoa(parts.join('')).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

/** Throws LinkError for a character that is none of the 64, and for a length that no bytes have. `offset` is where the text starts in the link. */
export function fromBase64Url(text: string, offset: number): Uint8Array<ArrayBuffer> {
  if (!LETTERS.test(text)) {
    const at = text.search(/[^A-Za-z0-9_-]/);
    const found = JSON.stringify(String.fromCodePoint(text.codePointAt(at) ?? 0));
    throw new LinkError(
      `character ${offset + at + 1}`,
      `${found} cannot stand in a link.`,
      'Copy the whole link again.',
    );
  }
  if (text.length % 4 === 1) throw new LinkError('its end', 'The link is cut off.', 'Copy the whole link again.');
  const binary = atob(text.replaceAll('-', '+').replaceAll('_', '/'));
  const bytes = new Uint8Array(binary.length);
  for (let index = 0; index < binary.length; index++) bytes[index] = binary.charCodeAt(index);
  return bytes;
}

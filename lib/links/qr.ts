/** A link as a QR code: rows of dark and light modules, without the quiet zone; four light modules belong around it. */

import { encode } from 'uqr';
import { QR_LIMIT } from './codec';
import { LinkError } from './link-error';

/** Level L, for most characters in fewest modules: a screen does not get scratched. The same link gives the same code. */
export function qrRows(link: string): boolean[][] {
  const { length } = new TextEncoder().encode(link);
  if (length > QR_LIMIT) {
    const what = `It has ${length} characters; a code that a phone can read holds ${QR_LIMIT}.`;
    throw new LinkError('the link', what, 'Copy the link, or save a scenario file.');
  }
  return encode(link, { ecc: 'L', boostEcc: false, border: 0 }).data;
}

/** QR codes of links: read back by another way than they were made, the same every time, and none that could not be read. */

import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { encodeLink, QR_LIMIT } from '@/lib/links/codec';
import { LinkError } from '@/lib/links/link-error';
import { prepareLink } from '@/lib/links/prepare';
import { qrRows } from '@/lib/links/qr';
import { wordyScenario } from './arbitrary';
import { readQr } from './qr-reader';

const base = 'http://127.0.0.1:4173/#p1.';

it('hold any link of any length that fits', () => {
  const link = fc.stringMatching(/^[A-Za-z0-9_-]*$/, { maxLength: QR_LIMIT - base.length }).map((text) => base + text);
  const padded = fc
    .tuple(link, fc.integer({ min: 0, max: QR_LIMIT }))
    .map(([text, length]) => text.padEnd(length, text).slice(0, QR_LIMIT));
  fc.assert(
    fc.property(padded, (text) => {
      const rows = qrRows(text);
      expect(rows.every((row) => row.length === rows.length)).toBe(true);
      expect(readQr(rows)).toBe(text);
    }),
    { seed: 17, numRuns: 60 },
  );
});

it('hold the settings of a scenario', async () => {
  const { link, fits } = await encodeLink(prepareLink(wordyScenario(), { kind: 'settings' }).contents, base);
  expect(fits.qr).toBe(true);
  expect(readQr(qrRows(link))).toBe(link);
});

it('are the same for the same link', () => {
  const text = qrRows('http://127.0.0.1:4173/#p1.eJwDAAAAAAE')
    .map((row) => row.map((dark) => (dark ? '#' : '.')).join(''))
    .join('\n');
  expect(createHash('sha256').update(text).digest('hex').slice(0, 16)).toBe('e5ab9c8f4d11c37f');
});

it('fill version 25 at most, and are refused above', () => {
  const longest = base.padEnd(QR_LIMIT, 'x');
  expect(qrRows(longest)).toHaveLength(117);
  expect(() => qrRows(`${longest}x`)).toThrow(LinkError);
  expect(() => qrRows(`${longest}x`)).toThrow('a code that a phone can read holds 1273. Copy the link');
});

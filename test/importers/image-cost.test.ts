/** What images cost: read from their headers in base64, counted beside the text, and kept in balance by every system. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { violationsOf } from '@/lib/engine/invariants';
import { imageSize } from '@/lib/importers/image-size';
import { imageTokens } from '@/lib/importers/media-text';
import { completeConfig, completeGuards, SYSTEMS } from '@/lib/systems/registry';
import { arbitraryCase, mixed, replayed } from '../fixtures/arbitrary-lane';
import { lines, read } from './support';

const big = (value: number, bytes: number): number[] =>
  Array.from({ length: bytes }, (_, at) => Math.floor(value / 256 ** (bytes - 1 - at)) % 256);
const little = (value: number, bytes: number): number[] => big(value, bytes).reverse();
const ascii = (text: string): number[] => [...text].map((one) => one.charCodeAt(0));

const HEADERS: Record<string, (width: number, height: number) => number[]> = {
  PNG: (width, height) => [
    ...ascii('\x89PNG\r\n\x1a\n'),
    0,
    0,
    0,
    13,
    ...ascii('IHDR'),
    ...big(width, 4),
    ...big(height, 4),
  ],
  GIF: (width, height) => [...ascii('GIF89a'), ...little(width, 2), ...little(height, 2)],
  JPEG: (width, height) => [
    ...[0xff, 0xd8, 0xff, 0xe0, ...big(16, 2), ...new Array(14).fill(7)],
    ...[0xff, 0xff, 0xe1, ...big(70_000 % 65_536, 2), ...new Array((70_000 % 65_536) - 2).fill(0xff)],
    ...[0xff, 0xc2, ...big(17, 2), 8, ...big(height, 2), ...big(width, 2)],
  ],
  'WebP, extended': (width, height) => [
    ...[...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBPVP8X'), 10, 0, 0, 0, 0, 0, 0, 0],
    ...[...little(width - 1, 3), ...little(height - 1, 3)],
  ],
  'WebP, lossless': (width, height) => [
    ...[...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBPVP8L'), 0, 0, 0, 0, 0x2f],
    ...little(width - 1 + (height - 1) * 16_384, 4),
  ],
  'WebP, lossy': (width, height) => [
    ...[...ascii('RIFF'), 0, 0, 0, 0, ...ascii('WEBPVP8 '), 0, 0, 0, 0, 0, 0, 0, 0x9d, 1, 0x2a],
    ...[...little(width, 2), ...little(height, 2)],
  ],
};
const encoded = (bytes: readonly number[]): string => Buffer.from([...bytes, 1, 2, 3, 4]).toString('base64');
const png = (width: number, height: number): string =>
  encoded((HEADERS.PNG as (typeof HEADERS)[string])(width, height));

describe('the size of an image', () => {
  it.each(Object.entries(HEADERS))('%s', (_name, header) => {
    const side = fc.integer({ min: 1, max: 9_000 });
    fc.assert(
      fc.property(side, side, fc.boolean(), fc.nat({ max: 50 }), (width, height, urlSafe, before) => {
        const text = encoded(header(width, height));
        const base64 = urlSafe ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
        expect(imageSize(`${'x'.repeat(before)}${base64}`, before)).toEqual({ width, height });
      }),
      { numRuns: 100, seed: 4_101 },
    );
  });

  it('is not known where the header breaks off or is none', () => {
    for (const header of Object.values(HEADERS)) {
      const text = Buffer.from(header(640, 480)).toString('base64');
      for (let length = 0; length < Math.min(text.length - 4, 60); length++)
        expect(imageSize(text.slice(0, length))).toBeUndefined();
    }
    expect(imageSize('{b64_img}')).toBeUndefined();
  });
});

describe('the tokens of an image', () => {
  it.each([
    [png(750, 1), 1],
    [png(1000, 1000), 1334],
    [`data:image/png;base64,${png(200, 200)}`, 54],
    [png(3136, 784), 820],
    [png(8000, 8000), 1600],
    ['https://example.invalid/clock.png', 1105],
    ['data:image/png;base64,{b64_img}', 1105],
    [undefined, 1105],
  ])('%j: %i', (source, tokens) => {
    expect(imageTokens(source)).toBe(tokens);
  });

  it('come with the message, whoever wrote it', async () => {
    const url = `data:image/png;base64,${png(750, 100)}`;
    const block = { type: 'image', source: { type: 'base64', media_type: 'image/png', data: png(750, 100) } };
    const report = await read(
      lines(
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image_url', image_url: { url } },
          ],
        },
        { role: 'user', content: [{ type: 'image_url', image_url: { url, detail: 'low' } }] },
        { role: 'user', content: [block, block] },
        { role: 'user', content: 'stored', imageTokens: 7 },
        { role: 'user', content: 'nonsense', imageTokens: -7 },
      ),
    );
    const costs = report.conversations[0]?.messages.map((message) => message.imageTokens);
    expect(costs).toEqual([100, 85, 200, 7, undefined]);
  });
});

describe('images in a replay', () => {
  it.each(SYSTEMS.map(({ id }) => id))('%s stays in balance with them', (id) => {
    const system = SYSTEMS.find((one) => one.id === id);
    if (!system) throw new Error(`no system ${id}`);
    const own =
      system.id === 'managed-window' ? {} : { config: completeConfig(system), guards: completeGuards(system) };
    fc.assert(
      fc.property(arbitraryCase(mixed), fc.infiniteStream(fc.constantFrom(0, 0, 0, 5, 60)), (one, costs) => {
        const messages = one.transcript.messages.map((message) => {
          const tokens = costs.next().value as number;
          return tokens === 0 ? message : { ...message, imageTokens: tokens };
        });
        const subject = replayed({ ...one, ...own, system: id, transcript: { ...one.transcript, messages } });
        expect(violationsOf(subject)).toEqual([]);
      }),
      { numRuns: 150, seed: 4_102 },
    );
  });
});

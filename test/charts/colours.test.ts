/**
 * State colours told apart by people who see no red, no green or no blue: simulated with the matrices of Machado, Oliveira and
 * Fernandes (2009, severity 1.0) in linear light, and compared by their distance in OKLab.
 */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { PART_LOOKS, PARTS } from '@/components/charts/pressure/parts';
import { LOOK_STYLES, LOOKS, type MapLook, opacityAt, TEXTURE } from '@/components/charts/survival/looks';

type Color = readonly [number, number, number];

const css = readFileSync('app/globals.css', 'utf8');
const themes = [
  { name: 'light', block: css.slice(css.indexOf(':root {'), css.indexOf('[data-theme="dark"] {')) },
  { name: 'dark', block: css.slice(css.indexOf('[data-theme="dark"] {'), css.indexOf('@theme')) },
];

function token(block: string, name: string): Color {
  const hex = new RegExp(`${name}: #([0-9a-f]{6});`).exec(block)?.[1];
  if (!hex) throw new Error(`No colour ${name}.`);
  const channel = (at: number) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  };
  return [channel(0), channel(2), channel(4)];
}

const VISIONS: { name: string; matrix: readonly Color[] }[] = [
  {
    name: 'full',
    matrix: [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ],
  },
  {
    name: 'protanopia',
    matrix: [
      [0.152286, 1.052583, -0.204868],
      [0.114503, 0.786281, 0.099216],
      [-0.003882, -0.048116, 1.051998],
    ],
  },
  {
    name: 'deuteranopia',
    matrix: [
      [0.367322, 0.860646, -0.227968],
      [0.280085, 0.672501, 0.047413],
      [-0.01182, 0.04294, 0.968881],
    ],
  },
  {
    name: 'tritanopia',
    matrix: [
      [1.255528, -0.076749, -0.178779],
      [-0.078411, 0.930809, 0.147602],
      [0.004733, 0.691367, 0.3039],
    ],
  },
];

function seen(color: Color, matrix: readonly Color[]): Color {
  return matrix.map((row) =>
    Math.min(1, Math.max(0, row[0] * color[0] + row[1] * color[1] + row[2] * color[2])),
  ) as unknown as Color;
}

/** OKLab (Ottosson 2020) from linear sRGB. */
function oklab([r, g, b]: Color): Color {
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

const distance = (a: Color, b: Color) => {
  const [one, other] = [oklab(a), oklab(b)];
  return 100 * Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]);
};

const over = (color: Color, ground: Color, opacity: number) =>
  color.map((channel, at) => channel * opacity + (ground[at] as number) * (1 - opacity)) as unknown as Color;

/** States that a map must tell apart at one look. */
const STATES: readonly MapLook[] = ['tool', 'assistant', 'user', 'pinned', 'truncated', 'summarised', 'evicted-tick'];

/** The colour of a look as an area from afar: its cells and the ground between them. */
function areaOf(look: MapLook, block: string): Color {
  let opacity = 0;
  for (let cell = 0; cell < TEXTURE * TEXTURE; cell++)
    opacity += opacityAt(look, Math.floor(cell / TEXTURE), cell % TEXTURE);
  return over(token(block, LOOK_STYLES[look].token), token(block, '--paper'), opacity / (TEXTURE * TEXTURE));
}

function closest(colors: { name: string; color: Color }[], matrix: readonly Color[]): { pair: string; apart: number } {
  let least = { pair: '', apart: Number.POSITIVE_INFINITY };
  for (const [at, one] of colors.entries()) {
    for (const other of colors.slice(at + 1)) {
      const apart = distance(seen(one.color, matrix), seen(other.color, matrix));
      if (apart < least.apart) least = { pair: `${one.name} and ${other.name}`, apart };
    }
  }
  return least;
}

/** Hundredths of OKLab. 2 is just noticeable beside each other; these stand apart. */
const LEAST = { states: 6, parts: 10 };

describe.each(themes)('colours in the $name theme', ({ block }) => {
  it.each(VISIONS)('tell the states of the map apart: $name', ({ matrix }) => {
    const { pair, apart } = closest(
      STATES.map((look) => ({ name: look, color: areaOf(look, block) })),
      matrix,
    );
    expect(apart, pair).toBeGreaterThan(LEAST.states);
  });

  it.each(VISIONS)('tell the parts of a window apart: $name', ({ matrix }) => {
    const colors = PARTS.map((part) => ({
      name: part,
      color: token(block, PART_LOOKS[part].color.replace(/var\((.*)\)/, '$1')),
    }));
    const { pair, apart } = closest(colors, matrix);
    expect(apart, pair).toBeGreaterThan(LEAST.parts);
  });
});

it('each look of the map has a colour in both themes', () => {
  for (const { block } of themes)
    for (const look of LOOKS) expect(token(block, LOOK_STYLES[look].token)).toHaveLength(3);
});

/** The map's colours as numbers, read from the page's design tokens and read again when the theme changes. */
'use client';

import { useEffect, useState } from 'react';
import { LOOK_STYLES, LOOKS, type MapLook } from './looks';
import type { Palette } from './pixels';

/** "#1d7d72" or "rgb(29 125 114)" → red, green, blue. The canvas knows every way in which CSS writes a colour. */
function rgbOf(color: string, context: CanvasRenderingContext2D): [number, number, number] {
  context.fillStyle = '#808080';
  context.fillStyle = color;
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})/i.exec(context.fillStyle);
  if (!hex) return [128, 128, 128];
  return [hex[1], hex[2], hex[3]].map((pair) => Number.parseInt(pair ?? '80', 16)) as [number, number, number];
}

function readPalette(): Palette | null {
  const context = document.createElement('canvas').getContext('2d');
  if (!context) return null;
  const style = getComputedStyle(document.documentElement);
  return LOOKS.map((look) => {
    return rgbOf(style.getPropertyValue(LOOK_STYLES[look].token).trim(), context);
  });
}

/** Null until the page is in a browser. */
export function usePalette(): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    const read = () => setPalette(readPalette());
    read();
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ['data-theme', 'class', 'style'] });
    return () => observer.disconnect();
  }, []);
  return palette;
}

/** A look as a ground for a swatch: its colour, and its texture where it has one. */
export function lookGround(look: MapLook): string {
  const { token, marked, other } = LOOK_STYLES[look];
  const tone = (opacity: number) => `color-mix(in srgb, var(${token}) ${Math.round(opacity * 100)}%, transparent)`;
  switch (look) {
    case 'truncated':
      return `repeating-linear-gradient(135deg, ${tone(marked)} 0 2px, ${tone(other)} 2px 4px)`;
    case 'summarised':
      return `repeating-linear-gradient(90deg, ${tone(marked)} 0 2px, ${tone(other)} 2px 4px)`;
    case 'evicted':
      return `linear-gradient(90deg, ${tone(1)} 0 2px, transparent 2px), radial-gradient(${tone(0.7)} 0.6px, transparent 1px) 2px 0 / 3px 3px`;
    case 'refused':
      return `linear-gradient(90deg, ${tone(1)} 0 4px, transparent 4px)`;
    default:
      return tone(marked);
  }
}

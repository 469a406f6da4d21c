/** The map's colours as numbers, read from the page's design tokens and read again when the theme changes. */
'use client';

import { useEffect, useState } from 'react';
import type { MapLook, Palette } from './survival-pixels';
import { LOOKS } from './survival-pixels';

/** The token of each look, and its opacity. */
const TOKENS: Record<MapLook, readonly [token: string, opacity: number]> = {
  tool: ['--tool', 0.85],
  assistant: ['--assistant', 1],
  user: ['--user', 1],
  pinned: ['--accent', 1],
  truncated: ['--cut-mark', 1],
  summarised: ['--summary-mark', 0.3],
  'summarised-line': ['--summary-mark', 0.7],
  evicted: ['--trouble', 0.6],
  'evicted-fading': ['--trouble', 0.25],
  refused: ['--trouble', 1],
};

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
    const [token, opacity] = TOKENS[look];
    return [...rgbOf(style.getPropertyValue(token).trim(), context), opacity] as const;
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

/** The colour of a look for a legend, as the map draws it. */
export function lookColor(look: MapLook): string {
  const [token, opacity] = TOKENS[look];
  return `color-mix(in srgb, var(${token}) ${Math.round(opacity * 100)}%, transparent)`;
}

/** How lines across the chart look: what loses messages for good is drawn in the colour of trouble, with its own dashes. */

import { decimal } from '@/lib/engine/figures';
import { whole } from '../../ui/format';
import { pressureLabel, tokensLabel } from '../frame/ticks';
import type { Line, Tone } from './lines';

export interface LineLook {
  color: string;
  /** Dashes and gaps in pixels. */
  dash?: string;
  /** Tint of the band above the line, up to the next one. */
  tint: { color: string; opacity: number } | null;
}

export const LINE_LOOKS: Record<Tone, LineLook> = {
  limit: { color: 'var(--ink-soft)', tint: { color: 'var(--trouble)', opacity: 0.07 } },
  final: { color: 'var(--trouble)', dash: '2 3', tint: { color: 'var(--trouble)', opacity: 0.045 } },
  soft: { color: 'var(--accent)', dash: '6 3', tint: { color: 'var(--accent)', opacity: 0.05 } },
  window: { color: 'var(--ink-faint)', dash: '1 4', tint: null },
};

/** Below 0 too: the settings may leave less than nothing. */
function amountLabel(at: number): string {
  return at < 0 ? `−${tokensLabel(-at)}` : tokensLabel(at);
}

/** The number on a handle: a share of the limit, or the amount where the line is an amount itself. */
export function shortAmount({ tone, pressure, at }: Line): string {
  return tone === 'limit' || tone === 'window' || pressure === 1 ? amountLabel(at) : pressureLabel(pressure);
}

/** The name of a line and its number, with an arrow where it stands above the top of the axis. */
export function lineWords(line: Line, over: boolean): string {
  return `${line.label} ${shortAmount(line)}${over ? ' ↑' : ''}`;
}

/** "0.70 of the limit, at 59,920 tokens". */
export function amountWords({ tone, pressure, at }: Line, unit: string): string {
  const amount = `${whole(Math.round(at))} ${unit}`;
  return tone === 'limit' || pressure === 1 ? amount : `${decimal(pressure)} of the limit, at ${amount}`;
}

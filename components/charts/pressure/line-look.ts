/** How lines across the chart look: what loses messages for good is drawn in the colour of trouble, with its own dashes. */

import { decimal } from '@/lib/engine/figures';
import { whole } from '../../ui/format';
import { pressureLabel, tokensLabel } from '../frame/ticks';
import type { Line, NumberParameter, Tone } from './lines';

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
  recorded: { color: 'var(--cut-mark)', tint: null },
};

/** Amounts up to here have room in full beside a name, and up to there with a tenth of a thousand. */
const FULL = 10_000;
const TENTHS = 100_000;

/** "4,600", "85.6k", "128k". Below 0 too: the settings may leave less than nothing. */
function amountLabel(at: number): string {
  if (at < 0) return `−${tokensLabel(-at)}`;
  if (at < FULL - 0.5) return whole(at);
  return at < TENTHS ? `${Number((at / 1000).toFixed(1))}k` : tokensLabel(at);
}

/** The number on a handle as the settings have it: the share of the limit or the amount. Where they have something else, the amount. */
export function shortAmount({ says, pressure, at }: Line): string {
  return says === 'share' ? pressureLabel(pressure) : amountLabel(at);
}

/** The name of a line and its number, with an arrow where it stands above the top of the axis. */
export function lineWords(line: Line, over: boolean): string {
  return `${line.label} ${shortAmount(line)}${over ? ' ↑' : ''}`;
}

/** "0.70 of the limit, at 59,920 tokens", or "900 tokens, 0.60 of the limit": what the settings have comes first. */
export function amountWords({ says, tone, pressure, at }: Line, unit: string): string {
  const amount = `${whole(Math.round(at))} ${unit}`;
  const share = `${decimal(pressure)} of the limit`;
  if (says === 'share') return `${share}, at ${amount}`;
  return tone === 'limit' || pressure === 1 ? amount : `${amount}, ${share}`;
}

/** "Target: 900 tokens, 0.60 of the limit"; "Context ratio 0.70: limit at 85,600 tokens" where it says something else than the line. */
export function handleWords(line: Line & { parameter: NumberParameter }, value: number, unit: string): string {
  const { says, label, parameter } = line;
  const words = amountWords(line, unit);
  if (says !== null) return `${parameter.label}: ${words}`;
  const number = parameter.type === 'integer' ? whole(value) : decimal(value);
  return `${parameter.label} ${number}: ${label} at ${words}`;
}

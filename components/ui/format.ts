/** Numbers, sizes and times as the interface writes them: the same in every locale. */

import { whole } from '@/lib/engine/figures';

export { whole };

/** 0.7312 → "0.73". */
export function pressureText(value: number): string {
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}

/** 12.345 → "12.3 %", which never breaks. */
export function percentText(percent: number, digits = 1): string {
  return `${percent.toFixed(digits)}\u00a0%`;
}

/** A sentence in which no line ends between a number and its "%". */
export function unbroken(sentence: string): string {
  return sentence.replaceAll(' %', '\u00a0%');
}

/** Bytes → "20 MB", "1.2 GB". */
export function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 1_000_000) return `${(bytes / 1000).toFixed(bytes < 10_000 ? 1 : 0)} kB`;
  if (bytes < 999_500_000) return `${(bytes / 1_000_000).toFixed(bytes < 10_000_000 ? 1 : 0)} MB`;
  return `${(bytes / 1_000_000_000).toFixed(1)} GB`;
}

/** "3 minutes ago", and the date once it is older than a week. */
export function agoText(milliseconds: number, now: number): string {
  const seconds = Math.max(0, (now - milliseconds) / 1000);
  if (seconds < 60) return 'just now';
  const steps: [number, string][] = [
    [60, 'minute'],
    [24, 'hour'],
    [7, 'day'],
  ];
  let value = seconds / 60;
  for (const [size, unit] of steps) {
    if (value < size) {
      const rounded = Math.floor(value);
      return `${rounded} ${unit}${rounded === 1 ? '' : 's'} ago`;
    }
    value /= size;
  }
  return new Date(milliseconds).toISOString().slice(0, 10);
}

/** A context window: 128000 → "128k", 1050000 → "1.05M". */
export function windowText(tokens: number): string {
  if (tokens >= 1_000_000) return `${Number((tokens / 1_000_000).toFixed(2))}M`;
  return tokens >= 1000 ? `${Number((tokens / 1000).toFixed(1))}k` : String(tokens);
}

/** A sum of tokens: all digits below a million, "11.42 M" from there on, "11.42 B" from a billion on. */
export function sumText(tokens: number): string {
  if (tokens < 1_000_000) return whole(tokens);
  return tokens < 999_995_000 ? `${(tokens / 1_000_000).toFixed(2)} M` : `${(tokens / 1_000_000_000).toFixed(2)} B`;
}

/** A number as text: grouped while it is looked at, free while it is typed, arrow keys step it. */
'use client';

import { type KeyboardEvent, useState } from 'react';

interface NumberFieldProps {
  id: string;
  value: number;
  min: number;
  max: number;
  step: number;
  /** Digits after the point; 0 for whole numbers. */
  digits: number;
  invalid: boolean;
  describedBy?: string;
  onChange: (value: number) => void;
  /** Hears of a text that is no number, and null once there is none any more. The value stays as it was. */
  onRefused?: (text: string | null) => void;
}

function grouped(value: number, digits: number): string {
  const [whole = '', fraction] = value.toFixed(digits).split('.');
  const spaced = whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',');
  return fraction === undefined ? spaced : `${spaced}.${fraction}`;
}

/** A typed number: "128,000", "128k", "0,7" is not guessed at. NaN where it is none. */
function parseNumber(text: string): number {
  const match = /^\s*(-?[\d,_ ]*\.?\d+|-?[\d,_ ]+)\s*([kKmM]?)\s*$/.exec(text);
  if (!match) return text.trim() === '' ? Number.NaN : Number(text);
  const factor = match[2] === '' ? 1 : match[2]?.toLowerCase() === 'k' ? 1000 : 1_000_000;
  return Number((match[1] as string).replace(/[,_ ]/g, '')) * factor;
}

export function NumberField(props: NumberFieldProps) {
  const { id, value, min, max, step, digits, invalid, describedBy, onChange, onRefused } = props;
  const [draft, setDraft] = useState<string | null>(null);
  const commit = (text: string) => {
    const typed = parseNumber(text);
    onRefused?.(Number.isFinite(typed) ? null : text);
    if (Number.isFinite(typed)) onChange(digits === 0 ? Math.round(typed) : typed);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' || event.key === 'Escape') setDraft(null);
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const by = (event.key === 'ArrowUp' ? step : -step) * (event.shiftKey ? 10 : 1);
    const next = Math.min(max, Math.max(min, value + by));
    setDraft(null);
    onRefused?.(null);
    onChange(Number(next.toFixed(digits)));
  };
  const wrong = invalid || (draft !== null && !Number.isFinite(parseNumber(draft)));
  return (
    <input
      id={id}
      type="text"
      inputMode={digits === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      value={draft ?? grouped(value, digits)}
      aria-invalid={wrong || undefined}
      aria-describedby={describedBy}
      onFocus={(event) => event.target.select()}
      onChange={(event) => {
        setDraft(event.target.value);
        commit(event.target.value);
      }}
      onBlur={() => setDraft(null)}
      onKeyDown={onKeyDown}
      className={`w-[76px] rounded-sm border-b bg-transparent px-0.5 text-right tabular-nums hover:bg-hover focus:bg-hover ${wrong ? 'border-trouble text-trouble' : 'border-rule-strong border-dotted'}`}
    />
  );
}

/** One number of the bill: what is in force, where it comes from, and a word on what was typed and not taken. */
'use client';

import { type KeyboardEvent, useId, useState } from 'react';
import { fieldText, numberText, readEntry } from '@/lib/store/price-entry';
import { type PriceField, type ScenarioPrices, withField } from '@/lib/store/price-fields';
import { type FieldState, withTyped } from '@/lib/store/price-state';
import { ResetIcon } from '../ui/icons';

interface PriceNumberProps {
  field: PriceField;
  state: FieldState;
  given: ScenarioPrices;
  /** Takes the place of what is given. */
  onChange: (given: ScenarioPrices) => void;
}

/** What stood when somebody began to type. */
interface Before {
  given: ScenarioPrices;
  value: number;
}

interface Refusal {
  text: string;
  /** What stood and stays. Once another number stands the refusal is over. */
  stands: number;
}

export function PriceNumber({ field, state, given, onChange }: PriceNumberProps) {
  const { value, usual, source } = state;
  const id = useId();
  const [draft, setDraft] = useState<string | null>(null);
  const [before, setBefore] = useState<Before | null>(null);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const refused = refusal?.stands === value ? refusal : null;
  const end = () => {
    setDraft(null);
    setBefore(null);
  };
  const type = (text: string) => {
    const began = before ?? { given, value };
    const entry = readEntry(field, text);
    setDraft(text);
    setBefore(began);
    setRefusal('refused' in entry ? { text: entry.refused, stands: began.value } : null);
    // The beginning of an entry may have been taken already: with the whole refused, what stood before comes back.
    if ('refused' in entry) {
      if (given !== began.given) onChange(began.given);
    } else if (entry.value !== value) onChange(withTyped(field, state, given, entry.value));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') end();
    if (event.key === 'Escape' && before) {
      event.stopPropagation();
      if (given !== before.given) onChange(before.given);
      setRefusal(null);
      end();
    }
    const by = { ArrowUp: 1, ArrowDown: -1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    const next = Number((value + by * field.step * (event.shiftKey ? 10 : 1)).toFixed(9));
    setRefusal(null);
    end();
    onChange(withTyped(field, state, given, Math.min(field.most, Math.max(field.least, next))));
  };
  const wrong = refused !== null && draft !== null;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-2 py-0.5">
      <label htmlFor={id}>{field.label}</label>
      <span className="flex items-baseline gap-1">
        <input
          id={id}
          type="text"
          inputMode={field.whole ? 'numeric' : 'decimal'}
          autoComplete="off"
          value={draft ?? fieldText(field, value)}
          aria-invalid={wrong || undefined}
          aria-describedby={refused ? `${id}-refused ${id}-meaning` : `${id}-meaning`}
          onFocus={(event) => event.target.select()}
          onChange={(event) => type(event.target.value)}
          onBlur={end}
          onKeyDown={onKeyDown}
          className={`w-[76px] rounded-sm border-b bg-transparent px-0.5 text-right tabular-nums hover:bg-hover focus:bg-hover ${wrong ? 'border-trouble text-trouble' : 'border-rule-strong border-dotted'}`}
        />
        <span className="w-20 text-[11.5px] text-ink-soft">{field.unit}</span>
        <button
          type="button"
          disabled={!state.given}
          title={`Back to ${numberText(usual)}`}
          aria-label={`${field.label}: back to its default, ${numberText(usual)}`}
          onClick={() => {
            setRefusal(null);
            onChange(withField(field, given, null));
          }}
          className="self-center rounded-sm px-0.5 text-ink-soft hover:bg-hover disabled:invisible"
        >
          <ResetIcon />
        </button>
      </span>
      <p id={`${id}-refused`} role="status" className="col-span-2 text-[11.5px] text-trouble">
        {refused ? `${refused.text} ${fieldText(field, value)} stays.` : ''}
      </p>
      <p id={`${id}-meaning`} className="col-span-2 text-[11.5px] text-ink-soft">
        {field.meaning} {source}
      </p>
    </div>
  );
}

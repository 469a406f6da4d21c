/** Parameters that need room: texts, lists, message numbers, JSON. What cannot be read yet is said, and not taken. */
'use client';

import { useState } from 'react';
import type { Parameter } from '@/lib/engine/system';

interface WideProps {
  id: string;
  parameter: Parameter;
  value: unknown;
  invalid: boolean;
  onChange: (value: unknown) => void;
}

/** Texts and lists: one line, or several. Lists are written with a comma-free separator, one entry a line. */
export function WideField({ id, parameter, value, invalid, onChange }: WideProps) {
  const style = `mt-1 block w-full resize-y rounded-md border bg-transparent px-2 py-1 font-mono text-[12px] ${invalid ? 'border-trouble' : 'border-rule-strong'}`;
  if (parameter.type === 'text') {
    return (
      <textarea
        id={id}
        rows={3}
        value={String(value)}
        onChange={(event) => onChange(event.target.value)}
        className={style}
      />
    );
  }
  if (parameter.type === 'json') return <JsonField id={id} value={value} onChange={onChange} style={style} />;
  const entries = Array.isArray(value) ? value : [];
  if (parameter.type === 'list') return <ListField id={id} entries={entries} onChange={onChange} style={style} />;
  return (
    <input
      id={id}
      key={entries.join(',')}
      defaultValue={entries.join(', ')}
      placeholder="none; pin a message in the window"
      inputMode="numeric"
      onBlur={(event) => {
        const numbers = event.target.value.split(/[\s,]+/).filter((text) => /^\d+$/.test(text));
        const pins = [...new Set(numbers.map(Number))].sort((a, b) => a - b);
        event.target.value = pins.join(', ');
        onChange(pins);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') event.currentTarget.blur();
      }}
      className={style}
    />
  );
}

interface ListFieldProps {
  id: string;
  entries: readonly string[];
  onChange: (value: unknown) => void;
  style: string;
}

/** One entry a line; empty lines are only room to write. */
function ListField({ id, entries, onChange, style }: ListFieldProps) {
  const [draft, setDraft] = useState<string | null>(null);
  const text = draft ?? entries.join('\n');
  return (
    <textarea
      id={id}
      rows={Math.min(8, Math.max(2, text.split('\n').length))}
      value={text}
      spellCheck={false}
      onChange={(event) => {
        setDraft(event.target.value);
        onChange(event.target.value.split('\n').filter((line) => line.trim() !== ''));
      }}
      onBlur={() => setDraft(null)}
      className={style}
    />
  );
}

interface JsonFieldProps {
  id: string;
  value: unknown;
  onChange: (value: unknown) => void;
  style: string;
}

/** A JSON value: free while it is typed, taken whenever it can be read. */
function JsonField({ id, value, onChange, style }: JsonFieldProps) {
  const [draft, setDraft] = useState<{ text: string; problem: string | null } | null>(null);
  const change = (text: string) => {
    try {
      const parsed: unknown = text.trim() === '' ? null : JSON.parse(text);
      setDraft({ text, problem: null });
      onChange(parsed);
    } catch (error) {
      setDraft({ text, problem: error instanceof Error ? error.message : String(error) });
    }
  };
  const text = draft?.text ?? (value === null || value === undefined ? '' : JSON.stringify(value, null, 1));
  return (
    <>
      <textarea
        id={id}
        rows={Math.min(10, Math.max(2, text.split('\n').length))}
        value={text}
        spellCheck={false}
        placeholder="JSON"
        aria-invalid={draft?.problem ? true : undefined}
        onChange={(event) => change(event.target.value)}
        onBlur={() => setDraft((current) => (current?.problem ? current : null))}
        className={style}
      />
      {draft?.problem ? (
        <p role="alert" className="mt-1 text-[12px] text-trouble">
          Not JSON yet: {draft.problem}
        </p>
      ) : null}
    </>
  );
}

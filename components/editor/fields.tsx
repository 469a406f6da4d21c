/** The fields of the editor's forms. */
'use client';

import type { ReactNode, Ref } from 'react';

export const SELECT = 'w-full rounded-md border border-rule-strong bg-panel px-1.5 py-1 hover:bg-hover';
const INPUT = 'w-full rounded-md border border-rule-strong bg-panel px-2 py-1 font-mono text-[12px]';

interface FieldProps {
  label: string;
  id: string;
  aside?: ReactNode;
  children: ReactNode;
}

export function Field({ label, id, aside, children }: FieldProps) {
  return (
    <div className="min-w-0">
      <div className="mb-0.5 flex items-center justify-between gap-2">
        <label htmlFor={id} className="text-[12px] text-ink-soft">
          {label}
        </label>
        {aside}
      </div>
      {children}
    </div>
  );
}

interface TextProps {
  id: string;
  value: string;
  onChange: (text: string) => void;
  /** Said to be wrong. */
  invalid?: boolean;
  describedBy?: string;
}

export function TextInput({
  id,
  value,
  onChange,
  invalid = false,
  describedBy,
  suggestions = [],
}: TextProps & { suggestions?: readonly string[] }) {
  return (
    <>
      <input
        id={id}
        value={value}
        spellCheck={false}
        autoComplete="off"
        aria-invalid={invalid || undefined}
        aria-describedby={describedBy}
        onChange={(event) => onChange(event.target.value)}
        className={`${INPUT} aria-[invalid=true]:border-trouble`}
        list={suggestions.length > 0 ? `${id}-suggestions` : undefined}
      />
      {suggestions.length > 0 ? (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      ) : null}
    </>
  );
}

/** Grows with its text, up to half of the window. */
export function TextArea({
  id,
  value,
  onChange,
  invalid = false,
  describedBy,
  ref,
}: TextProps & { ref?: Ref<HTMLTextAreaElement> }) {
  return (
    <textarea
      ref={ref}
      id={id}
      value={value}
      rows={3}
      spellCheck={false}
      aria-invalid={invalid || undefined}
      aria-describedby={describedBy}
      onChange={(event) => onChange(event.target.value)}
      className={`${INPUT} scroll-thin block max-h-[50vh] resize-y leading-[1.5] [field-sizing:content] aria-[invalid=true]:border-trouble`}
    />
  );
}

/** One of a few, side by side: a group of radio buttons that looks like one control. */
'use client';

import { useId } from 'react';

interface SegmentedChoiceProps<Id extends string> {
  label: string;
  choices: readonly { id: Id; label: string; help?: string }[];
  current: Id;
  onChange: (id: Id) => void;
}

export function SegmentedChoice<Id extends string>({ label, choices, current, onChange }: SegmentedChoiceProps<Id>) {
  const name = useId();
  return (
    <fieldset className="inline-flex shrink-0 rounded-md border border-rule-strong bg-panel p-px">
      <legend className="sr-only">{label}</legend>
      {choices.map(({ id, label: words, help }) => (
        <label
          key={id}
          title={help}
          className="cursor-pointer rounded-[5px] px-2 py-[3px] text-[12px] text-ink-soft hover:text-ink has-[:checked]:bg-selected has-[:checked]:font-medium has-[:checked]:text-ink has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-accent"
        >
          <input
            type="radio"
            name={name}
            value={id}
            checked={id === current}
            onChange={() => onChange(id)}
            className="sr-only"
          />
          {words}
        </label>
      ))}
    </fieldset>
  );
}

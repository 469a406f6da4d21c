/** What is done before an export goes out: nothing, secrets replaced, or every text; what will be replaced is listed. */
'use client';

import { useId } from 'react';
import { whole } from '../ui/format';

export type PrivacyMode = 'as it is' | 'redacted' | 'structure';

export interface PrivacySettings {
  mode: PrivacyMode;
  kinds: readonly string[];
  /** One a line; a line in slashes is an expression. */
  own: string;
}

export const NO_PRIVACY: PrivacySettings = { mode: 'as it is', kinds: ['key', 'email', 'user', 'host'], own: '' };

const MODES: { mode: PrivacyMode; label: string; help: string }[] = [
  { mode: 'as it is', label: 'As it is', help: 'Every word goes out.' },
  {
    mode: 'redacted',
    label: 'Secrets replaced',
    help: 'Keys, people and places get placeholders, the same one each time.',
  },
  {
    mode: 'structure',
    label: 'Structure only',
    help: 'Every text becomes filler of the same length and tokens: a replay gives the same numbers without a word of it.',
  },
];

const KINDS = [
  { id: 'key', label: 'Keys and passwords' },
  { id: 'email', label: 'E-mail addresses' },
  { id: 'user', label: 'Home directories and user names' },
  { id: 'host', label: 'Hosts and addresses' },
];

/** Rules of the user's own: plain texts, and expressions in slashes. */
export function ownRules(own: string): { texts: string[]; expressions: string[] } {
  const lines = own
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const isExpression = (line: string) => line.length > 2 && line.startsWith('/') && line.endsWith('/');
  return {
    texts: lines.filter((line) => !isExpression(line)),
    expressions: lines.filter(isExpression).map((line) => line.slice(1, -1)),
  };
}

interface PrivacyChoiceProps {
  value: PrivacySettings;
  onChange: (value: PrivacySettings) => void;
  /** What can be chosen; everything where it is left out. */
  modes?: readonly PrivacyMode[];
}

export function PrivacyChoice({ value, onChange, modes }: PrivacyChoiceProps) {
  const id = useId();
  const offered = modes ? MODES.filter(({ mode }) => modes.includes(mode)) : MODES;
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">Privacy</legend>
      {offered.map(({ mode, label, help }) => (
        <label key={mode} title={help} className="flex items-center gap-2 rounded-md px-1 py-[3px] hover:bg-hover">
          <input
            type="radio"
            name="privacy"
            checked={value.mode === mode}
            onChange={() => onChange({ ...value, mode })}
            className="accent-(--accent)"
          />
          {label}
        </label>
      ))}
      <p className="px-1 text-[12px] text-ink-soft">{MODES.find(({ mode }) => mode === value.mode)?.help}</p>
      {value.mode === 'redacted' ? (
        <div className="mt-1.5 border-rule border-l pl-3">
          {KINDS.map(({ id: kind, label }) => (
            <label key={kind} className="flex items-center gap-2 py-[2px] text-[12px]">
              <input
                type="checkbox"
                checked={value.kinds.includes(kind)}
                onChange={(event) =>
                  onChange({
                    ...value,
                    kinds: event.target.checked ? [...value.kinds, kind] : value.kinds.filter((one) => one !== kind),
                  })
                }
                className="accent-(--accent)"
              />
              {label}
            </label>
          ))}
          <label htmlFor={id} className="mt-1 block text-[12px] text-ink-soft">
            And these, one a line; /expressions/ in slashes
          </label>
          <textarea
            id={id}
            rows={2}
            value={value.own}
            spellCheck={false}
            placeholder={'Project Heron\n/ACC-[0-9]+/'}
            onChange={(event) => onChange({ ...value, own: event.target.value })}
            className="w-full rounded-md border border-rule-strong bg-panel px-2 py-1 font-mono text-[12px]"
          />
        </div>
      ) : null}
    </fieldset>
  );
}

interface ReplacementListProps {
  replacements: readonly { found: string; replacement: string; count: number; first: number }[];
}

const SHOWN = 200;

/** What will be replaced, before anything goes out. */
export function ReplacementList({ replacements }: ReplacementListProps) {
  if (replacements.length === 0) return <p className="text-ink-soft">Nothing of these kinds was found.</p>;
  return (
    <>
      <p className="font-medium">{whole(replacements.length)} will be replaced</p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reachable by keyboard */}
      <ul aria-label="Replacements" tabIndex={0} className="scroll-thin max-h-40 overflow-y-auto">
        {replacements.slice(0, SHOWN).map(({ found, replacement, count, first }) => (
          <li
            key={found}
            className="grid grid-cols-[minmax(0,1fr)_minmax(0,150px)_48px_84px] gap-2 border-rule border-b py-0.5 text-[12px]"
          >
            <span title={found} className="truncate font-mono text-trouble line-through">
              {found}
            </span>
            <span className="truncate font-mono text-summary">{replacement}</span>
            <span className="text-right text-ink-soft tabular-nums">{whole(count)} ×</span>
            <span className="text-right text-ink-faint tabular-nums">{first < 0 ? 'schemas' : `message ${first}`}</span>
          </li>
        ))}
      </ul>
      {replacements.length > SHOWN ? (
        <p className="text-ink-soft">and {whole(replacements.length - SHOWN)} more</p>
      ) : null}
    </>
  );
}

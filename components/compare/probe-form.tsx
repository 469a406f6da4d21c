/** One probe in the hand: what must be known, when, and how. What cannot be read is said at its field, and nothing is taken until it can. */
'use client';

import { type FormEvent, type ReactNode, useEffect, useId, useState } from 'react';
import type { RegexProblem } from '@/lib/pin-rules/regex-problem';
import { compileProbes } from '@/lib/probes/compile';
import type { Probe } from '@/lib/probes/probe';
import { useStore } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import {
  faultWords,
  fieldOf,
  type ProbeDraft,
  type ProbeKind,
  type ProbeWhen,
  readDraft,
  regexWords,
} from './probe-draft';

const FIELD = 'min-w-0 rounded-md border border-rule-strong bg-transparent px-1.5 py-0.5';
const KINDS: readonly { id: ProbeKind; label: string; placeholder: string }[] = [
  { id: 'text', label: 'Text', placeholder: 'staging' },
  { id: 'regex', label: 'Expression', placeholder: '(?i)port[ =:]+8443' },
  { id: 'message', label: 'Message', placeholder: 'its number, from 0' },
];

/** Whether an expression can be read; the one before is not asked about any more. */
function useRegexProblem(probe: Probe | undefined): RegexProblem | null | 'reading' {
  const regex = probe?.regex;
  const [known, setKnown] = useState<{ regex: string; error: RegexProblem | null } | null>(null);
  useEffect(() => {
    if (regex === undefined) return;
    let current = true;
    compileProbes([{ id: 'draft', at: 'end', regex }]).then(
      ([compiled]) => current && setKnown({ regex, error: compiled?.error ?? null }),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [regex]);
  if (regex === undefined) return null;
  return known?.regex === regex ? known.error : 'reading';
}

interface ProbeFormProps {
  first: ProbeDraft;
  /** Under which it stays, or the empty text for one that is added. */
  id: string;
  onTake: (probe: Probe) => void;
  onCancel: () => void;
}

export function ProbeForm({ first, id, onTake, onCancel }: ProbeFormProps) {
  const [draft, setDraft] = useState(first);
  const [tried, setTried] = useState(false);
  const calls = useStore((state) => state.document?.info.callCount ?? 0);
  const cursor = useStore((state) => state.cursor);
  const base = useId();
  const { probe, faults } = readDraft(draft, id === '' ? 'new' : id);
  const regex = useRegexProblem(probe);
  const fault = faults[0];
  const wrong = fault ? fieldOf(fault) : regex !== null && regex !== 'reading' ? 'value' : null;
  const isStarted = tried || draft.value !== '';
  const said =
    fault && isStarted ? faultWords(fault, draft) : regex !== null && regex !== 'reading' ? regexWords(regex) : '';
  const set = (change: Partial<ProbeDraft>) => setDraft({ ...draft, ...change });
  const take = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (probe && regex === null) onTake(probe);
  };
  const chosen = KINDS.find((kind) => kind.id === draft.kind);
  const mark = (field: string) => ({
    'aria-invalid': wrong === field && said !== '' ? true : undefined,
    'aria-describedby': `${base}-said`,
  });
  return (
    <form
      onSubmit={take}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onCancel();
      }}
      aria-label={id === '' ? 'New probe' : 'Probe'}
      className="border-rule border-b bg-panel px-4 py-2.5 text-[12.5px]"
    >
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <Labelled id={`${base}-kind`} label="What must be known">
          <select
            id={`${base}-kind`}
            value={draft.kind}
            onChange={(event) => {
              const kind = KINDS.find((one) => one.id === event.target.value)?.id ?? 'text';
              set({ kind, verbatim: kind === 'message' });
            }}
            className={`${FIELD} bg-panel`}
          >
            {KINDS.map((kind) => (
              <option key={kind.id} value={kind.id}>
                {kind.label}
              </option>
            ))}
          </select>
        </Labelled>
        <input
          aria-label={chosen?.label ?? 'Text'}
          // biome-ignore lint/a11y/noAutofocus: the form comes because somebody asked for it
          autoFocus
          value={draft.value}
          placeholder={chosen?.placeholder}
          spellCheck={false}
          {...mark('value')}
          onChange={(event) => set({ value: event.target.value })}
          className={`${FIELD} w-64 flex-auto font-mono aria-invalid:border-trouble`}
        />
        <When draft={draft} set={set} mark={mark} cursor={cursor} calls={calls} />
        {draft.kind === 'text' ? (
          <Check label="Capitals differ" checked={draft.exact} onChange={(exact) => set({ exact })} />
        ) : null}
        <Check
          label="Word for word"
          title="Only a message as it is sent counts, not a summary of it."
          checked={draft.verbatim}
          onChange={(verbatim) => set({ verbatim })}
        />
        <Labelled id={`${base}-name`} label="Name">
          <input
            id={`${base}-name`}
            value={draft.name}
            placeholder="as it says"
            {...mark('name')}
            onChange={(event) => set({ name: event.target.value })}
            className={`${FIELD} w-32`}
          />
        </Labelled>
        <span className="flex gap-1.5">
          <Button type="submit" variant="primary" disabled={isStarted && (!probe || regex !== null)}>
            {id === '' ? 'Add' : 'Change'}
          </Button>
          <Button onClick={onCancel}>Cancel</Button>
        </span>
      </div>
      <p id={`${base}-said`} role="status" className="mt-1 min-h-5 text-trouble tabular-nums">
        {said === '' ? '' : `${said}${id === '' ? '' : ' Until then the probe stays as it was.'}`}
      </p>
    </form>
  );
}

interface WhenProps {
  draft: ProbeDraft;
  set: (change: Partial<ProbeDraft>) => void;
  mark: (field: string) => object;
  cursor: number;
  calls: number;
}

function When({ draft, set, mark, cursor, calls }: WhenProps) {
  const id = useId();
  const { when } = draft;
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-ink-soft">
        When
      </label>
      <select
        id={id}
        value={when}
        onChange={(event) => {
          const next = (['end', 'call', 'range'] as const).find((one) => one === event.target.value) ?? 'end';
          set({ when: next, ...(next !== 'end' && draft.from === '' ? { from: String(cursor + 1) } : {}) });
        }}
        className={`${FIELD} bg-panel`}
      >
        <option value={'end' satisfies ProbeWhen}>at the end</option>
        <option value={'call' satisfies ProbeWhen}>at call</option>
        <option value={'range' satisfies ProbeWhen}>from call</option>
      </select>
      {when === 'end' ? null : (
        <input
          aria-label={when === 'call' ? 'Call' : 'First call'}
          inputMode="numeric"
          value={draft.from}
          title={`From 1 to ${whole(calls + 1)}`}
          {...mark('from')}
          onChange={(event) => set({ from: event.target.value })}
          className={`${FIELD} w-16 text-right tabular-nums aria-invalid:border-trouble`}
        />
      )}
      {when === 'range' ? (
        <>
          <span className="text-ink-soft">to</span>
          <input
            aria-label="Last call"
            inputMode="numeric"
            value={draft.to}
            placeholder="the end"
            {...mark('to')}
            onChange={(event) => set({ to: event.target.value })}
            className={`${FIELD} w-20 text-right tabular-nums aria-invalid:border-trouble`}
          />
        </>
      ) : null}
    </span>
  );
}

interface CheckProps {
  label: string;
  title?: string;
  checked: boolean;
  onChange: (checked: boolean) => void;
}

function Check({ label, title, checked, onChange }: CheckProps) {
  return (
    <label title={title} className="flex items-center gap-1.5">
      <input type="checkbox" checked={checked} onChange={(event) => onChange(event.target.checked)} />
      {label}
    </label>
  );
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <span className="flex items-center gap-1.5">
      <label htmlFor={id} className="text-ink-soft">
        {label}
      </label>
      {children}
    </span>
  );
}

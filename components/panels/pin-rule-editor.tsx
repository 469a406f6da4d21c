/** One pin rule in the hand: its conditions and what it keeps. What cannot work is said here, and the rule before stays active. */
'use client';

import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { KINDS, type PinMatch, type PinRule, pinRuleProblems } from '@/lib/engine/pin-rule';
import { ROLES } from '@/lib/engine/transcript';
import { latestOf, type PinPreview, pinWords } from '@/lib/store/pin-rules';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';

interface EditorProps {
  /** As it is active now. */
  rule: PinRule;
  /** It is not among the rules yet, and is taken when it is added; changes to a rule that is are taken as they work. */
  isNew: boolean;
  onChange: (rule: PinRule) => void;
  onCancel?: () => void;
}

const FIELD = 'w-full min-w-0 rounded-md border border-rule-strong bg-transparent px-1.5 py-0.5';
/** Milliseconds that a hand rests before a rule is tried. */
const REST = 250;

/** A match without what was emptied. */
function without(match: PinMatch, name: keyof PinMatch): PinMatch {
  const { [name]: _removed, ...rest } = match;
  return rest;
}

export function PinRuleEditor({ rule, isNew, onChange, onCancel }: EditorProps) {
  const { previewPins, transcript } = useWorkbench();
  const [draft, setDraft] = useState(rule);
  const [preview, setPreview] = useState<PinPreview | null>(null);
  const [tools, setTools] = useState<readonly string[]>([]);
  const cursor = useStore((state) => state.cursor);
  const id = useId();
  const first = useRef<HTMLInputElement>(null);
  // A new rule is in the hand at once, and in sight.
  useEffect(() => {
    if (isNew) first.current?.focus();
  }, [isNew]);
  const active = useRef({ rule, onChange });
  useEffect(() => {
    active.current = { rule, onChange };
  });
  useEffect(() => {
    let current = true;
    transcript.toolNames().then(
      (names) => current && setTools(names),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [transcript]);

  const shape = pinRuleProblems([draft])[0]?.message.replace(/^.*? cannot work: /, '') ?? null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another call the same rule pins something else
  useEffect(() => {
    if (shape !== null) {
      setPreview(null);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      previewPins([draft]).then(
        ([answer]) => {
          if (!current || !answer) return;
          setPreview(answer);
          const changed = JSON.stringify(draft) !== JSON.stringify(active.current.rule);
          if (!answer.problem && changed && !isNew) active.current.onChange(draft);
        },
        () => undefined,
      );
    }, REST);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [draft, shape, isNew, cursor, previewPins]);

  const set = (name: keyof PinMatch, value: PinMatch[keyof PinMatch]) =>
    setDraft({ ...draft, match: value === undefined ? without(draft.match, name) : { ...draft.match, [name]: value } });
  const setNumber = (name: 'minTokens' | 'maxTokens' | 'message', text: string) =>
    set(name, text.trim() === '' ? undefined : Math.max(0, Math.round(Number(text) || 0)));
  const { match } = draft;
  const problem = preview?.problem ?? null;
  return (
    <div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-2 gap-y-1 text-[12px]">
        <Labelled id={`${id}-name`} label="Name">
          <input
            ref={first}
            id={`${id}-name`}
            value={draft.name ?? ''}
            placeholder="as its conditions say"
            onChange={(event) => {
              const { name: _name, ...rest } = draft;
              setDraft(event.target.value === '' ? rest : { ...rest, name: event.target.value });
            }}
            className={FIELD}
          />
        </Labelled>
        <Labelled id={`${id}-role`} label="Role">
          <select
            id={`${id}-role`}
            value={match.role ?? ''}
            onChange={(event) =>
              set(
                'role',
                ROLES.find((role) => role === event.target.value),
              )
            }
            className={`${FIELD} bg-panel`}
          >
            <option value="">any</option>
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </Labelled>
        <Labelled id={`${id}-tool`} label="Tool">
          <input
            id={`${id}-tool`}
            list={`${id}-tools`}
            value={match.tool ?? ''}
            placeholder="any; read_*, TodoWrite"
            onChange={(event) => set('tool', event.target.value === '' ? undefined : event.target.value)}
            className={FIELD}
          />
          <datalist id={`${id}-tools`}>
            {tools.map((name) => (
              <option key={name} value={name} />
            ))}
          </datalist>
        </Labelled>
        <Labelled id={`${id}-text`} label="Contains">
          <input
            id={`${id}-text`}
            value={match.text ?? ''}
            placeholder="any text, in any case"
            onChange={(event) => set('text', event.target.value === '' ? undefined : event.target.value)}
            className={FIELD}
          />
        </Labelled>
        <Labelled id={`${id}-regex`} label="Expression">
          <input
            id={`${id}-regex`}
            value={match.regex ?? ''}
            placeholder="(?i)make (deploy|release)"
            spellCheck={false}
            aria-invalid={problem ? true : undefined}
            aria-describedby={`${id}-problem`}
            onChange={(event) => set('regex', event.target.value === '' ? undefined : event.target.value)}
            className={`${FIELD} font-mono ${problem ? 'border-trouble' : ''}`}
          />
        </Labelled>
        <Labelled id={`${id}-least`} label="Tokens">
          <span className="flex items-center gap-1">
            <input
              id={`${id}-least`}
              inputMode="numeric"
              aria-label="At least so many tokens"
              value={match.minTokens ?? ''}
              placeholder="from"
              onChange={(event) => setNumber('minTokens', event.target.value)}
              className={FIELD}
            />
            <span aria-hidden="true">–</span>
            <input
              inputMode="numeric"
              aria-label="At most so many tokens"
              value={match.maxTokens ?? ''}
              placeholder="to"
              onChange={(event) => setNumber('maxTokens', event.target.value)}
              className={FIELD}
            />
          </span>
        </Labelled>
        <Labelled id={`${id}-kind`} label="Kind">
          <select
            id={`${id}-kind`}
            value={match.kind ?? ''}
            onChange={(event) =>
              set(
                'kind',
                KINDS.find((kind) => kind === event.target.value),
              )
            }
            className={`${FIELD} bg-panel`}
          >
            <option value="">any</option>
            {KINDS.map((kind) => (
              <option key={kind} value={kind}>
                {kind.replace('_', ' ')}
              </option>
            ))}
          </select>
        </Labelled>
        <Labelled id={`${id}-message`} label="Message">
          <input
            id={`${id}-message`}
            inputMode="numeric"
            value={match.message ?? ''}
            placeholder="any; the number of one"
            onChange={(event) => setNumber('message', event.target.value)}
            className={FIELD}
          />
        </Labelled>
        <Labelled id={`${id}-keep`} label="Keeps">
          <span className="flex items-center gap-1">
            <select
              id={`${id}-keep`}
              value={draft.keep === 'all' ? 'all' : 'latest'}
              onChange={(event) => setDraft({ ...draft, keep: event.target.value === 'all' ? 'all' : { latest: 1 } })}
              className={`${FIELD} bg-panel`}
            >
              <option value="all">all that fit</option>
              <option value="latest">only the latest</option>
            </select>
            {draft.keep === 'all' ? null : (
              <input
                inputMode="numeric"
                aria-label="How many of the latest"
                value={draft.keep.latest || ''}
                onChange={(event) =>
                  setDraft({ ...draft, keep: { latest: Math.max(0, Math.round(Number(event.target.value) || 0)) } })
                }
                className={`${FIELD} max-w-14`}
              />
            )}
          </span>
        </Labelled>
      </div>
      <p id={`${id}-problem`} role="status" className="mt-1 min-h-5 text-[12px] tabular-nums">
        {shape !== null ? (
          <span className="text-ink-soft">
            {isNew && Object.keys(match).length === 0 ? 'Give at least one condition.' : `Not taken yet: ${shape}.`}
          </span>
        ) : problem ? (
          <span className="text-trouble">
            {sentence(problem.message)} {problem.remedy} {isNew ? '' : 'Until then the rule stays as it was.'}
          </span>
        ) : preview ? (
          <span className="text-ink-soft">{pinWords(preview, latestOf(draft), cursor)}</span>
        ) : null}
      </p>
      {isNew ? (
        <p className="mt-1 flex justify-end gap-1.5">
          <Button onClick={onCancel}>Cancel</Button>
          <Button
            variant="primary"
            disabled={shape !== null || !preview || problem !== null}
            onClick={() => onChange(draft)}
          >
            Add
          </Button>
        </p>
      ) : null}
    </div>
  );
}

function sentence(text: string): string {
  return `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}`;
}

function Labelled({ id, label, children }: { id: string; label: string; children: ReactNode }) {
  return (
    <>
      <label htmlFor={id} className="text-ink-soft">
        {label}
      </label>
      <span className="min-w-0">{children}</span>
    </>
  );
}

/** What a remedy did once it was applied: the finding before and after, and the way back. */
'use client';

import { useEffect, useLayoutEffect, useRef } from 'react';
import { examinedVersion } from '@/lib/store/present';
import type { Finding, ProvenRemedy, State, Step } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { CloseIcon } from '../ui/icons';
import { OfResult } from './of-result';

/** A remedy that was applied, and the finding as it was before. */
export interface Applied {
  remedy: ProvenRemedy;
  finding: Finding;
  /** Findings there were. */
  findings: number;
  version: number;
  /** The step of the history that it is; `alone` where nothing else went into it. */
  step: Step;
  alone: boolean;
  /** The lane that it is of. */
  active: string;
}

/** Whether nothing has been changed, or taken back, since. */
export function isNewest({ step, active }: Applied, state: State): boolean {
  return state.history.past.at(-1) === step && state.active === active;
}

interface RemedyEffectProps {
  applied: Applied;
  onDismiss: () => void;
  /** It goes while it has the focus. */
  onLeave: () => void;
}

export function RemedyEffect({ applied, onDismiss, onLeave }: RemedyEffectProps) {
  const { history } = useWorkbench();
  const examination = useStore((state) => state.examination);
  const { remedy, finding, findings, version, step, alone } = applied;
  const note = useRef<HTMLFieldSetElement>(null);
  // The button that was pressed goes with its finding: the focus is here, one Tab before the way back.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each remedy anew
  useEffect(() => note.current?.focus({ preventScroll: true }), [step]);
  const leave = useRef(onLeave);
  leave.current = onLeave;
  useLayoutEffect(() => {
    const here = note.current;
    return () => {
      if (here?.contains(document.activeElement)) leave.current();
    };
  }, []);
  const done = examination !== null && examination.version > version;
  const left = examination?.findings.find(({ id }) => id === finding.id);
  const calls = left?.calls.length ?? 0;
  const outcome = !done
    ? 'looking at what it did…'
    : `“${finding.title}”: ${whole(finding.calls.length)} → ${calls === 0 ? 'gone' : whole(calls)}${calls > 0 ? ' calls' : ''} · findings: ${whole(findings)} → ${whole(examination.findings.length)}`;
  return (
    <fieldset
      ref={note}
      tabIndex={-1}
      aria-label={`Applied: ${remedy.label}`}
      className="sticky bottom-0 flex min-w-0 shrink-0 items-center gap-2 border-rule border-t bg-summary-soft py-1.5 pr-2 pl-4 outline-offset-[-2px]"
    >
      <p aria-live="polite" className="min-w-0 flex-1">
        <span aria-hidden="true" className="text-summary">
          ✓{' '}
        </span>
        <strong className="font-semibold">{remedy.label}</strong>{' '}
        <OfResult as="span" version={done ? examinedVersion : undefined} className="text-ink-soft tabular-nums">
          {outcome}
        </OfResult>
      </p>
      {alone ? <Button onClick={() => history.takeBack(step)}>Undo</Button> : null}
      <Button variant="plain" icon aria-label="Dismiss" onClick={onDismiss}>
        <CloseIcon />
      </Button>
    </fieldset>
  );
}

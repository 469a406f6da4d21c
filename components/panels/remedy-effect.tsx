/** What a remedy did once it was applied: the finding before and after, and the way back. */
'use client';

import { examinedVersion } from '@/lib/store/present';
import type { Finding, ProvenRemedy } from '@/lib/store/state';
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
}

export function RemedyEffect({ applied, onDismiss }: { applied: Applied; onDismiss: () => void }) {
  const { history } = useWorkbench();
  const examination = useStore((state) => state.examination);
  const { remedy, finding, findings, version } = applied;
  const done = examination !== null && examination.version > version;
  const left = examination?.findings.find(({ id }) => id === finding.id);
  const calls = left?.calls.length ?? 0;
  const outcome = !done
    ? 'looking at what it did…'
    : `“${finding.title}”: ${whole(finding.calls.length)} → ${calls === 0 ? 'gone' : whole(calls)}${calls > 0 ? ' calls' : ''} · findings: ${whole(findings)} → ${whole(examination.findings.length)}`;
  return (
    <div className="flex items-center gap-2 border-rule border-b bg-summary-soft py-1.5 pr-2 pl-4">
      <p aria-live="polite" className="min-w-0 flex-1">
        <span aria-hidden="true" className="text-summary">
          ✓{' '}
        </span>
        <strong className="font-semibold">{remedy.label}</strong>{' '}
        <OfResult as="span" version={done ? examinedVersion : undefined} className="text-ink-soft tabular-nums">
          {outcome}
        </OfResult>
      </p>
      <Button
        onClick={() => {
          history.undo();
          onDismiss();
        }}
      >
        Undo
      </Button>
      <Button variant="plain" icon aria-label="Dismiss" onClick={onDismiss}>
        <CloseIcon />
      </Button>
    </div>
  );
}

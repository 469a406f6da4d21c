/** The line at the top: what is open, how it was read, whether it is saved, and the way to another transcript. */
'use client';

import { lazy, Suspense, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { whole } from '../ui/format';
import { FileIcon, OpenIcon } from '../ui/icons';
import OpenChoices from './open-choices';
import { ThemeButton } from './theme-button';
import { Wordmark } from './wordmark';

const ReportDialog = lazy(() => import('./report-dialog'));

const SAVING = {
  saved: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved',
  memory: 'Kept until this tab closes',
} as const;

export function Header() {
  const workbench = useWorkbench();
  const document = useStore((state) => state.document);
  const saving = useStore((state) => state.saving);
  const [opening, setOpening] = useState(false);
  const [reporting, setReporting] = useState(false);
  const troubles = (document?.file.skipped.length ?? 0) + (document?.file.repaired.length ?? 0);
  return (
    <header className="flex h-12 min-w-0 items-center gap-3 border-rule border-b bg-panel px-4 max-sm:gap-2 max-sm:px-3">
      <button
        type="button"
        title="Back to the start page"
        onClick={() => void workbench.close()}
        className="shrink-0 whitespace-nowrap rounded-sm hover:opacity-80"
      >
        <Wordmark />
      </button>
      <span aria-hidden="true" className="text-ink-faint max-sm:hidden">
        /
      </span>
      <h1
        title={document ? `${document.title} (${document.name})` : undefined}
        className="min-w-0 truncate text-[13px]"
      >
        {document?.title}
      </h1>
      {document ? (
        <button
          type="button"
          onClick={() => setReporting(true)}
          title="How the file was read"
          className="shrink-0 rounded-full border border-rule-strong px-2 py-px text-[11.5px] text-ink-soft tabular-nums hover:bg-hover max-sm:hidden"
        >
          {document.file.formatLabel} · {whole(document.info.messageCount)} messages
          {troubles > 0 ? <span className="text-cut"> · {whole(troubles)} notes</span> : null}
        </button>
      ) : null}
      <span
        role="status"
        data-saving={saving}
        className={`shrink-0 text-[12px] ${saving === 'failed' ? 'text-trouble' : 'text-ink-faint'} max-sm:hidden`}
      >
        {SAVING[saving]}
      </span>
      <span className="flex-1" />
      {document ? (
        <Button
          variant="plain"
          icon
          className="sm:hidden"
          aria-label="How the file was read"
          onClick={() => setReporting(true)}
        >
          <FileIcon />
        </Button>
      ) : null}
      <Button aria-label="Open" onClick={() => setOpening(true)}>
        <OpenIcon />
        <span className="max-sm:hidden">Open</span>
      </Button>
      <ThemeButton />
      {opening ? (
        <Dialog title="Open a transcript" wide onClose={() => setOpening(false)}>
          <OpenChoices onOpen={() => setOpening(false)} />
        </Dialog>
      ) : null}
      {reporting ? (
        <Suspense fallback={null}>
          <ReportDialog onClose={() => setReporting(false)} />
        </Suspense>
      ) : null}
    </header>
  );
}

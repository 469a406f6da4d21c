/** The line at the top: what is open, how it was read, whether it is saved, and the way to another transcript. */
'use client';

import { counted } from '@/lib/engine/figures';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { DownloadIcon, OpenIcon, RedoIcon, SearchIcon, ShareIcon, UndoIcon } from '../ui/icons';
import { SegmentedChoice } from '../ui/segmented-choice';
import { ThemeButton } from './theme-button';
import { Wordmark } from './wordmark';

const SAVING = {
  saved: 'Saved',
  saving: 'Saving…',
  failed: 'Not saved',
  memory: 'Kept until this tab closes',
} as const;

/** A button that is its icon alone where there is no room for words. */
const TIGHT = 'max-xl:px-1.5 max-sm:border-transparent max-sm:bg-transparent';

export function Header() {
  const workbench = useWorkbench();
  const document = useStore((state) => state.document);
  const saving = useStore((state) => state.saving);
  const edits = useStore((state) => state.edits.length);
  const isKept = saving === 'saved' || saving === 'saving';
  const { openDialog } = workbench;
  const troubles = (document?.file.skipped.length ?? 0) + (document?.file.repaired.length ?? 0);
  return (
    <header className="flex h-12 min-w-0 items-center gap-3 border-rule border-b bg-panel px-4 max-lg:gap-2 max-sm:gap-1 max-sm:px-2.5">
      <button
        type="button"
        title="Back to the start page"
        onClick={() => void workbench.close()}
        className="shrink-0 whitespace-nowrap rounded-sm hover:opacity-80 max-sm:min-w-0 max-sm:shrink max-sm:overflow-hidden max-sm:text-ellipsis"
      >
        {/* Where there is no room for it, or that nothing is kept needs the room more, its first letter stands for it. */}
        <span className={isKept ? 'max-[419px]:sr-only' : 'max-sm:sr-only'}>
          <Wordmark />
        </span>
        <span
          aria-hidden="true"
          className={`font-semibold font-serif text-[16px] ${isKept ? 'min-[420px]:hidden' : 'sm:hidden'}`}
        >
          P
        </span>
      </button>
      <span aria-hidden="true" className="text-ink-faint max-sm:hidden">
        /
      </span>
      <h1
        title={document ? `${document.title} (${document.name})` : undefined}
        className="min-w-0 truncate text-[13px] max-sm:sr-only"
      >
        {document?.title}
      </h1>
      {document ? (
        <button
          type="button"
          onClick={() => openDialog('report')}
          title={`How the file was read${edits > 0 ? ' · edited' : ''}${troubles > 0 ? ` · ${counted(troubles, 'note')}` : ''}`}
          className="shrink-0 whitespace-nowrap rounded-full border border-rule-strong px-2 py-px text-[11.5px] text-ink-soft tabular-nums hover:bg-hover max-md:hidden"
        >
          <span className="max-xl:sr-only">{document.file.formatLabel} · </span>
          {counted(document.info.messageCount, 'message')}
          {/* Where there is no room for its words, each is a dot. */}
          {edits > 0 ? (
            <span className="text-accent">
              <span aria-hidden="true" className="lg:hidden">
                {' '}
                •
              </span>
              <span className="max-lg:sr-only"> · edited</span>
            </span>
          ) : null}
          {troubles > 0 ? (
            <span className="text-cut">
              <span aria-hidden="true" className="lg:hidden">
                {' '}
                •
              </span>
              <span className="max-lg:sr-only"> · {counted(troubles, 'note')}</span>
            </span>
          ) : null}
        </button>
      ) : null}
      <span
        role="status"
        data-saving={saving}
        title={
          saving === 'memory' ? 'This browser keeps nothing at present: save a copy before the tab closes' : undefined
        }
        className={`shrink-0 whitespace-nowrap text-[12px] ${saving === 'failed' ? 'text-trouble' : 'text-ink-faint'} ${isKept ? 'max-sm:hidden' : ''}`}
      >
        {saving === 'memory' ? (
          <>
            <span className="max-xl:sr-only">{SAVING.memory}</span>
            <span aria-hidden="true" className="xl:hidden">
              Not kept
            </span>
          </>
        ) : (
          SAVING[saving]
        )}
      </span>
      <span className="flex-1" />
      {document ? <Mode /> : null}
      {document ? <Steps /> : null}
      {document ? (
        <Button
          aria-label="Export"
          title="Export or copy"
          className={`${TIGHT} max-[379px]:hidden`}
          onClick={() => openDialog('export')}
        >
          <DownloadIcon />
          <span className="max-xl:hidden">Export</span>
        </Button>
      ) : null}
      {document ? (
        <Button
          aria-label="Share"
          title="Share a link"
          className={`${TIGHT} max-md:hidden`}
          onClick={() => openDialog('share')}
        >
          <ShareIcon />
          <span className="max-xl:hidden">Share</span>
        </Button>
      ) : null}
      <Button aria-label="Open" title="Open another transcript" className={TIGHT} onClick={() => openDialog('open')}>
        <OpenIcon />
        <span className="max-xl:hidden">Open</span>
      </Button>
      <Button variant="plain" icon aria-label="All commands" title="All commands" onClick={() => openDialog('palette')}>
        <SearchIcon />
      </Button>
      <span className="contents max-md:hidden">
        <ThemeButton />
      </span>
    </header>
  );
}

const MODES = [
  { id: 'tune', label: 'Tune', help: 'one lane with its inspector' },
  { id: 'compare', label: 'Compare', help: 'all lanes side by side' },
] as const;

function Mode() {
  const { setMode } = useWorkbench();
  const mode = useStore(({ view }) => view.mode);
  return <SegmentedChoice label="Mode" choices={MODES} current={mode} onChange={setMode} />;
}

/** One step back and forth; what each would do is in its name. */
function Steps() {
  const { history } = useWorkbench();
  const undo = useStore((state) => state.history.past.at(-1)?.name);
  const redo = useStore((state) => state.history.future[0]?.name);
  return (
    <span className="flex shrink-0">
      <Button
        variant="plain"
        icon
        aria-label={undo === undefined ? 'Undo' : `Undo: ${undo}`}
        title={undo === undefined ? 'Nothing to undo' : `Undo: ${undo}`}
        disabled={undo === undefined}
        onClick={history.undo}
      >
        <UndoIcon />
      </Button>
      <Button
        variant="plain"
        icon
        aria-label={redo === undefined ? 'Redo' : `Redo: ${redo}`}
        title={redo === undefined ? 'Nothing to redo' : `Redo: ${redo}`}
        disabled={redo === undefined}
        onClick={history.redo}
        className="max-[359px]:hidden"
      >
        <RedoIcon />
      </Button>
    </span>
  );
}

/** The scoreboard on its way out: as CSV, Markdown, JSON, or as a picture. */
'use client';

import { useState } from 'react';
import { type BoardNotes, exportedBoard } from '@/lib/store/board-notes';
import { BOARD_FILES, boardText, type Scoreboard } from '@/lib/store/scoreboard';
import { areScored } from '@/lib/store/scored';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { saveAs } from '../ui/save-as';
import { scoreboardPicture } from './scoreboard-picture';
import { useBoardNotes } from './use-board-notes';

export function ScoreboardExport({ board }: { board: Scoreboard }) {
  const title = useStore((state) => state.document?.title ?? 'scoreboard');
  // Numbers of settings that have changed do not leave, nor do any before it is known what stands behind them.
  const scored = useStore(areScored);
  const [copied, setCopied] = useState(false);
  const { state } = useWorkbench();
  const notes = useBoardNotes();
  const going = () => exportedBoard(board, state.get());
  const copy = async (behind: BoardNotes) => {
    await navigator.clipboard.writeText(boardText(going(), 'markdown', behind));
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <fieldset disabled={!scored || !notes} className="flex min-w-0 flex-wrap items-center gap-1 sm:shrink-0">
      <legend className="sr-only">Save the scoreboard</legend>
      <Button aria-label={copied ? 'Copied' : 'Copy Markdown'} onClick={() => notes && void copy(notes)}>
        {copied ? (
          'Copied'
        ) : (
          <span>
            Copy<span className="max-sm:hidden"> Markdown</span>
          </span>
        )}
      </Button>
      {BOARD_FILES.map(({ format, label, extension, type }) => (
        <Button
          key={format}
          aria-label={`Save as ${label}`}
          onClick={() =>
            notes && saveAs(new Blob([boardText(going(), format, notes)], { type }), `${title} scoreboard.${extension}`)
          }
        >
          {label}
        </Button>
      ))}
      <Button
        aria-label="Save as PNG"
        onClick={() => {
          if (!notes) return;
          void scoreboardPicture(going(), notes, title).then((file) => file && saveAs(file, `${title} scoreboard.png`));
        }}
      >
        PNG
      </Button>
    </fieldset>
  );
}

/** The scoreboard on its way out: as CSV, Markdown, JSON, or as a picture. */
'use client';

import { useState } from 'react';
import { BOARD_FILES, boardText, type Scoreboard } from '@/lib/store/scoreboard';
import { areScored } from '@/lib/store/stale';
import { useStore } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { saveAs } from '../ui/save-as';
import { scoreboardPicture } from './scoreboard-picture';

export function ScoreboardExport({ board }: { board: Scoreboard }) {
  const title = useStore((state) => state.document?.title ?? 'scoreboard');
  // Numbers of settings that have changed do not leave.
  const scored = useStore(areScored);
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(boardText(board, 'markdown'));
    setCopied(true);
    setTimeout(() => setCopied(false), 1600);
  };
  return (
    <fieldset disabled={!scored} className="flex min-w-0 flex-wrap items-center gap-1 sm:shrink-0">
      <legend className="sr-only">Save the scoreboard</legend>
      <Button aria-label={copied ? 'Copied' : 'Copy Markdown'} onClick={() => void copy()}>
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
          onClick={() => saveAs(new Blob([boardText(board, format)], { type }), `${title} scoreboard.${extension}`)}
        >
          {label}
        </Button>
      ))}
      <Button
        aria-label="Save as PNG"
        onClick={() => {
          void scoreboardPicture(board, title).then((file) => file && saveAs(file, `${title} scoreboard.png`));
        }}
      >
        PNG
      </Button>
    </fieldset>
  );
}

/** A kept run in the list: when, under which engine, whether it kept itself, whether it is the baseline. */
'use client';

import { useState } from 'react';
import type { KeptRuns } from '@/lib/store/kept-runs';
import { AUTOMATIC, type RunCommands } from '@/lib/store/runs';
import { Button } from '../ui/button';
import { agoText, sizeText } from '../ui/format';
import { CloseIcon, PinIcon } from '../ui/icons';

interface RunRowProps {
  run: KeptRuns['list'][number];
  runs: RunCommands;
  isOpen: boolean;
  onOpen: () => void;
}

export function RunRow({ run, runs, isOpen, onOpen }: RunRowProps) {
  const [asking, setAsking] = useState(false);
  const { id, title, tags, engine, createdAt, bytes, pinned, rows } = run;
  const lanes = rows.map(({ lane }) => String(lane)).join(', ') || 'no lanes';
  const made = new Date(createdAt);
  return (
    <li className={`flex items-center gap-2 px-4 py-1 ${isOpen ? 'bg-selected' : ''}`}>
      <button
        type="button"
        aria-expanded={isOpen}
        onClick={onOpen}
        className="min-w-0 flex-1 rounded-sm py-0.5 text-left hover:text-accent"
      >
        <span className="block truncate">
          <span className="font-medium" title={title}>
            {title}
          </span>
          {tags.includes(AUTOMATIC) ? <span className="ml-2 text-[12px] text-ink-faint">automatic</span> : null}
          {pinned ? <span className="ml-2 text-[12px] text-accent">baseline</span> : null}
        </span>
        <span
          className="block truncate text-[12px] text-ink-soft tabular-nums"
          title={`${lanes} · ${made.toLocaleString()}`}
        >
          {agoText(createdAt, Date.now())} · {lanes === title ? '' : `${lanes} · `}engine {engine} · {sizeText(bytes)}
        </span>
      </button>
      {asking ? (
        <>
          <Button
            onClick={() => {
              setAsking(false);
              void runs.remove(id);
            }}
          >
            Move to the trash
          </Button>
          <Button onClick={() => setAsking(false)}>Keep</Button>
        </>
      ) : (
        <>
          <Button
            aria-pressed={pinned}
            onClick={() => void runs.pin(id, !pinned)}
            title="The scoreboard shows differences to it"
          >
            <PinIcon filled={pinned} />
            Baseline
          </Button>
          <Button variant="plain" icon aria-label={`Remove ${title}`} onClick={() => setAsking(true)}>
            <CloseIcon />
          </Button>
        </>
      )}
    </li>
  );
}

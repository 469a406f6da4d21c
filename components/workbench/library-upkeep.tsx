/** Room and safety: what the library takes, asking the browser to keep it, and all of it as one file, out and in. */
'use client';

import { useRef, useState } from 'react';
import type { Desk, DeskView } from '@/lib/store/library-desk';
import { Button } from '../ui/button';
import { percentText, sizeText } from '../ui/format';
import { DownloadIcon, OpenIcon } from '../ui/icons';
import { saveAs } from '../ui/save-as';
import { type Outcome, UpkeepOutcome } from './upkeep-outcome';

interface LibraryUpkeepProps {
  view: DeskView;
  run(work: (desk: Desk) => Promise<unknown>): Promise<void>;
}

const PERSISTENCE = {
  'not asked':
    'The browser may delete this when the disk is nearly full. Ask it not to; export a file for what matters.',
  kept: 'The browser keeps this: it deletes nothing here by itself.',
  'may go': 'The browser did not agree: it may delete this when the disk is nearly full. Export a file now and then.',
  unknown: 'This browser gives no answer. Export a file now and then.',
} as const;

export function LibraryUpkeep({ view, run }: LibraryUpkeepProps) {
  const [answer, setAnswer] = useState<keyof typeof PERSISTENCE | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [busy, setBusy] = useState<{ word: string; done: number; of: number } | null>(null);
  const stop = useRef<AbortController | null>(null);
  const picker = useRef<HTMLInputElement>(null);
  const { sizes, use, persistence } = view;
  const kept = answer ?? persistence;

  const exportAll = () =>
    run(async (desk) => {
      setOutcome(null);
      setBusy({ word: 'Exporting', done: 0, of: 0 });
      try {
        const report = await desk.exportAll((done, of) => setBusy({ word: 'Exporting', done, of }));
        const name = `palimpsest-library-${new Date().toISOString().slice(0, 10)}.jsonl`;
        saveAs(report.file, name);
        setOutcome({ kind: 'exported', name, report });
      } finally {
        setBusy(null);
      }
    });

  const importAll = (file: File) =>
    run(async (desk) => {
      setOutcome(null);
      setBusy({ word: 'Importing', done: 0, of: file.size });
      const controller = new AbortController();
      stop.current = controller;
      try {
        const progress = (done: number, of: number) => setBusy({ word: 'Importing', done, of });
        setOutcome({ kind: 'imported', report: await desk.importAll(file, progress, controller.signal) });
      } finally {
        stop.current = null;
        setBusy(null);
      }
    });

  return (
    <div className="flex flex-col gap-4 py-3">
      <section aria-label="Room">
        <Parts sizes={sizes} />
        {use ? (
          <p className="text-ink-soft">
            This site takes {sizeText(use.usage)} of the {sizeText(use.quota)} that the browser allows it.
          </p>
        ) : (
          <p className="text-ink-soft">This browser does not say how much room there is.</p>
        )}
      </section>
      <section aria-label="Persistence" className="flex flex-wrap items-center gap-3">
        <p role="status" className="min-w-[240px] flex-1">
          {PERSISTENCE[kept]}
        </p>
        {kept === 'kept' ? null : (
          <Button onClick={() => void run(async (desk) => setAnswer(await desk.keepSafe()))}>Keep it safe</Button>
        )}
      </section>
      <section aria-label="The library as a file" className="flex flex-wrap items-center gap-2">
        <input
          ref={picker}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label="Library file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) void importAll(file);
          }}
        />
        <p className="min-w-[240px] flex-1 text-ink-soft">
          Everything but the trash, as one file: for a copy, or another browser. An import adds and never writes over.
        </p>
        <Button disabled={busy !== null} onClick={() => void exportAll()}>
          <DownloadIcon />
          Export library
        </Button>
        <Button disabled={busy !== null} onClick={() => picker.current?.click()}>
          <OpenIcon />
          Import library
        </Button>
      </section>
      {busy ? (
        <div className="flex items-center gap-3">
          <progress
            className="h-1.5 flex-1 accent-accent"
            value={busy.done}
            max={Math.max(1, busy.of)}
            aria-label={busy.word}
          />
          <span className="text-ink-soft tabular-nums">
            {busy.word} {busy.of > 0 ? percentText(Math.floor((busy.done / busy.of) * 100), 0) : ''}
          </span>
          {busy.word === 'Importing' ? <Button onClick={() => stop.current?.abort()}>Stop</Button> : null}
        </div>
      ) : null}
      {outcome ? <UpkeepOutcome outcome={outcome} /> : null}
    </div>
  );
}

const PARTS = [
  ['transcripts', 'transcripts'],
  ['scenarios', 'scenarios'],
  ['runs', 'runs'],
  ['derived', 'counts and last results'],
  ['trash', 'trash'],
] as const;

function Parts({ sizes }: Pick<DeskView, 'sizes'>) {
  return (
    <p className="tabular-nums">
      <strong className="font-semibold">{sizeText(sizes.total)}</strong> kept:{' '}
      {PARTS.filter(([part]) => sizes[part] > 0)
        .map(([part, word]) => `${word} ${sizeText(sizes[part])}`)
        .join(', ') || 'nothing yet'}
      .
    </p>
  );
}

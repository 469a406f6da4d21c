/** The note itself: stores of the database, small values beside it, what stays in memory, and how to be rid of all of it. */
'use client';

import { Dialog } from '../ui/dialog';

const DATABASE = [
  ['transcripts', 'The files that you opened, byte for byte, with their titles, formats and tags.'],
  ['scenarios', 'Lanes of settings, pins, probes and prices, where you were in them, and their small curves.'],
  ['edits', 'Your changes to transcripts, with every step that undo and redo take.'],
  ['runs', 'Results that were kept: scoreboard, settings, engine version, fingerprint of the transcript.'],
  ['packs', 'What each lane did at each call, of runs that you kept.'],
  ['counts', 'Tokens of each message under each counter. Can be made again.'],
  ['results', 'The last result of each transcript, so that it is drawn at once. Can be made again.'],
  ['quarantine', 'Records that cannot be used, as they were found, until you remove them.'],
] as const;

const SMALL = [
  ['palimpsest:last-open', 'Which scenario to open at the next start.'],
  ['palimpsest:looks', 'The call, the mode and the curves that you last looked at.'],
  ['palimpsest:lesson-put-away', 'Which lesson you have put away.'],
  ['palimpsest:sizes', 'How wide the panels are.'],
  ['palimpsest:theme', 'Light or dark, if you chose one.'],
  ['palimpsest:busy', 'While the engine works long: on what, so that a crash is not repeated at the next start.'],
] as const;

export default function StoredWhereDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="What is stored where" subtitle="All of it in this browser, on this device." onClose={onClose}>
      <p>
        Nothing you open, write or set is sent anywhere: this page has no server behind it but the one that its own
        files come from, and its security policy forbids requests to any other. A link or a file goes out only when you
        make one and hand it on.
      </p>
      <Stores title="IndexedDB, database “palimpsest”" rows={DATABASE} />
      <Stores title="localStorage" rows={SMALL} />
      <p className="mt-1 text-ink-soft">sessionStorage has palimpsest:last-open too, for each tab by itself.</p>
      <p className="mt-4">
        <strong className="font-semibold">Not stored:</strong> texts that you search for, and links that you look at
        without opening them. They are in memory until the tab is closed.
      </p>
      <p className="mt-2">
        <strong className="font-semibold">To be rid of it:</strong> remove scenarios in the library and empty the trash;
        or delete the data of this site in the settings of the browser, which takes everything.
      </p>
    </Dialog>
  );
}

function Stores({ title, rows }: { title: string; rows: readonly (readonly [string, string])[] }) {
  return (
    <section aria-label={title}>
      <h3 className="mt-4 mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">{title}</h3>
      <dl className="grid grid-cols-1 gap-x-4 gap-y-1 sm:grid-cols-[190px_1fr]">
        {rows.map(([name, what]) => (
          <div key={name} className="contents">
            <dt className="font-mono text-[12px] max-sm:mt-1">{name}</dt>
            <dd className="text-ink-soft">{what}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

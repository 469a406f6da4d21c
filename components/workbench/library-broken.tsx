/** Records that cannot be used: why, as they were found to download, and away with them when the user says so. */
'use client';

import type { Desk, DeskView } from '@/lib/store/library-desk';
import { Button } from '../ui/button';
import { DownloadIcon } from '../ui/icons';
import { saveAs } from '../ui/save-as';

interface LibraryBrokenProps {
  broken: DeskView['broken'];
  run(work: (desk: Desk) => Promise<unknown>): Promise<void>;
}

export function LibraryBroken({ broken, run }: LibraryBrokenProps) {
  return (
    <>
      <p className="py-2 text-ink-soft">
        These records cannot be used and were put aside as they were found; nothing else is touched by it. A transcript
        comes out as its own file, byte for byte.
      </p>
      <ul aria-label="Broken records" className="divide-y divide-rule border-rule border-y">
        {broken.map(({ id, store, key, reason }) => (
          <li key={id} className="flex flex-wrap items-center gap-2 px-1 py-1.5">
            <div className="min-w-[220px] flex-1">
              <p className="break-all font-medium">
                {store} {key}
              </p>
              <p className="break-words text-ink-soft">{reason}</p>
            </div>
            <Button
              aria-label={`Download ${store} ${key} as it is`}
              onClick={() =>
                void run(async (desk) => {
                  const found = await desk.downloadBroken(id);
                  if (!found) throw new Error('The browser cannot read it, so there is nothing to download.');
                  saveAs(found.blob, found.name);
                })
              }
            >
              <DownloadIcon />
              As it is
            </Button>
            <Button
              aria-label={`Remove ${store} ${key} for good`}
              onClick={() => void run((desk) => desk.removeBroken(id))}
            >
              Remove for good
            </Button>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What can be done at once about a problem with saving: the work as a file, the library as a file, and trying again. */
'use client';

import { useState } from 'react';
import { createDesk } from '@/lib/store/library-desk';
import type { Offer } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { saveAs } from '../ui/save-as';

const LABELS: Record<Offer, string> = {
  'export work': 'Export this work',
  'export library': 'Export library',
  'save again': 'Save again',
};

export default function NoticeOffers({ offers }: { offers: readonly Offer[] }) {
  const workbench = useWorkbench();
  const title = useStore((state) => state.scenario?.title ?? 'work');
  const [said, setSaid] = useState('');
  const does: Record<Offer, () => Promise<string>> = {
    'export work': async () => {
      const file = await workbench.sharing.file({ kind: 'transcript', redaction: null });
      const name = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'work'}.palimpsest.json`;
      saveAs(file, name);
      return `Written to ${name}: the transcript and all settings.`;
    },
    'export library': async () => {
      const library = workbench.library();
      if (!library) return 'There is no library open.';
      const { file, records, left } = await createDesk(library, workbench.shelf).exportAll(() => undefined);
      saveAs(file, 'palimpsest-library.jsonl');
      const missing = left.length === 0 ? '' : ` ${left.length} could not be read and are not in it.`;
      return `${records} records are in palimpsest-library.jsonl.${missing}`;
    },
    'save again': async () => {
      workbench.saveAgain();
      return '';
    },
  };
  const run = async (offer: Offer) => {
    try {
      setSaid(await does[offer]());
    } catch (error) {
      setSaid(`That failed too: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  return (
    <>
      <p className="mt-1.5 flex flex-wrap gap-1.5">
        {offers.map((offer, place) => (
          <Button key={offer} variant={place === 0 ? 'primary' : 'quiet'} onClick={() => void run(offer)}>
            {LABELS[offer]}
          </Button>
        ))}
      </p>
      <p role="status" className="mt-1 text-ink-soft empty:hidden">
        {said}
      </p>
    </>
  );
}

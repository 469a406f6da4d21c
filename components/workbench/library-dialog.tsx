/** The library over the workbench. */
'use client';

import { Dialog } from '../ui/dialog';
import LibrarySection from './library-section';

export default function LibraryDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Library" subtitle="Kept in this browser, on this device." wide onClose={onClose}>
      <LibrarySection onOpen={onClose} />
    </Dialog>
  );
}

/** The library over the workbench. */
'use client';

import { Dialog } from '../ui/dialog';
import LibrarySection from './library-section';

export default function LibraryDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Library" wide onClose={onClose}>
      <LibrarySection onOpen={onClose} />
    </Dialog>
  );
}

/** The dialogs of the workbench by name; each is fetched when it is first opened. */
'use client';

import { lazy, Suspense } from 'react';
import { useWorkbench } from '@/lib/store/use-store';
import type { DialogName } from '@/lib/store/view';
import { Dialog } from '../ui/dialog';
import { HelpSheet } from './help-sheet';
import { HistoryDialog } from './history-dialog';
import OpenChoices from './open-choices';
import { Palette } from './palette';

const ReportDialog = lazy(() => import('./report-dialog'));
const ExportDialog = lazy(() => import('./export-dialog'));
const ShareDialog = lazy(() => import('./share-dialog'));
const JsonDialog = lazy(() => import('../editor/json-dialog'));
const ToolsDialog = lazy(() => import('../editor/tools-dialog'));
const LibraryDialog = lazy(() => import('./library-dialog'));
const StoredWhereDialog = lazy(() => import('./stored-where-dialog'));

export default function Dialogs({ dialog }: { dialog: DialogName }) {
  const { openDialog } = useWorkbench();
  const close = () => openDialog(null);
  switch (dialog) {
    case 'palette':
      return <Palette onClose={close} />;
    case 'help':
      return <HelpSheet onClose={close} />;
    case 'history':
      return <HistoryDialog onClose={close} />;
    case 'open':
      return (
        <Dialog title="Open a transcript" wide onClose={close}>
          <OpenChoices onOpen={close} />
        </Dialog>
      );
    default:
      return (
        <Suspense fallback={null}>
          {dialog === 'report' ? <ReportDialog onClose={close} /> : null}
          {dialog === 'export' ? <ExportDialog onClose={close} /> : null}
          {dialog === 'share' ? <ShareDialog onClose={close} /> : null}
          {dialog === 'json' ? <JsonDialog onClose={close} /> : null}
          {dialog === 'tools' ? <ToolsDialog onClose={close} /> : null}
          {dialog === 'library' ? <LibraryDialog onClose={close} /> : null}
          {dialog === 'stored' ? <StoredWhereDialog onClose={close} /> : null}
        </Suspense>
      );
  }
}

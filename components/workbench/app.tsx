/** The whole application: makes the store, opens what was left, takes files dropped or pasted anywhere. */
'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore, useWorkbench, WorkbenchContext } from '@/lib/store/use-store';
import { createWorkbench } from '@/lib/store/workbench';
import { Notices } from './notices';
import { StartPage } from './start-page';
import { Wordmark } from './wordmark';

const loadWorkbench = () => import('./workbench-view');
const WorkbenchView = lazy(loadWorkbench);
const ConversationPicker = lazy(() => import('./conversation-picker'));

export function App() {
  const [workbench] = useState(createWorkbench);
  useEffect(() => {
    void workbench.start();
  }, [workbench]);
  return (
    <WorkbenchContext value={workbench}>
      <Screen />
      <DropAnywhere />
    </WorkbenchContext>
  );
}

function Screen() {
  const phase = useStore((state) => state.phase);
  const choosing = useStore((state) => state.choosing);
  // The workbench arrives while the start page is read, so that a dropped file meets it ready.
  useEffect(() => {
    if (phase !== 'empty') return;
    const timer = setTimeout(() => void loadWorkbench(), 400);
    return () => clearTimeout(timer);
  }, [phase]);
  const shell = (
    <div className="flex min-h-dvh flex-col">
      <div className="flex h-12 items-center px-4">
        <Wordmark />
      </div>
    </div>
  );
  return (
    <>
      {phase === 'starting' ? shell : null}
      {phase === 'empty' ? <StartPage /> : null}
      {phase === 'ready' ? (
        <Suspense fallback={shell}>
          <WorkbenchView />
        </Suspense>
      ) : null}
      {choosing ? (
        <Suspense fallback={null}>
          <ConversationPicker />
        </Suspense>
      ) : null}
      <Notices />
    </>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Files dropped on any part of the page, and transcripts pasted while nothing is being typed. */
function DropAnywhere() {
  const { files } = useWorkbench();
  const [over, setOver] = useState(false);
  useEffect(() => {
    let depth = 0;
    const carriesFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') === true;
    const enter = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth++;
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      depth = Math.max(0, depth - 1);
      if (depth === 0) setOver(false);
    };
    const drag = (event: DragEvent) => {
      if (carriesFiles(event)) event.preventDefault();
    };
    const drop = (event: DragEvent) => {
      if (!carriesFiles(event)) return;
      event.preventDefault();
      depth = 0;
      setOver(false);
      const file = event.dataTransfer?.files[0];
      if (file) void files.open(file);
    };
    const paste = (event: ClipboardEvent) => {
      if (isTyping(event.target)) return;
      const file = event.clipboardData?.files[0];
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (file) void files.open(file);
      else if (text.trim() !== '') void files.open(new File([text], 'pasted.json'));
    };
    window.addEventListener('dragenter', enter);
    window.addEventListener('dragleave', leave);
    window.addEventListener('dragover', drag);
    window.addEventListener('drop', drop);
    window.addEventListener('paste', paste);
    return () => {
      window.removeEventListener('dragenter', enter);
      window.removeEventListener('dragleave', leave);
      window.removeEventListener('dragover', drag);
      window.removeEventListener('drop', drop);
      window.removeEventListener('paste', paste);
    };
  }, [files]);
  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-2 border-accent border-dashed bg-paper/85">
      <p className="font-medium text-[17px]">Drop the transcript to open it</p>
    </div>
  );
}

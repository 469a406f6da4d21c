/** The whole application: makes the store, opens what was left, takes files dropped or pasted anywhere. */
'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore, useWorkbench, WorkbenchContext } from '@/lib/store/use-store';
import type { Workbench } from '@/lib/store/workbench';
import { StartFrame } from './start-frame';

const loadWorkbench = () => import('./workbench-view');
const WorkbenchView = lazy(loadWorkbench);
const OpenChoices = lazy(() => import('./open-choices'));
const Notices = lazy(() => import('./notices'));
const ConversationPicker = lazy(() => import('./conversation-picker'));

export function App() {
  const [workbench, setWorkbench] = useState<Workbench | null>(null);
  // The page is painted before the store is even fetched.
  useEffect(() => {
    let current = true;
    void import('@/lib/store/workbench').then(({ createWorkbench }) => {
      if (!current) return;
      const created = createWorkbench();
      setWorkbench(created);
      void created.start();
    });
    return () => {
      current = false;
    };
  }, []);
  if (!workbench) return <StartFrame />;
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
  return (
    <>
      {phase === 'ready' ? (
        <Suspense fallback={<div className="min-h-dvh" />}>
          <WorkbenchView />
        </Suspense>
      ) : (
        <StartFrame settled={phase === 'empty'}>
          {phase === 'empty' ? (
            <Suspense fallback={null}>
              <OpenChoices />
            </Suspense>
          ) : null}
        </StartFrame>
      )}
      {choosing ? (
        <Suspense fallback={null}>
          <ConversationPicker />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
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

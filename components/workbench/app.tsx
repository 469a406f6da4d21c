/** The whole application: makes the store, opens what was left, takes files dropped or pasted anywhere. */
'use client';

import { type ComponentType, useEffect, useState } from 'react';
import { useWorkbench, WorkbenchContext } from '@/lib/store/use-store';
import type { Workbench } from '@/lib/store/workbench';
import { StartFrame } from './start-frame';

interface Started {
  workbench: Workbench;
  Screen: ComponentType;
}

export function App() {
  const [started, setStarted] = useState<Started | null>(null);
  // The page is painted before the store is even fetched.
  useEffect(() => {
    let current = true;
    void import('./screen').then(({ startWorkbench, Screen }) => {
      // Not at once: on a slow processor the store would hold up what is touched while it is read and made.
      setTimeout(() => current && setStarted({ workbench: startWorkbench(), Screen }));
    });
    return () => {
      current = false;
    };
  }, []);
  if (!started) return <StartFrame />;
  const { workbench, Screen } = started;
  return (
    <WorkbenchContext value={workbench}>
      <Screen />
      <DropAnywhere />
    </WorkbenchContext>
  );
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Files dropped on any part of the page, and transcripts and links pasted while nothing is being typed. */
function DropAnywhere() {
  const { files, incoming } = useWorkbench();
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
      else if (!incoming.takes(text) && text.trim() !== '') void files.open(new File([text], 'pasted.json'));
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
  }, [files, incoming]);
  if (!over) return null;
  return (
    <div className="pointer-events-none fixed inset-3 z-50 grid place-items-center rounded-2xl border-2 border-accent border-dashed bg-paper/85">
      <p className="font-medium text-[17px]">Drop the transcript to open it</p>
    </div>
  );
}

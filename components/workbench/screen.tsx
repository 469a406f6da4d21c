/** The store and what it shows, fetched once the page is painted. What is fetched later is asked for from here, so that nothing comes twice. */
'use client';

import { lazy, Suspense, useEffect } from 'react';
import { useStore } from '@/lib/store/use-store';
import { createWorkbench, type Workbench } from '@/lib/store/workbench';
import { StartFrame } from './start-frame';

const loadWorkbench = () => import('./workbench-view');
const WorkbenchView = lazy(loadWorkbench);
const OpenChoices = lazy(() => import('./open-choices'));
const Notices = lazy(() => import('./notices'));
const LinkDialog = lazy(() => import('./link-dialog'));
const LinkWaiting = lazy(() => import('./link-waiting'));
const ConversationPicker = lazy(() => import('./conversation-picker'));

/** Makes the store and lets it open what was left. */
export function startWorkbench(): Workbench {
  const workbench = createWorkbench();
  void workbench.start();
  return workbench;
}

export function Screen() {
  const phase = useStore((state) => state.phase);
  const choosing = useStore((state) => state.choosing);
  const isLinked = useStore((state) => state.link !== null);
  const isAwaited = useStore((state) => state.awaited !== null);
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
      {isLinked ? (
        <Suspense fallback={null}>
          <LinkDialog />
        </Suspense>
      ) : null}
      {isAwaited ? (
        <Suspense fallback={null}>
          <LinkWaiting />
        </Suspense>
      ) : null}
      <Suspense fallback={null}>
        <Notices />
      </Suspense>
    </>
  );
}

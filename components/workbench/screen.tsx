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

/** What shows that somebody is about to open something. */
const SIGNS = ['pointermove', 'pointerdown', 'keydown', 'dragenter'] as const;

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
  // The workbench arrives with the first move of a hand, so that a chosen or dropped file meets it ready.
  useEffect(() => {
    if (phase !== 'empty') return;
    const load = () => void loadWorkbench();
    for (const sign of SIGNS) window.addEventListener(sign, load, { once: true, passive: true });
    return () => {
      for (const sign of SIGNS) window.removeEventListener(sign, load);
    };
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

/** What must be said over everything: a permanent banner, the last problem, and a file that is being read. */
'use client';

import { lazy, Suspense, useEffect, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { sizeText, whole } from '../ui/format';
import { CloseIcon } from '../ui/icons';
import { ReasonText } from './reason-text';

const NoticeOffers = lazy(() => import('./notice-offers'));
const EngineNotice = lazy(() => import('./engine-notice'));

export default function Notices() {
  const { dismissProblem, files } = useWorkbench();
  const problem = useStore((state) => state.problem);
  const banner = useStore((state) => state.banner);
  const trouble = useStore((state) => state.engineTrouble);
  return (
    <section
      aria-label="Notices"
      className="pointer-events-none fixed inset-x-0 bottom-0 z-40 flex flex-col items-center gap-2 p-3 sm:p-4"
    >
      {problem ? (
        <div
          role="alert"
          className="pointer-events-auto flex w-full max-w-[560px] items-start gap-3 rounded-lg border border-trouble/40 bg-raised py-2.5 pr-2 pl-4 shadow-raised"
        >
          <div className="scroll-thin max-h-[40dvh] min-w-0 flex-1 overflow-y-auto">
            <p className="font-semibold text-trouble">{problem.title}</p>
            <p className="whitespace-pre-line">
              <ReasonText text={problem.message} />
            </p>
            {problem.remedy && !problem.message.includes(problem.remedy) ? (
              <p className="text-ink-soft">
                <ReasonText text={problem.remedy} />
              </p>
            ) : null}
            {problem.alternatives ? (
              <p className="mt-1.5 flex flex-wrap gap-1.5">
                {problem.alternatives.map((format) => (
                  <Button key={format.id} onClick={() => void files.reopenAs(format.id)}>
                    Read as {format.label}
                  </Button>
                ))}
              </p>
            ) : null}
            {problem.offers ? (
              <Suspense fallback={null}>
                <NoticeOffers offers={problem.offers} />
              </Suspense>
            ) : null}
          </div>
          <Button variant="plain" icon aria-label="Dismiss" onClick={dismissProblem}>
            <CloseIcon />
          </Button>
        </div>
      ) : null}
      {trouble ? (
        <Suspense fallback={null}>
          <EngineNotice trouble={trouble} />
        </Suspense>
      ) : null}
      <Asking />
      <Reading />
      {banner ? (
        <p
          role="status"
          className="pointer-events-auto rounded-lg border border-rule-strong bg-raised px-4 py-2 shadow-raised"
        >
          {banner}
        </p>
      ) : null}
    </section>
  );
}

/** A file so large that the tab may not have the memory: what it would take, before a byte of it is read. */
function Asking() {
  const { files } = useWorkbench();
  const asking = useStore((state) => state.asking);
  if (!asking) return null;
  return (
    <div
      role="alertdialog"
      aria-label="A large file"
      className="pointer-events-auto w-full max-w-[520px] rounded-lg border border-rule-strong bg-raised px-4 py-3 shadow-raised"
    >
      <p className="font-semibold">{asking.name} is large</p>
      <p>
        It holds about {sizeText(asking.bytes)} of text; opening it needs up to {sizeText(asking.memory)} of memory,
        which this tab may not have. What is open stays as it is until the file has been read.
      </p>
      <p className="mt-2 flex justify-end gap-2">
        <Button onClick={() => files.cancel()}>Cancel</Button>
        <Button variant="primary" onClick={() => void files.openAnyway()}>
          Open it anyway
        </Button>
      </p>
    </div>
  );
}

/** Progress of a file that is being read, once it takes long enough to be worth a word. */
function Reading() {
  const { files } = useWorkbench();
  const loading = useStore((state) => state.loading);
  const [late, setLate] = useState(false);
  const busy = loading !== null;
  useEffect(() => {
    setLate(false);
    if (!busy) return;
    const timer = setTimeout(() => setLate(true), 150);
    return () => clearTimeout(timer);
  }, [busy]);
  if (!loading || !late) return null;
  const { name, progress } = loading;
  const share = progress && progress.total > 0 ? Math.min(1, progress.done / progress.total) : 0;
  return (
    <div
      role="status"
      className="pointer-events-auto w-full max-w-[440px] rounded-lg border border-rule-strong bg-raised px-4 py-3 shadow-raised"
    >
      <div className="flex items-center justify-between gap-3">
        <p className="min-w-0 truncate">
          Reading <strong className="font-semibold">{name}</strong>
        </p>
        <span className="text-ink-soft tabular-nums">
          {progress
            ? progress.stage === 'reading'
              ? `${sizeText(progress.done)} of ${sizeText(progress.total)}`
              : `${whole(progress.done)} of ${whole(progress.total)}`
            : ''}
        </span>
        <Button onClick={() => files.cancel()}>Cancel</Button>
      </div>
      <progress className="sr-only" value={share} max={1} aria-label={`Reading ${name}`} />
      <div aria-hidden="true" className="mt-2 h-1 overflow-hidden rounded-full bg-hover">
        <div className="h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </div>
    </div>
  );
}

/** Under the budget: common windows in one press, the window of a model by its name, and the limit that all of it comes to. */
'use client';

import { lazy, Suspense, useState } from 'react';
import { COMMON_WINDOWS } from '@/lib/store/presets';
import { windowText } from '../ui/format';

// Comes when a model is looked for, apart from the first paint.
const ModelPicker = lazy(() => import('./model-picker').then((module) => ({ default: module.ModelPicker })));

interface ChoicesProps {
  window: number;
  onChoose: (window: number) => void;
}

export function WindowChoices({ window, onChoose }: ChoicesProps) {
  const [searching, setSearching] = useState(false);
  return (
    <>
      <fieldset className="mt-1 flex flex-wrap gap-[3px]">
        <legend className="sr-only">Common windows</legend>
        {COMMON_WINDOWS.map((one) => (
          <button
            key={one}
            type="button"
            aria-pressed={window === one}
            onClick={() => onChoose(one)}
            className="rounded-full border border-rule-strong px-[5px] text-[11px] text-ink-soft tabular-nums leading-5 hover:bg-hover aria-pressed:border-accent aria-pressed:bg-accent-soft aria-pressed:text-accent"
          >
            {windowText(one)}
          </button>
        ))}
      </fieldset>
      {searching ? (
        <Suspense fallback={null}>
          <ModelPicker window={window} onChoose={onChoose} />
        </Suspense>
      ) : (
        <button
          type="button"
          data-model-window=""
          onClick={() => setSearching(true)}
          className="mt-1.5 block w-full rounded-md border border-rule-strong px-2 py-1 text-left text-[12px] text-ink-faint hover:bg-hover"
        >
          Window of a model
        </button>
      )}
    </>
  );
}

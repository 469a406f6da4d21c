/** The engine stopped or does not answer: what happened, that the work is safe, and how to go on without a reload. */
'use client';

import type { EngineTrouble } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';

const TITLES: Record<EngineTrouble['kind'], string> = {
  quiet: 'The engine does not answer',
  stopped: 'The engine stopped',
};

const SAVED = {
  saved: 'Your work is saved.',
  saving: 'Your work is being saved.',
  failed: 'Your last change is not saved.',
  memory: 'Your work is in this tab only.',
} as const;

export default function EngineNotice({ trouble }: { trouble: EngineTrouble }) {
  const workbench = useWorkbench();
  const saving = useStore((state) => state.saving);
  const isOpen = useStore((state) => state.document !== null);
  const quiet = trouble.kind === 'quiet';
  return (
    <div
      role="alert"
      className="pointer-events-auto w-full max-w-[560px] rounded-lg border border-rule-strong bg-raised px-4 py-3 shadow-raised"
    >
      <p className="font-semibold text-trouble">{TITLES[trouble.kind]}</p>
      <p>
        {trouble.reason} {SAVED[saving]}{' '}
        {quiet
          ? 'It may be at work on something long: you can wait. Or stop it and start another.'
          : 'It may have run out of memory. Nothing is replayed again by itself: change a setting first, or go on as it is.'}
      </p>
      <p className="mt-2 flex flex-wrap gap-2">
        <Button variant="primary" onClick={() => void workbench.revive()}>
          {isOpen ? 'Start again and replay' : 'Start again'}
        </Button>
        {isOpen ? <Button onClick={() => void workbench.close()}>Back to the start page</Button> : null}
      </p>
    </div>
  );
}

/** Every change that can be taken back, newest first, and those that were; a click goes back or forth to it. */
'use client';

import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Dialog } from '../ui/dialog';
import { whole } from '../ui/format';

export function HistoryDialog({ onClose }: { onClose: () => void }) {
  const { history } = useWorkbench();
  const { past, future } = useStore((state) => state.history);
  const steps = [...past, ...future];
  return (
    <Dialog
      title="History of changes"
      subtitle={steps.length === 0 ? undefined : `${whole(past.length)} of ${whole(steps.length)} made`}
      onClose={onClose}
    >
      {steps.length === 0 ? (
        <p className="text-ink-soft">
          Nothing has been changed yet. Every change of a setting, a pin or the transcript is listed here and can be
          taken back, also after a reload.
        </p>
      ) : (
        <ol className="flex flex-col-reverse">
          <Row name="As it was opened" current={past.length === 0} made onClick={() => history.goTo(0)} />
          {steps.map((step, at) => (
            <Row
              // biome-ignore lint/suspicious/noArrayIndexKey: a step has no name of its own, and its place never changes
              key={at}
              name={step.name}
              current={at + 1 === past.length}
              made={at < past.length}
              onClick={() => history.goTo(at + 1)}
            />
          ))}
        </ol>
      )}
    </Dialog>
  );
}

function Row({ name, current, made, onClick }: { name: string; current: boolean; made: boolean; onClick: () => void }) {
  return (
    <li>
      <button
        type="button"
        aria-current={current ? 'step' : undefined}
        onClick={onClick}
        className={`flex w-full items-center gap-2.5 rounded-md px-2 py-1.5 text-left hover:bg-hover aria-[current=step]:bg-selected ${made ? '' : 'text-ink-faint'}`}
      >
        <span
          aria-hidden="true"
          className={`size-2 shrink-0 rounded-full border ${made ? 'border-accent bg-accent' : 'border-rule-strong'}`}
        />
        <span className="min-w-0 flex-1 truncate">{name}</span>
        <span className="shrink-0 text-[12px] text-ink-faint">{current ? 'now' : made ? '' : 'taken back'}</span>
      </button>
    </li>
  );
}

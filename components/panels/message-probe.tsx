/** "This must survive to the end": makes a message a probe, says so, and leads to where lanes are judged by it. */
'use client';

import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';

export function MessageProbe({ message }: { message: number }) {
  const { judging, setMode, setCompare } = useWorkbench();
  const asked = useStore((state) => state.probes.find((probe) => probe.message === message && probe.at === 'end'));
  return (
    <>
      <Button
        data-must-survive=""
        aria-pressed={asked !== undefined}
        title={
          asked
            ? 'Take the probe away again'
            : 'Add a probe: this message must still be sent, word for word, at the last call'
        }
        onClick={() => {
          if (asked) judging.removeProbe(asked.id);
          else judging.addProbe({ at: 'end', message });
        }}
      >
        {asked ? 'Must survive ✓' : 'Must survive'}
      </Button>
      {/* After the buttons beside it, which so keep their places. */}
      <span role="status" className="order-1 text-[12px] text-ink-soft">
        {asked ? (
          <>
            It is a probe of the comparison.{' '}
            <button
              type="button"
              onClick={() => {
                setMode('compare');
                setCompare({ panel: 'probes' });
              }}
              className="rounded-sm text-accent hover:underline"
            >
              See who keeps it
            </button>
          </>
        ) : null}
      </span>
    </>
  );
}

/** A lane whose worker does not answer or has stopped: what happened, and the way to begin it again. */
'use client';

import { QUIET_SECONDS } from '@/lib/store/lane-watch';
import type { LaneOutcome } from '@/lib/store/state';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';

interface LaneTroubleProps {
  id: string;
  name: string;
  trouble: NonNullable<LaneOutcome['trouble']>;
  /** Why it has stopped. */
  reason: string | null;
}

export function LaneTrouble({ id, name, trouble, reason }: LaneTroubleProps) {
  const { restartLane } = useWorkbench();
  return (
    <div role="alert" className="flex flex-wrap items-center gap-x-2 gap-y-1 pr-1 pb-1 pl-[26px] text-[12px]">
      <p className="min-w-0 flex-1 basis-44 text-trouble">
        {trouble === 'quiet'
          ? `No answer for ${QUIET_SECONDS} seconds. You can wait, or restart it.`
          : `It stopped: ${reason ?? 'for no reason that is known.'}`}
      </p>
      <Button aria-label={`Restart ${name}`} onClick={() => restartLane(id)}>
        Restart
      </Button>
    </div>
  );
}

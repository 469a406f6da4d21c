/** Calls at the end of the transcript that still wait for their results, in order. */
'use client';

import { useEffect, useState } from 'react';
import { TOOL } from '@/lib/engine/accounting';
import type { ToolCall } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';

const NONE: readonly ToolCall[] = [];

export function useOpenCalls(): readonly ToolCall[] {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const [calls, setCalls] = useState(NONE);
  useEffect(() => {
    if (!info) return;
    let head = info.messageCount - 1;
    while (head >= 0 && info.roles[head] === TOOL) head--;
    if (head < 0 || info.hasCalls[head] !== 1) {
      setCalls(NONE);
      return;
    }
    let current = true;
    const read = async () => {
      const places = Array.from({ length: info.messageCount - head }, (_, place) => head + place);
      const [message, ...results] = await Promise.all(places.map((at) => transcript.original(at)));
      const answered = new Set(results.map((result) => result.tool_call_id));
      const open = (message?.tool_calls ?? []).filter((call) => !answered.has(call.id));
      if (current) setCalls(open.length > 0 ? open : NONE);
    };
    read().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [info, transcript]);
  return calls;
}

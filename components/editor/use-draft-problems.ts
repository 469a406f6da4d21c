/** What is wrong with a message that is being written, or goes wrong elsewhere by it, asked for once the hand rests. */
'use client';

import { useEffect, useState } from 'react';
import type { TranscriptProblem } from '@/lib/editing/problems';
import type { Message } from '@/lib/engine/transcript';
import { useWorkbench } from '@/lib/store/use-store';

/** An assistant message with calls alone, or with reasoning alone, has no content; every other message has a text. */
export function finished(message: Message): Message {
  const calls = message.tool_calls && message.tool_calls.length > 0;
  const silent = calls || (message.role === 'assistant' && message.reasoning !== undefined);
  const next = { ...message, content: (message.content ?? '') === '' && silent ? null : (message.content ?? '') };
  if (!calls) delete next.tool_calls;
  return next;
}

export function useDraftProblems(at: number, isNew: boolean, draft: Message | null): readonly TranscriptProblem[] {
  const { transcript } = useWorkbench();
  const [problems, setProblems] = useState<readonly TranscriptProblem[]>([]);
  useEffect(() => {
    if (!draft) return;
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .problems({ at, message: finished(draft), isNew })
        .then((found) => {
          if (current) setProblems(found);
        })
        .catch(() => undefined);
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [at, isNew, draft, transcript]);
  return problems;
}

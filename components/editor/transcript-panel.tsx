/** The transcript as it can be changed: found, selected, edited and written, with what is wrong in it. */
'use client';

import { useEffect, useState } from 'react';
import type { TranscriptProblem } from '@/lib/editing/problems';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { Composer } from './composer';
import { MessageEditor } from './message-editor';
import { MessageRows } from './message-rows';
import { ProblemList } from './problem-list';
import { SearchBar } from './search-bar';
import { SelectionBar } from './selection-bar';
import { ANYTHING, useFound, type Wanted } from './use-found';

const NO_PROBLEMS: readonly TranscriptProblem[] = [];

/** The problems of the transcript as it is now. */
function useProblems(): readonly TranscriptProblem[] {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const [problems, setProblems] = useState(NO_PROBLEMS);
  useEffect(() => {
    if (!info) return;
    let current = true;
    transcript
      .problems()
      .then((found) => {
        if (current) setProblems(found);
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [info, transcript]);
  return problems;
}

export function TranscriptPanel() {
  const { openDialog } = useWorkbench();
  const total = useStore((state) => state.document?.info.messageCount ?? 0);
  const [wanted, setWanted] = useState<Wanted>(ANYTHING);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const [editing, setEditing] = useState<number | null>(null);
  const problems = useProblems();
  const found = useFound(wanted);
  const info = useStore((state) => state.document?.info);
  // Positions mean other messages after an edit.
  const [seen, setSeen] = useState(info);
  if (seen !== info) {
    setSeen(info);
    setSelected(new Set());
  }
  if (editing !== null && editing < total) {
    return <MessageEditor key={editing} at={editing} onClose={() => setEditing(null)} />;
  }
  return (
    <section
      data-panel="transcript"
      tabIndex={-1}
      aria-label="Transcript"
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <SearchBar wanted={wanted} onChange={setWanted} />
      <div className="flex items-center justify-between gap-2 px-4 pb-1.5 text-[12px] text-ink-soft">
        <span role="status" className="tabular-nums">
          {found === null ? `${whole(total)} messages` : `${whole(found.length)} of ${whole(total)} messages`}
        </span>
        <Button variant="plain" className="h-6 px-1.5" onClick={() => openDialog('json')}>
          Edit as JSON
        </Button>
      </div>
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
      {selected.size > 0 ? <SelectionBar selected={selected} onClear={() => setSelected(new Set())} /> : null}
      <MessageRows found={found} selected={selected} onSelect={setSelected} onEdit={setEditing} problems={problems} />
      <Composer />
    </section>
  );
}

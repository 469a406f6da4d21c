/** The transcript as it can be changed: found, selected, edited and written, with what is wrong in it. */
'use client';

import { useEffect, useRef, useState } from 'react';
import type { TranscriptProblem } from '@/lib/editing/problems';
import { lowerBound } from '@/lib/engine/ledger';
import { useStore, useWorkbench, useWriting } from '@/lib/store/use-store';
import { documentKey } from '@/lib/store/writing';
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
  const { openDialog, writing } = useWorkbench();
  const total = useStore((state) => state.document?.info.messageCount ?? 0);
  const [wanted, setWanted] = useState<Wanted>(ANYTHING);
  const tools = useStore((state) => state.document?.info.tools.length ?? 0);
  const { draft, current, selected } = useWriting();
  const key = useStore(documentKey);
  const writes = draft !== null && draft.document === key && draft.at <= total;
  // The list has the focus again once writing has ended.
  const wrote = useRef(writes);
  useEffect(() => {
    if (wrote.current && !writes) document.querySelector<HTMLElement>('[data-message-rows]')?.focus();
    wrote.current = writes;
  }, [writes]);
  const problems = useProblems();
  const { found, isSought } = useFound(wanted);
  const at = found
    ? found[Math.min(lowerBound(found, current ?? 0), found.length - 1)]
    : Math.min(current ?? 0, total - 1);
  if (writes) return <MessageEditor key={`${draft.at} ${draft.isNew}`} draft={draft} />;
  return (
    <section
      data-panel="transcript"
      tabIndex={-1}
      aria-label="Transcript"
      className="flex min-h-0 flex-1 flex-col outline-none"
    >
      <SearchBar wanted={wanted} onChange={setWanted} />
      <div className="flex items-center justify-between gap-2 px-4 pb-1.5 text-[12px] text-ink-soft max-[359px]:flex-wrap">
        <span role="status" className="tabular-nums max-[359px]:whitespace-nowrap">
          {found === null ? `${whole(total)} messages` : `${whole(found.length)} of ${whole(total)} messages`}
        </span>
        <span className="flex">
          <Button variant="plain" className="h-6 px-1.5 sm:hidden" onClick={() => openDialog('report')}>
            How it was read
          </Button>
          <Button variant="plain" className="h-6 px-1.5" onClick={() => openDialog('tools')}>
            {tools === 0 ? 'Add tools' : tools === 1 ? '1 tool' : `${whole(tools)} tools`}
          </Button>
          <Button variant="plain" className="h-6 px-1.5" onClick={() => openDialog('json')}>
            Edit as JSON
          </Button>
        </span>
      </div>
      {problems.length > 0 ? <ProblemList problems={problems} /> : null}
      {total > 0 ? (
        <SelectionBar selected={selected} current={at ?? null} onClear={() => writing.select(new Set())} />
      ) : null}
      <MessageRows
        wanted={wanted}
        found={found}
        isSought={isSought}
        selected={selected}
        onSelect={writing.select}
        problems={problems}
      />
      <Composer />
    </section>
  );
}

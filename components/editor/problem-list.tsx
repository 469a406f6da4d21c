/** What is wrong with the transcript, folded to one line, each with the repairs there are. */
'use client';

import { useState } from 'react';
import type { TranscriptProblem } from '@/lib/editing/problems';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';

const SHOWN = 50;

export function ProblemList({ problems }: { problems: readonly TranscriptProblem[] }) {
  const { editing, showItem } = useWorkbench();
  const [open, setOpen] = useState(false);
  return (
    <section aria-label="Problems of the transcript" className="border-rule border-y bg-trouble-soft/60">
      <button
        type="button"
        aria-expanded={open}
        onClick={() => setOpen(!open)}
        className="flex w-full items-center gap-2 px-4 py-1.5 text-left font-medium text-[12px] text-trouble"
      >
        <span aria-hidden="true">{open ? '▾' : '▸'}</span>
        {problems.length === 1 ? '1 problem' : `${whole(problems.length)} problems`} that a provider would refuse
      </button>
      {open ? (
        <ul className="scroll-thin max-h-[34vh] overflow-y-auto pb-2">
          {problems.slice(0, SHOWN).map((problem) => (
            <li key={`${problem.message} ${problem.rule} ${problem.text}`} className="px-4 py-1.5">
              <button
                type="button"
                onClick={() => showItem(problem.message)}
                className="text-left hover:underline hover:underline-offset-2"
              >
                <span className="text-ink-soft tabular-nums">Message {problem.message}</span> {problem.text}
              </button>
              {problem.repairs.length > 0 ? (
                <p className="mt-1 flex flex-wrap gap-1.5">
                  {problem.repairs.map(({ label, operation }) => (
                    <Button
                      key={label}
                      className="h-6 px-2 text-[12px]"
                      onClick={() => void editing.apply(operation, `${label} at message ${problem.message}`)}
                    >
                      {label}
                    </Button>
                  ))}
                </p>
              ) : null}
            </li>
          ))}
          {problems.length > SHOWN ? (
            <li className="px-4 text-ink-soft">and {whole(problems.length - SHOWN)} more</li>
          ) : null}
        </ul>
      ) : null}
    </section>
  );
}

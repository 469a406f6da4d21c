/** The tool schemas that go out with every request, as a list and a form: added, changed, copied and removed in one step. */
'use client';

import { useState } from 'react';
import {
  newToolDraft,
  type ToolDraft,
  toolDraft,
  toolProblems,
  toolSchema,
  toolsStep,
} from '@/lib/editing/tool-schemas';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { whole } from '../ui/format';
import { PlusIcon } from '../ui/icons';
import { ToolFields } from './tool-fields';

export default function ToolsDialog({ onClose }: { onClose: () => void }) {
  const { editing } = useWorkbench();
  const tools = useStore((state) => state.document?.info.tools ?? null);
  const [drafts, setDrafts] = useState<readonly ToolDraft[]>(() => (tools ?? []).map(toolDraft));
  const [chosen, setChosen] = useState(0);
  const problems = toolProblems(drafts);
  const broken = problems.find((problem) => problem.broken);
  const step = broken ? null : toolsStep(tools ?? [], drafts.map(toolSchema));
  const dirty = step !== null || broken !== undefined;
  const current = drafts[chosen];
  const put = (at: number, draft: ToolDraft) => {
    setDrafts([...drafts.slice(0, at), draft, ...drafts.slice(at)]);
    setChosen(at);
  };
  const remove = () => {
    setDrafts(drafts.filter((_, at) => at !== chosen));
    setChosen(Math.max(0, Math.min(chosen, drafts.length - 2)));
  };
  const apply = async () => {
    if (broken) setChosen(broken.tool);
    else if (step === null || (await editing.apply({ do: 'tools', tools: drafts.map(toolSchema) }, step))) onClose();
  };
  return (
    <Dialog
      title="Tool schemas"
      subtitle="What the model may call. They go out with every request, and their tokens count."
      wide
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{dirty ? 'Discard' : 'Close'}</Button>
          <Button variant="primary" disabled={!dirty || broken !== undefined} onClick={() => void apply()}>
            Apply
          </Button>
        </>
      }
    >
      <div className="flex gap-6 max-sm:flex-col">
        <div className="flex w-[220px] shrink-0 flex-col gap-2 max-sm:w-full">
          {drafts.length > 0 ? (
            <ul
              aria-label="Tools"
              className="scroll-thin max-h-[52dvh] overflow-y-auto rounded-md border border-rule max-sm:max-h-36"
            >
              {drafts.map(({ name, shape, rest }, at) => (
                <li
                  // biome-ignore lint/suspicious/noArrayIndexKey: a tool is known by its place while its name is typed
                  key={at}
                  className="border-rule border-b last:border-b-0"
                >
                  <button
                    type="button"
                    aria-current={at === chosen ? 'true' : undefined}
                    onClick={() => setChosen(at)}
                    className="flex w-full items-center justify-between gap-2 px-2.5 py-1.5 text-left hover:bg-hover aria-[current=true]:bg-selected"
                  >
                    <span className="min-w-0 truncate font-mono text-[12px]">
                      {shape === 'other' ? String(rest.type ?? 'tool') : name || '(no name)'}
                    </span>
                    {problems.some((problem) => problem.tool === at) ? (
                      <span className="shrink-0 text-trouble" title="Something is wrong here">
                        ▲<span className="sr-only"> problem</span>
                      </span>
                    ) : null}
                  </button>
                </li>
              ))}
            </ul>
          ) : null}
          <Button className="self-start" onClick={() => put(drafts.length, newToolDraft(drafts))}>
            <PlusIcon />
            Add a tool
          </Button>
        </div>
        {current ? (
          <div className="min-w-0 flex-1">
            <div className="mb-3 flex items-center justify-between gap-2">
              <p className="text-ink-soft tabular-nums">
                Tool {whole(chosen + 1)} of {whole(drafts.length)}
              </p>
              <span className="flex gap-1.5">
                <Button onClick={() => put(chosen + 1, newToolDraft(drafts, current))}>Duplicate</Button>
                <Button onClick={remove}>Remove</Button>
              </span>
            </div>
            <ToolFields
              key={chosen}
              draft={current}
              problems={problems.filter((problem) => problem.tool === chosen)}
              onChange={(draft) => setDrafts(drafts.map((one, at) => (at === chosen ? draft : one)))}
            />
          </div>
        ) : (
          <p className="text-ink-soft">
            This transcript brings no tools along. Add those that its model could call: the window has less room with
            them.
          </p>
        )}
      </div>
    </Dialog>
  );
}

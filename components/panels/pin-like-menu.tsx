/** "Pin all like this": the rules that one message suggests, each with what it would pin, before it is chosen. */
'use client';

import { useEffect, useId, useState } from 'react';
import { State } from '@/lib/engine/run';
import { type PinSuggestion, ruleLike } from '@/lib/pin-rules/like';
import { laneOf } from '@/lib/store/lanes';
import { hasPinRules, type PinPreview, pinRulesOf, withId, withPinRule } from '@/lib/store/pin-rules';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { PinIcon } from '../ui/icons';

/** A button that opens the choices under it, for a message by its number; nothing is asked for before. */
export function PinLikeMenu({ item }: { item: number }) {
  const lane = useStore(laneOf);
  const [open, setOpen] = useState<number | null>(null);
  const id = useId();
  if (!hasPinRules(lane)) {
    return <p className="text-[12px] text-ink-soft">{systemById(lane.system).label} holds no pins.</p>;
  }
  const isOpen = open === item;
  return (
    <div>
      <Button aria-expanded={isOpen} aria-controls={id} onClick={() => setOpen(isOpen ? null : item)}>
        <PinIcon />
        Pin all like this
      </Button>
      <div id={id}>{isOpen ? <Choices key={item} item={item} onChosen={() => setOpen(null)} /> : null}</div>
    </div>
  );
}

interface Choice extends PinSuggestion {
  preview: PinPreview | undefined;
}

/** What the message suggests, with counts at the cursor. Empty until the message has come. */
function useChoices(item: number): readonly Choice[] {
  const { transcript, previewPins } = useWorkbench();
  const tool = useRowTexts().get(item, State.verbatim)?.name;
  const cursor = useStore((state) => state.cursor);
  const shown = useStore((state) => state.shown?.result ?? null);
  const [choices, setChoices] = useState<readonly Choice[]>([]);
  const counted = shown && systemById(shown.lane.system).unit === 'tokens';
  const tokens = counted ? (shown.run.arrivals.cost[item] ?? 0) : 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another call the same rules pin something else
  useEffect(() => {
    let current = true;
    const load = async (): Promise<void> => {
      const { role, content, tool_calls: calls = [] } = await transcript.original(item);
      const called = calls.map((call) => call.function.name);
      const tools = role === 'tool' ? (tool === undefined ? [] : [tool]) : called;
      const suggestions = ruleLike({ message: item, role, tools, text: content ?? '', tokens });
      if (current) setChoices(suggestions.map((one) => ({ ...one, preview: undefined })));
      const previews = await previewPins(suggestions.map(({ rule }, at) => ({ ...rule, id: `like-${at}` })));
      if (current) setChoices(suggestions.map((one, at) => ({ ...one, preview: previews[at] })));
    };
    // A worker that stopped, or a transcript that was closed, is told of elsewhere.
    load().catch(() => undefined);
    return () => {
      current = false;
    };
  }, [item, tool, tokens, cursor, transcript, previewPins]);
  return choices;
}

function countText({ fits, pinned, tokens }: PinPreview): string {
  return `${whole(pinned)} pinned, ${whole(tokens)} tokens${fits > pinned ? `; fits ${whole(fits)}` : ''}`;
}

function Choices({ item, onChosen }: { item: number; onChosen: () => void }) {
  const { tuning, state } = useWorkbench();
  const choices = useChoices(item);
  return (
    <ul className="mt-1 rounded-md border border-rule-strong bg-raised py-1 text-[12.5px]">
      {choices.map(({ label, rule, preview }) => (
        <li key={label}>
          <button
            type="button"
            onClick={() => {
              const lane = laneOf(state.get());
              tuning.setLane(withPinRule(lane, withId(rule, pinRulesOf(lane))));
              onChosen();
            }}
            className="flex w-full items-baseline gap-2 px-2 py-1 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1">{label}</span>
            <span className="shrink-0 text-[12px] text-ink-soft tabular-nums">
              {preview ? countText(preview) : '…'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

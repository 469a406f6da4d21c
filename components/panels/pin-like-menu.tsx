/** "Pin all like this": the rules that one message suggests, each with what it would pin, before it is chosen. */
'use client';

import { useEffect, useId, useMemo, useState } from 'react';
import type { PinRule } from '@/lib/engine/pin-rule';
import { type MessageFacts, ruleLike, withId } from '@/lib/pin-rules/like';
import { hasPinRules, type PinPreview, pinRulesOf, withPinRule } from '@/lib/store/pin-rules';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/registry';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { PinIcon } from '../ui/icons';

/** A button that opens the choices under it; nothing is asked for before. */
export function PinLikeMenu({ facts }: { facts: MessageFacts }) {
  const lane = useStore((state) => state.lane);
  const [open, setOpen] = useState(false);
  const id = useId();
  if (!hasPinRules(lane)) {
    return <p className="text-[12px] text-ink-soft">{systemById(lane.system).label} holds no pins.</p>;
  }
  return (
    <div>
      <Button aria-expanded={open} aria-controls={id} onClick={() => setOpen(!open)}>
        <PinIcon />
        Pin all like this
      </Button>
      <div id={id}>{open ? <Choices key={facts.message} facts={facts} onChosen={() => setOpen(false)} /> : null}</div>
    </div>
  );
}

function Choices({ facts, onChosen }: { facts: MessageFacts; onChosen: () => void }) {
  const { tuning, previewPins, state } = useWorkbench();
  const cursor = useStore((now) => now.cursor);
  const [found, setFound] = useState<readonly PinPreview[]>([]);
  const { message, role, tools, text, tokens } = facts;
  const suggestions = useMemo(
    () => ruleLike({ message, role, tools, text, tokens }).map((one, at) => ({ ...one, id: `like-${at}` })),
    [message, role, tools, text, tokens],
  );
  // biome-ignore lint/correctness/useExhaustiveDependencies: at another call the same rules pin something else
  useEffect(() => {
    let current = true;
    previewPins(suggestions.map(({ id, rule }): PinRule => ({ id, ...rule }))).then(
      (previews) => current && setFound(previews),
      () => undefined,
    );
    return () => {
      current = false;
    };
  }, [suggestions, cursor, previewPins]);
  return (
    <ul className="mt-1 rounded-md border border-rule-strong bg-raised py-1 text-[12.5px]">
      {suggestions.map(({ id, label, rule }, at) => {
        const preview = found[at];
        return (
          <li key={id}>
            <button
              type="button"
              onClick={() => {
                const { lane } = state.get();
                tuning.setLane(withPinRule(lane, withId(rule, pinRulesOf(lane))));
                onChosen();
              }}
              className="flex w-full items-baseline gap-2 px-2 py-1 text-left hover:bg-hover"
            >
              <span className="min-w-0 flex-1">{label}</span>
              <span className="shrink-0 text-[12px] text-ink-soft tabular-nums">
                {preview
                  ? `${whole(preview.pinned)} pinned, ${whole(preview.tokens)} tokens${preview.fits > preview.pinned ? `; fits ${whole(preview.fits)}` : ''}`
                  : '…'}
              </span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

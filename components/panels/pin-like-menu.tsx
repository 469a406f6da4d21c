/** "Pin all like this": the rules that one message suggests, each with what it would pin, and what the one that was chosen did. */
'use client';

import { type FocusEvent, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { State } from '@/lib/engine/run';
import { type PinSuggestion, ruleLike } from '@/lib/pin-rules/like';
import { laneOf } from '@/lib/store/lanes';
import {
  hasPinRules,
  latestOf,
  type PinPreview,
  pinRulesOf,
  pinWords,
  withId,
  withPinRule,
} from '@/lib/store/pin-rules';
import { useRowTexts, useStore, useWorkbench } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { Button } from '../ui/button';
import { PinIcon } from '../ui/icons';
import { PinRuleAdded } from './pin-rule-added';

/** A button that opens a menu under it, for a message by its number; nothing is asked for before. */
export function PinLikeMenu({ item }: { item: number }) {
  const { tuning, state } = useWorkbench();
  const lane = useStore(laneOf);
  const [isOpen, setOpen] = useState(false);
  const [added, setAdded] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  const id = useId();
  if (!hasPinRules(lane)) {
    return <p className="text-[12px] text-ink-soft">{systemById(lane.system).label} holds no pins.</p>;
  }
  const close = (restore: boolean) => {
    setOpen(false);
    if (restore) button.current?.focus();
  };
  const choose = (suggested: PinSuggestion['rule']) => {
    const now = laneOf(state.get());
    const rule = withId(suggested, pinRulesOf(now));
    tuning.setLane(withPinRule(now, rule));
    setAdded(rule.id);
    close(true);
  };
  return (
    <>
      <Button
        ref={button}
        id={`${id}-button`}
        data-pin-like=""
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `${id}-menu` : undefined}
        onClick={() => setOpen(!isOpen)}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' || isOpen) return;
          event.preventDefault();
          setOpen(true);
        }}
      >
        <PinIcon />
        Pin all like this
      </Button>
      {isOpen ? (
        <Choices id={id} item={item} trigger={button} onChoose={choose} onClose={close} />
      ) : (
        <PinRuleAdded id={added} />
      )}
    </>
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

interface ChoicesProps {
  id: string;
  item: number;
  trigger: React.RefObject<HTMLButtonElement | null>;
  onChoose(rule: PinSuggestion['rule']): void;
  /** `restore`: the focus goes back to the button. */
  onClose(restore: boolean): void;
}

/** The menu: the focus is in it from the start, arrows go round, Home and End jump, Escape leaves. */
function Choices({ id, item, trigger, onChoose, onClose }: ChoicesProps) {
  const choices = useChoices(item);
  const cursor = useStore((state) => state.cursor);
  const [at, setAt] = useState(0);
  const menu = useRef<HTMLDivElement>(null);
  const current = Math.min(at, choices.length - 1);
  useEffect(() => {
    const entry = menu.current?.querySelectorAll<HTMLElement>('[role="menuitem"]')[current];
    (entry ?? menu.current)?.focus();
  }, [current]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose(true);
      return;
    }
    const moves: { [key: string]: number } = {
      ArrowDown: current + 1,
      ArrowUp: current - 1,
      Home: 0,
      End: choices.length - 1,
    };
    const move = moves[event.key];
    if (move === undefined || choices.length === 0) return;
    event.preventDefault();
    setAt((move + choices.length) % choices.length);
  };
  const onBlur = ({ relatedTarget }: FocusEvent) => {
    // The button closes the menu itself.
    if (relatedTarget === trigger.current || menu.current?.contains(relatedTarget)) return;
    if (relatedTarget !== null) onClose(false);
  };
  return (
    <div
      ref={menu}
      id={`${id}-menu`}
      role="menu"
      tabIndex={-1}
      aria-labelledby={`${id}-button`}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
      className="order-2 basis-full rounded-md border border-rule-strong bg-raised py-1 text-[12.5px]"
    >
      {choices.map(({ label, rule, preview }, place) => (
        <button
          key={label}
          type="button"
          role="menuitem"
          tabIndex={place === current ? 0 : -1}
          onClick={() => onChoose(rule)}
          className="block w-full px-2 py-1 text-left outline-offset-[-2px] hover:bg-hover focus:bg-hover"
        >
          {label}
          <span className="block text-[12px] text-ink-soft tabular-nums">
            {preview ? pinWords(preview, latestOf(rule), cursor) : '…'}
          </span>
        </button>
      ))}
    </div>
  );
}

/** One pin rule of the list: switched on or off, its name, and what it pins at the cursor. */
'use client';

import { counted } from '@/lib/engine/figures';
import { type PinRule, pinRuleName } from '@/lib/engine/pin-rule';
import type { PinPreview, PinTotals } from '@/lib/store/pin-rules';
import { whole } from '../ui/format';

interface RowProps {
  rule: PinRule;
  totals: PinTotals | undefined;
  trouble: PinPreview | undefined;
  open: boolean;
  /** It was just added elsewhere. */
  fresh: boolean;
  onToggle: () => void;
  onSwitch: (on: boolean) => void;
}

export function PinRuleRow({ rule, totals, trouble, open, fresh, onToggle, onSwitch }: RowProps) {
  const name = pinRuleName(rule);
  return (
    <div className={`py-1 ${fresh ? '-mx-1 rounded-md bg-accent-soft px-1' : ''}`}>
      <div className="flex items-center gap-1.5">
        <input
          type="checkbox"
          aria-label={`${name}, on`}
          checked={rule.on}
          onChange={(event) => onSwitch(event.target.checked)}
          className="accent-(--accent)"
        />
        <button
          type="button"
          data-rule={rule.id}
          aria-expanded={open}
          title={name}
          onClick={onToggle}
          className={`min-w-0 flex-1 truncate rounded-sm text-left hover:bg-hover ${rule.on ? '' : 'text-ink-faint'}`}
        >
          {name}
          {rule.keep === 'all' ? null : <span className="text-ink-faint"> · latest {rule.keep.latest}</span>}
        </button>
        <span className="shrink-0 text-ink-faint tabular-nums" title={totals ? heldTitle(totals) : undefined}>
          {rule.on && totals ? heldNote(totals) : rule.on ? '' : 'off'}
        </span>
      </div>
      {rule.on && totals?.fits === 0 ? <p className="pl-5 text-[12px] text-ink-soft">No message fits it.</p> : null}
      {trouble?.slow ? (
        <p className="pl-5 text-[12px] text-cut">
          Slow: it took {whole(trouble.slow)} ms to match. A role or a tool beside the expression makes it faster.
        </p>
      ) : null}
      {trouble?.problem ? (
        <p role="alert" className="pl-5 text-[12px] text-trouble">
          {trouble.problem.message} {trouble.problem.remedy}
        </p>
      ) : null}
    </div>
  );
}

/** "1 · 2,013", or with the tool groups that stay with what is pinned: "1, holds 5 · 6,047". */
function heldNote({ pinned, held }: PinTotals): string {
  const more = held.messages > pinned ? `, holds ${whole(held.messages)}` : '';
  return `${whole(pinned)}${more} · ${whole(held.tokens)}`;
}

function heldTitle({ pinned, tokens, held }: PinTotals): string {
  if (held.messages === pinned) return 'Messages pinned at this call, and their tokens';
  return `Pinned at this call: ${counted(pinned, 'message')}, ${counted(tokens, 'token')}. With the tool groups that stay with them: ${counted(held.messages, 'message')}, ${counted(held.tokens, 'token')}`;
}

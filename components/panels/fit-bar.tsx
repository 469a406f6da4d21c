/** The fit as a bar: what must stay, the room that is left, what is kept free, with the place where the memory acts. */
'use client';

import type { Fit, FitPart } from '@/lib/store/fit';
import { whole } from '../ui/format';

const PARTS: readonly { id: FitPart; label: string; color: string }[] = [
  { id: 'tools', label: 'schemas', color: 'bg-(--part-schemas)' },
  { id: 'instructions', label: 'system', color: 'bg-(--part-system)' },
  { id: 'pinned', label: 'pinned', color: 'bg-accent' },
  { id: 'recent', label: 'recent', color: 'bg-assistant' },
];

/** `faint`: it is of settings that no longer hold. Its words keep their ink. */
export function FitBar({ fit, faint = false }: { fit: Fit; faint?: boolean }) {
  const { parts, floor, reserve, margin, unit, trigger } = fit;
  const total = Math.max(fit.whole, floor + reserve + margin);
  const share = (amount: number) => `${(100 * amount) / Math.max(1, total)}%`;
  const shown = PARTS.filter(({ id }) => parts[id] > 0);
  return (
    <figure title={`${trigger.label}: ${whole(trigger.at)} ${unit}`}>
      <div aria-hidden="true" className={`relative h-2 ${faint ? 'opacity-45' : ''}`}>
        <div className="flex h-2 overflow-hidden rounded-[3px] border border-rule-strong bg-panel">
          {shown.map(({ id, color }) => (
            <span key={id} className={`${color} border-panel border-r`} style={{ width: share(parts[id]) }} />
          ))}
          <span className="flex-1" />
          {reserve > 0 ? (
            <span className="border-rule-strong border-l bg-hover" style={{ width: share(reserve) }} />
          ) : null}
          {margin > 0 ? (
            <span className="border-rule-strong border-l bg-rule" style={{ width: share(margin) }} />
          ) : null}
        </div>
        <span className="absolute -top-0.5 -bottom-0.5 w-px bg-ink" style={{ left: share(trigger.at) }} />
      </div>
      <figcaption className="mt-1 flex h-[17px] flex-wrap gap-x-2.5 max-[1099px]:@max-[520px]:h-[34px] overflow-hidden text-[11px] text-ink-soft leading-[17px] tabular-nums">
        {shown.map(({ id, label, color }) => (
          <Key key={id} color={color} label={label} amount={parts[id]} />
        ))}
        {reserve > 0 ? (
          <Key
            color="border border-rule-strong bg-hover"
            label="reserve"
            title="Kept free for the answer"
            amount={reserve}
          />
        ) : null}
        {margin > 0 ? (
          <Key
            color="border border-rule-strong bg-rule"
            label="spare"
            title="What the ratio leaves of the window, for the error of the estimate"
            amount={margin}
          />
        ) : null}
      </figcaption>
    </figure>
  );
}

function Key({ color, label, title, amount }: { color: string; label: string; title?: string; amount: number }) {
  return (
    <span title={title} className="flex items-center gap-1 whitespace-nowrap">
      <span aria-hidden="true" className={`size-2 rounded-[2px] ${color}`} />
      {label} {whole(amount)}
    </span>
  );
}

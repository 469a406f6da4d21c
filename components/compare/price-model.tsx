/** The model whose prices a bill takes: found by its name in a bundled registry, whose date is said. */
'use client';

import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { MODEL_SOURCE, type Model, searchModels } from '@/lib/models/registry';

/** Choices that are shown at once. */
const MOST = 60;

interface PriceModelProps {
  label: string;
  /** What stands there while no model is chosen. */
  none: string;
  models: readonly Model[] | null;
  chosen: Model | undefined;
  /** The name that a scenario gives, where the registry does not know it. */
  unknown: string | undefined;
  onChoose: (model: Model | null) => void;
}

function priced({ prices }: Model): string {
  return prices ? `$${prices.input} in, $${prices.output} out` : '';
}

export function PriceModel({ label, none, models, chosen, unknown, onChoose }: PriceModelProps) {
  const id = useId();
  const [search, setSearch] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const sold = useMemo(() => (models ?? []).filter(({ prices }) => prices !== null), [models]);
  const found = useMemo(() => (search === null ? [] : searchModels(sold, search, MOST)), [sold, search]);
  const open = search !== null;
  // The first choice is to have no model.
  const count = found.length + 1;
  const choose = (place: number) => {
    setSearch(null);
    onChoose(place === 0 ? null : (found[place - 1] ?? null));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setSearch(null);
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined) {
      event.preventDefault();
      if (!open) {
        setSearch('');
        return;
      }
      const next = (active + by + count) % count;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    if (event.key === 'Enter' && open) {
      event.preventDefault();
      choose(active);
    }
  };
  const option = (place: number) => ({
    id: `${id}-${place}`,
    role: 'option',
    tabIndex: -1,
    'aria-selected': place === active,
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
    onClick: () => choose(place),
    className: `flex cursor-default items-baseline gap-2 px-2 py-0.5 ${place === active ? 'bg-selected' : 'hover:bg-hover'}`,
  });
  return (
    <div className="relative min-w-0">
      <input
        type="text"
        role="combobox"
        aria-label={label}
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder={open ? 'Search models' : none}
        value={search ?? chosen?.name ?? unknown ?? ''}
        onClick={() => setSearch(search ?? '')}
        onBlur={() => setSearch(null)}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(event.target.value === '' ? 0 : 1);
        }}
        onKeyDown={onKeyDown}
        className="w-56 max-w-full rounded-md border border-rule-strong bg-panel px-2 py-[3px]"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label={label}
        hidden={!open}
        className="scroll-thin absolute top-full left-0 z-30 mt-1 max-h-56 w-[min(340px,86vw)] overflow-y-auto rounded-md border border-rule-strong bg-raised py-1 text-[12px] shadow-lg"
      >
        <div {...option(0)}>{none}</div>
        {found.map((model, place) => (
          <div key={`${model.providerId} ${model.id}`} {...option(place + 1)} title={model.id}>
            <span className="min-w-0 flex-1 truncate">
              {model.name} <span className="text-ink-faint">{model.provider}</span>
            </span>
            <span className="shrink-0 text-ink-soft tabular-nums">{priced(model)}</span>
          </div>
        ))}
        <p className="px-2 pt-1 text-[11px] text-ink-faint">
          {models === null
            ? 'The list is being loaded.'
            : `${found.length === 0 ? 'No model of that name. ' : ''}From ${MODEL_SOURCE.name} ${MODEL_SOURCE.version}, ${MODEL_SOURCE.date}.`}
        </p>
      </div>
    </div>
  );
}

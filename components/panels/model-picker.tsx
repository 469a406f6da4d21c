/** The window of a model, found by its name in a bundled registry, which is loaded when the field is entered. */
'use client';

import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react';
import { loadWindowModels, MODEL_SOURCE, searchModels, type WindowModel } from '@/lib/models/registry';
import { whole, windowText } from '../ui/format';

/** Choices that are shown at once. */
const MOST = 40;

function priceText({ inputPrice, outputPrice }: WindowModel): string {
  return inputPrice === null || outputPrice === null ? '' : `, $${inputPrice} in and $${outputPrice} out a million`;
}

interface PickerProps {
  window: number;
  onChoose: (window: number) => void;
}

export function ModelPicker({ window, onChoose }: PickerProps) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  // It comes because somebody asked for it.
  useEffect(() => field.current?.focus(), []);
  const [models, setModels] = useState<readonly WindowModel[] | null>(null);
  const [failed, setFailed] = useState(false);
  const [search, setSearch] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const [chosen, setChosen] = useState<WindowModel | null>(null);
  const found = useMemo(() => (models && search !== null ? searchModels(models, search, MOST) : []), [models, search]);
  const open = search !== null && models !== null;
  // A window that was changed since is no longer that of the model.
  const kept = chosen && chosen.window === window ? chosen : null;

  const enter = () => {
    setSearch('');
    setActive(0);
    if (models || failed) return;
    loadWindowModels().then(setModels, () => setFailed(true));
  };
  const choose = (model: WindowModel) => {
    setChosen(model);
    setSearch(null);
    onChoose(model.window);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && search !== null) {
      event.stopPropagation();
      setSearch(null);
      return;
    }
    if (!open) {
      if (event.key === 'ArrowDown') enter();
      return;
    }
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (by !== undefined && found.length > 0) {
      event.preventDefault();
      const next = (active + by + found.length) % found.length;
      setActive(next);
      document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' });
    }
    const model = found[active];
    if (event.key === 'Enter' && model) {
      event.preventDefault();
      choose(model);
    }
  };
  return (
    <div className="mt-1.5">
      <input
        ref={field}
        data-model-window=""
        type="text"
        role="combobox"
        aria-label="Window of a model"
        aria-expanded={open}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={open && found[active] ? `${id}-${active}` : undefined}
        autoComplete="off"
        spellCheck={false}
        placeholder="Window of a model: search"
        value={search ?? (kept ? kept.name : '')}
        onFocus={enter}
        onBlur={() => setSearch(null)}
        onChange={(event) => {
          setSearch(event.target.value);
          setActive(0);
        }}
        onKeyDown={onKeyDown}
        className="w-full rounded-md border border-rule-strong bg-transparent px-2 py-1 text-[12px]"
      />
      <div
        id={`${id}-list`}
        role="listbox"
        aria-label="Models"
        hidden={!open || found.length === 0}
        className="scroll-thin mt-1 max-h-56 overflow-y-auto rounded-md border border-rule-strong bg-raised py-1 text-[12px]"
      >
        {found.map((model, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field above moves through the choices and takes one
          <div
            key={`${model.provider} ${model.id}`}
            id={`${id}-${at}`}
            role="option"
            tabIndex={-1}
            aria-selected={at === active}
            title={`${model.id}${priceText(model)}`}
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => choose(model)}
            className={`flex cursor-default items-baseline gap-2 px-2 py-0.5 ${at === active ? 'bg-selected' : 'hover:bg-hover'}`}
          >
            <span className="min-w-0 flex-1 truncate">
              {model.name} <span className="text-ink-faint">{model.provider}</span>
            </span>
            <span className="shrink-0 tabular-nums">{windowText(model.window)}</span>
          </div>
        ))}
      </div>
      <p role="status" className="mt-0.5 text-[11px] text-ink-faint">
        {failed
          ? 'The list of models could not be loaded. Reload the page to try again.'
          : open && found.length === 0
            ? 'No model of that name.'
            : kept
              ? `${kept.name}, ${kept.provider}: ${whole(kept.window)} tokens${priceText(kept)}. From ${MODEL_SOURCE.name}, ${MODEL_SOURCE.date}.`
              : search !== null
                ? `From ${MODEL_SOURCE.name} ${MODEL_SOURCE.version}, ${MODEL_SOURCE.date}.`
                : ''}
      </p>
    </div>
  );
}

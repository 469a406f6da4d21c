/** What the bill is reckoned with: the model, the cache, and every number behind them with its default and its meaning. */
'use client';

import { useId, useMemo, useState } from 'react';
import { findModel, MODEL_SOURCE, type Model } from '@/lib/models/registry';
import { fieldsOf, isGiven, PROFILES, withModel, withProfile, withSummarizer } from '@/lib/store/price-fields';
import { fieldState, inForce, optionsOf } from '@/lib/store/price-state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { PriceModel } from './price-model';
import { PriceNumber } from './price-number';
import { useModels } from './use-models';

const named = (model: Model | null) => (model ? { provider: model.providerId, model: model.id } : null);

export function BillSettings() {
  const { judging } = useWorkbench();
  const given = useStore((state) => state.prices);
  const { models } = useModels();
  const [open, setOpen] = useState(false);
  const id = useId();
  const agent = useMemo(
    () => (models && given.model !== undefined ? findModel(models, given.model, given.provider) : undefined),
    [models, given],
  );
  const writer = useMemo(() => {
    const { model, provider } = given.summarizer ?? {};
    return models && model !== undefined ? findModel(models, model, provider) : undefined;
  }, [models, given]);
  const agentPrices = agent?.prices ?? null;
  const writerPrices = writer?.prices ?? null;
  const filled = inForce(given, agent?.providerId);
  const options = optionsOf(filled, agentPrices, writerPrices);
  const groups = fieldsOf(options);
  const changed = groups.flatMap(({ fields }) => fields).filter((field) => isGiven(field, given)).length;
  const isMissing = given.model !== undefined && models !== null && !agent;
  return (
    <section aria-label="Prices and cache" className="border-rule border-b px-4 py-2 text-[12.5px]">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <span className="flex min-w-0 items-center gap-1.5">
          <span className="text-ink-soft">Model</span>
          <PriceModel
            label="Model whose prices are taken"
            none="Example prices"
            models={models}
            chosen={agent}
            unknown={given.model}
            onChoose={(model) =>
              judging.setPrices(withModel(given, named(model)), model ? `those of ${model.name}` : 'example prices')
            }
          />
        </span>
        <span className="flex items-center gap-1.5">
          <label htmlFor={`${id}-profile`} className="text-ink-soft">
            Cache
          </label>
          <select
            id={`${id}-profile`}
            value={options.profile.id}
            onChange={(event) => {
              const profile = PROFILES.find((one) => one.id === event.target.value);
              if (profile) judging.setPrices(withProfile(given, profile.id), `cache of ${profile.label}`);
            }}
            className="rounded-md border border-rule-strong bg-panel px-1.5 py-1"
          >
            {PROFILES.map((profile) => (
              <option key={profile.id} value={profile.id}>
                {profile.label}
              </option>
            ))}
          </select>
        </span>
        <Button aria-expanded={open} aria-controls={`${id}-numbers`} onClick={() => setOpen(!open)}>
          Numbers{changed > 0 ? ` (${changed} changed)` : ''}
        </Button>
        <p className="min-w-0 text-[12px] text-ink-soft tabular-nums">
          {isMissing ? (
            <span className="text-trouble">The registry has no model “{given.model}”; example prices stand in. </span>
          ) : null}
          ${options.prices.input} in and ${options.prices.output} out a million
          {agent
            ? `, from ${MODEL_SOURCE.name}, ${MODEL_SOURCE.date}`
            : ', round figures of the order that large models cost'}
        </p>
      </div>
      <div id={`${id}-numbers`} hidden={!open}>
        <div className="grid gap-x-8 gap-y-2 pt-2 sm:grid-cols-[repeat(auto-fit,minmax(300px,1fr))]">
          {groups.map(({ title, fields }) => (
            <fieldset key={title} className="min-w-0">
              <legend className="font-medium">{title}</legend>
              {fields.map((field) => (
                <PriceNumber
                  key={field.id}
                  field={field}
                  state={fieldState(field, filled, agentPrices, writerPrices)}
                  given={given}
                  onChange={(prices) => judging.setPrices(prices, field.label.toLowerCase())}
                />
              ))}
            </fieldset>
          ))}
          <fieldset className="min-w-0">
            <legend className="font-medium">The summarizer’s model</legend>
            <PriceModel
              label="Model of the summarizer"
              none="The agent’s own"
              models={models}
              chosen={writer}
              unknown={given.summarizer?.model}
              onChoose={(model) =>
                judging.setPrices(
                  withSummarizer(given, named(model)),
                  model ? `summarizer ${model.name}` : 'summarizer like the agent',
                )
              }
            />
            <p className="mt-0.5 text-[11.5px] text-ink-soft">What summaries are written with, where it is cheaper.</p>
          </fieldset>
        </div>
        {changed > 0 ? (
          <Button
            className="mt-2"
            onClick={() => {
              const { prices: _prices, cache: _cache, assumedGapSeconds: _gap, ...rest } = given;
              judging.setPrices(rest, 'back to the defaults');
            }}
          >
            All numbers back to their defaults
          </Button>
        ) : null}
      </div>
    </section>
  );
}

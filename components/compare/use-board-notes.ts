/** What stands behind the scoreboard, as a hook: the registry of prices is loaded where a model is named, and only then. */
'use client';

import { useMemo } from 'react';
import { findModel, MODEL_SOURCE, type Model } from '@/lib/models/registry';
import { type BoardNotes, type BoardRegistry, billedGaps, boardNotes, namesModel } from '@/lib/store/board-notes';
import { useStore } from '@/lib/store/use-store';
import { useModels } from './use-models';

function registryOf(models: readonly Model[]): BoardRegistry {
  return { source: MODEL_SOURCE, find: (model, provider) => findModel(models, model, provider) };
}

/** Where no model is named, nothing is looked up. */
const NOTHING_NAMED = registryOf([]);

/** Null while the registry is being loaded; where it cannot be, no model has known prices. */
export function useBoardNotes(): BoardNotes | null {
  const prices = useStore((state) => state.prices);
  const yardstick = useStore((state) => state.yardstick);
  const gaps = useStore(billedGaps);
  const isNeeded = useStore(namesModel);
  const { models, failed } = useModels(isNeeded);
  const loaded = useMemo(() => (failed ? NOTHING_NAMED : models && registryOf(models)), [models, failed]);
  const registry = isNeeded ? loaded : NOTHING_NAMED;
  return useMemo(
    () => registry && boardNotes({ prices, yardstick }, registry, gaps),
    [prices, yardstick, registry, gaps],
  );
}

/** The registry of models, loaded where it is needed. */
'use client';

import { useEffect, useState } from 'react';
import { loadModels, type Model } from '@/lib/models/registry';

export interface LoadedModels {
  /** Null until they have been loaded; it stays so where they cannot be. */
  models: readonly Model[] | null;
  failed: boolean;
}

const NOT_YET: LoadedModels = { models: null, failed: false };

/** Loads nothing while that is not needed. */
export function useModels(isNeeded = true): LoadedModels {
  const [loaded, setLoaded] = useState(NOT_YET);
  useEffect(() => {
    if (!isNeeded) return;
    let current = true;
    loadModels().then(
      (models) => current && setLoaded({ models, failed: false }),
      () => current && setLoaded({ models: null, failed: true }),
    );
    return () => {
      current = false;
    };
  }, [isNeeded]);
  return loaded;
}

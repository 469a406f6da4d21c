/** The fuzz runs of a share of the importers as tests: pinned seeds, each importer in a process that is watched. */

import { describe, expect, it } from 'vitest';
import { IMPORTERS } from '@/lib/importers/registry';
import { watched } from './watched';

const INPUTS = 2_000;

/** Tests of share number `shard` of `shards`, from 1. */
export function fuzzShard(shard: number, shards: number): void {
  const ids = IMPORTERS.map(({ id }) => id).filter((_, position) => position % shards === shard - 1);
  describe('fuzz', { timeout: 120_000 }, () => {
    it.each(ids)(`%s: ${INPUTS} inputs end in a sound report or a refusal, and no text is lost unsaid`, async (id) => {
      const outcome = await watched(id, 1, INPUTS);
      expect(outcome.inputs).toBe(INPUTS);
      expect(outcome.reports).toBeGreaterThan(INPUTS / 20);
    });
  });
}

/** Versions of the scenario: every step exists and runs in order, and nothing is changed in place. */

import { describe, expect, it } from 'vitest';
import { CURRENT_VERSION, checkUpgraders, MissingUpgraderError, UPGRADERS, upgrade } from '@/lib/scenario/upgraders';

const place = { file: 'a.json' };

describe('upgraders', () => {
  it('are complete up to the current version, with none to spare', () => {
    expect(() => checkUpgraders(UPGRADERS, CURRENT_VERSION)).not.toThrow();
    expect(Object.keys(UPGRADERS)).toHaveLength(CURRENT_VERSION - 1);
  });

  it('fail at the start where a step is missing', () => {
    expect(() => checkUpgraders({ 2: (old) => old }, 3)).toThrow(MissingUpgraderError);
    expect(() => checkUpgraders({ 2: (old) => old }, 3)).toThrow('from scenario version 1 to 2');
  });

  it('run one after the other from the version of the scenario', () => {
    const steps = {
      1: (old: object) => ({ ...old, trail: ['one'] }),
      2: (old: object) => ({ ...old, trail: [...((old as { trail?: string[] }).trail ?? []), 'two'] }),
    };
    const first = Object.freeze({ palimpsest: 1 });
    expect(upgrade(first, place, steps, 3)).toEqual({ palimpsest: 3, trail: ['one', 'two'] });
    expect(upgrade({ palimpsest: 2 }, place, steps, 3)).toEqual({ palimpsest: 3, trail: ['two'] });
    expect(upgrade({ palimpsest: 3 }, place, steps, 3)).toEqual({ palimpsest: 3 });
  });

  it.each([[0], [1.5], ['1'], [null], [-1]])('refuse the version %j', (palimpsest) => {
    expect(() => upgrade({ palimpsest }, place)).toThrow('a.json: palimpsest: ');
  });
});

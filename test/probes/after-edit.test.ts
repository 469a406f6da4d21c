/** Probes after an edit: messages and calls keep meaning the same, and what is gone takes its probe along. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ASSISTANT, USER } from '@/lib/engine/accounting';
import { probesAfterEdit } from '@/lib/probes/after-edit';
import type { Probe } from '@/lib/probes/probe';
import { probe } from './support';

/** u and a for the roles of messages. */
const roles = (drawn: string) => Uint8Array.from(drawn, (letter) => (letter === 'a' ? ASSISTANT : USER));
const moved = (probes: Probe[], before: string, after: string, to: number[]) =>
  probesAfterEdit(probes, { to: Int32Array.from(to), before: roles(before), after: roles(after) });
const times = (before: string, after: string, to: number[], ...at: Probe['at'][]) =>
  moved(
    at.map((one) => probe({ text: 'x', at: one })),
    before,
    after,
    to,
  ).map((one) => one.at);

describe('messages', () => {
  it('keep their probes under their new numbers, and take them along', () => {
    const probes = [probe({ message: 0 }), probe({ message: 2, name: 'kept' })];
    expect(moved(probes, 'uua', 'ua', [-1, 0, 1])).toEqual([probe({ message: 1, name: 'kept' })]);
  });

  it('that are none stay none', () => {
    expect(moved([probe({ message: 7 })], 'ua', 'uau', [0, 1])).toEqual([probe({ message: 8 })]);
  });
});

describe('calls', () => {
  it('stay before the same message', () => {
    // Calls 1, 2, 3 before; an assistant message is put in front of everything.
    expect(times('uaua', 'auaua', [1, 2, 3, 4], 1, 2, 3)).toEqual([2, 3, 4]);
  });

  it('whose message is gone are those before what follows', () => {
    expect(times('uauaua', 'uuaua', [0, -1, 1, 2, 3, 4], 1, 2, 3, 4)).toEqual([1, 1, 2, 3]);
  });

  it('in ranges move at both ends, and the end stays the end', () => {
    expect(times('uaua', 'auaua', [1, 2, 3, 4], 'end', { from: 1, to: 'end' }, { from: 1, to: 2 })).toEqual([
      'end',
      { from: 2, to: 'end' },
      { from: 2, to: 3 },
    ]);
  });

  it('that are none stay none, and never fall under 1', () => {
    expect(times('ua', 'uaa', [0, 1], 9)).toEqual([10]);
    expect(times('uaaa', 'u', [0, -1, -1, -1], 5)).toEqual([2]);
  });
});

it('an edit that changes nothing gives the same probes', () => {
  const at: fc.Arbitrary<Probe['at']> = fc.oneof(
    fc.integer({ min: 1, max: 30 }),
    fc.constant('end' as const),
    fc
      .tuple(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 9 }))
      .map(([from, more]) => ({ from, to: more === 9 ? ('end' as const) : from + more })),
  );
  const probes = fc.array(
    fc
      .tuple(at, fc.option(fc.nat({ max: 40 })))
      .map(([when, message]) => (message === null ? probe({ at: when, text: 'x' }) : probe({ at: when, message }))),
  );
  fc.assert(
    fc.property(probes, fc.array(fc.constantFrom('u', 'a'), { maxLength: 20 }), (list, letters) => {
      const drawn = letters.join('');
      expect(
        moved(
          list,
          drawn,
          drawn,
          letters.map((_, index) => index),
        ),
      ).toEqual(list);
    }),
    { seed: 61, numRuns: 200 },
  );
});

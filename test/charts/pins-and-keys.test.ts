/** Lasting pins read from labels, and the calls that keys lead to. */

import { describe, expect, it } from 'vitest';
import { callForKey, eventCall } from '@/components/charts/scrub-keys';
import { lastingLabel, lastingPins } from '@/components/charts/survival/lasting-pins';
import { ASSISTANT, TOOL, USER } from '@/lib/engine/accounting';
import type { WindowView } from '@/lib/store/state';
import { runOf, TIGHT } from './runs';

function viewOf(rows: [item: number, label: string | null][]): WindowView {
  const pinLabels = [...new Set(rows.flatMap(([, label]) => (label === null ? [] : [label])))];
  return {
    items: Int32Array.from(rows.map(([item]) => item)),
    pin: Int16Array.from(rows.map(([, label]) => (label === null ? -1 : pinLabels.indexOf(label)))),
    pinLabels,
  } as WindowView;
}

describe('lasting pins', () => {
  it('are what is left of a label without what passes', () => {
    expect(lastingLabel('correction, recent')).toBe('correction');
    expect(lastingLabel('its result has not come yet, newest group')).toBe('');
    expect(lastingLabel('among the latest 8')).toBe('');
    expect(lastingLabel('system prompt, pinned by hand')).toBe('system prompt, pinned by hand');
  });

  it('hold a tool group only where a member has a pin of its own', () => {
    const roles = Uint8Array.of(USER, ASSISTANT, TOOL, TOOL, ASSISTANT, TOOL);
    const view = viewOf([
      [0, 'first user message'],
      [1, 'its tool group is pinned'],
      [2, 'pinned by hand'],
      [3, 'its tool group is pinned'],
      [4, 'its tool group is pinned'],
      [5, 'recent'],
    ]);
    expect([...lastingPins(view, roles).keys()].sort()).toEqual([0, 1, 2, 3]);
  });
});

describe('keys', () => {
  const run = runOf(
    Array.from({ length: 30 }, () => ({ result: 200 })),
    { config: TIGHT },
  );
  const last = run.calls.tokens.length - 1;
  const key = (name: string, shiftKey = false) => ({ key: name, shiftKey });

  it('step one call, ten calls, and to the ends', () => {
    expect(callForKey(key('ArrowRight'), 5, run)).toBe(6);
    expect(callForKey(key('ArrowLeft'), 5, run)).toBe(4);
    expect(callForKey(key('ArrowRight', true), 5, run)).toBe(15);
    expect(callForKey(key('ArrowLeft', true), 5, run)).toBe(0);
    expect(callForKey(key('ArrowRight'), last, run)).toBe(last);
    expect(callForKey(key('Home'), 5, run)).toBe(0);
    expect(callForKey(key('End'), 5, run)).toBe(last);
    expect(callForKey(key('a'), 5, run)).toBeNull();
  });

  it('find every event forwards and the same ones backwards', () => {
    const forwards: number[] = [];
    for (let call = eventCall(run, -1, 1); call !== null; call = eventCall(run, call, 1)) forwards.push(call);
    const backwards: number[] = [];
    for (let call = eventCall(run, last + 1, -1); call !== null; call = eventCall(run, call, -1)) backwards.push(call);
    expect(forwards).toEqual([...new Set(run.decisions.call)]);
    expect(backwards).toEqual(forwards.toReversed());
    expect(callForKey(key(']'), -1, run)).toBe(forwards[0]);
    expect(callForKey(key('['), last + 1, run)).toBe(forwards.at(-1));
  });
});

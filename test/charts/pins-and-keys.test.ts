/** The calls that keys lead to. */

import { describe, expect, it } from 'vitest';
import { callForKey, eventCall } from '@/components/charts/scrub-keys';
import { runOf, TIGHT } from './runs';

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

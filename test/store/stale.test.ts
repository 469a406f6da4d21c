/** What is shown of lanes goes as theirs only while it is of their settings, and of the yardsticks of now. */

import { describe, expect, it } from 'vitest';
import { defaultLane, withParameter } from '@/lib/store/lane';
import { oneLane, withAdded, withHidden } from '@/lib/store/lanes';
import { NOTHING_YET } from '@/lib/store/outcomes';
import { areScored, failedLanes, verdictOf } from '@/lib/store/scored';
import { isOfOtherYardsticks, isStale } from '@/lib/store/stale';
import type { LaneOutcome, State } from '@/lib/store/state';

const PROBE = { id: 'p1', at: 'end', text: 'staging' } as State['probes'][number];

/** Two lanes with scores of the present settings. */
function scored(): State {
  const { lanes, active } = withAdded(oneLane(defaultLane()), defaultLane('message-cap'));
  const yardsticks = { yardstick: 'o200k_base', probes: [PROBE], prices: {} };
  const comparison = new Map(
    lanes.map(({ id, lane }, place): [string, LaneOutcome] => {
      const score = { of: place + 1, judged: yardsticks, probes: [{ id: 'p1', passes: true }] };
      const outcome = { ...NOTHING_YET, lane, yardstick: 'o200k_base', number: place + 1, score };
      return [id, outcome as unknown as LaneOutcome];
    }),
  );
  return { lanes, active, ...yardsticks, comparison } as unknown as State;
}

const unlike = (state: State) => state.lanes.map(({ id }) => isOfOtherYardsticks(state.comparison.get(id), state));
const stale = (state: State) => state.lanes.map((entry) => isStale(entry, state));

describe('what is shown of lanes', () => {
  it('is theirs while nothing has changed', () => {
    const state = scored();
    expect(stale(state)).toEqual([false, false]);
    expect(areScored(state)).toBe(true);
  });

  it('is not, once the settings, the counter, a probe or a price has changed', () => {
    const state = scored();
    const [first, second] = state.lanes;
    if (!first || !second) throw new Error('there are two lanes');
    const tuned = { ...first, lane: withParameter(first.lane, 'compactAt', 0.5) };
    expect(stale({ ...state, lanes: [tuned, second] })).toEqual([true, false]);
    expect(stale({ ...state, yardstick: 'chars4' })).toEqual([true, true]);
    expect(stale({ ...state, probes: [...state.probes] })).toEqual([true, true]);
    expect(stale({ ...state, prices: { model: 'x' } as State['prices'] })).toEqual([true, true]);
    expect(areScored({ ...state, yardstick: 'chars4' })).toBe(false);
  });

  it('is not, while a run that was measured anew waits to be judged', () => {
    const state = scored();
    const comparison = new Map(state.comparison);
    comparison.set('lane-1', { ...(comparison.get('lane-1') as LaneOutcome), number: 9 });
    expect(stale({ ...state, comparison })).toEqual([true, false]);
  });

  it('is held against a baseline, and ranked, only while it is measured as is set now', () => {
    const state = scored();
    expect(unlike(state)).toEqual([false, false]);
    const chars = { ...state, yardstick: 'chars4' };
    expect(unlike(chars)).toEqual([true, true]);
    // The first has been measured by the other counter before the counter was set back.
    const comparison = new Map(state.comparison);
    const first = comparison.get('lane-1') as LaneOutcome;
    const score = { ...first.score, judged: { ...first.score?.judged, yardstick: 'chars4' } } as LaneOutcome['score'];
    comparison.set('lane-1', { ...first, score });
    expect(unlike({ ...state, comparison })).toEqual([true, false]);
    // After an edit the scores are of other messages until there are new ones.
    const document = { info: {} } as State['document'];
    expect(unlike({ ...state, document })).toEqual([true, true]);
    expect(stale({ ...state, document })).toEqual([true, true]);
  });

  it('lanes that cannot run hold up nothing, and hidden ones are not asked for', () => {
    const state = scored();
    const comparison = new Map(state.comparison);
    comparison.set('lane-1', { ...NOTHING_YET, failed: 'The reserve is larger than the window.' });
    expect(areScored({ ...state, comparison })).toBe(true);
    expect(failedLanes({ ...state, comparison }).map(({ entry, reason }) => [entry.id, reason])).toEqual([
      ['lane-1', 'The reserve is larger than the window.'],
    ]);
    const hidden = { ...state, ...withHidden(state, 'lane-1', true), comparison: new Map(state.comparison) };
    hidden.comparison.delete('lane-1');
    expect(areScored(hidden)).toBe(true);
    expect(failedLanes({ ...hidden, comparison })).toEqual([]);
  });

  it('a verdict is of the probe as it was judged', () => {
    const state = scored();
    const outcome = state.comparison.get('lane-1');
    expect(verdictOf(outcome, PROBE)).toMatchObject({ passes: true });
    expect(verdictOf(outcome, { ...PROBE, text: 'nobody says this' } as typeof PROBE)).toBeUndefined();
    expect(verdictOf(undefined, PROBE)).toBeUndefined();
  });
});

/** What a probe's result is in words: a sign and a word for every state, and the call that a click leads to. */
import { describe, expect, it } from 'vitest';
import { heldCount, probeStory, probeWords } from '@/components/compare/probe-words';
import { PROBE_STATES, type ProbeResult, type ProbeState } from '@/lib/probes/evaluate';
import type { Probe } from '@/lib/probes/probe';

const PROBE: Probe = { id: 'p1', at: 40, text: 'staging' };

function result(change: Partial<ProbeResult>): ProbeResult {
  return { id: 'p1', state: 'held', passes: true, call: 39, holder: 3, loss: null, gone: null, error: null, ...change };
}

describe('the words of a probe', () => {
  it('gives every state a sign and a word of its own, so that colour is never all there is', () => {
    const states = Object.keys(PROBE_STATES) as ProbeState[];
    const words = states.map((state) => probeWords(result({ state })));
    expect(new Set(words.map(({ word }) => word)).size).toBe(states.length);
    for (const { sign } of words) expect(sign).not.toBe('');
  });

  it('leads a failure to the moment of loss, and anything else to the call that decided', () => {
    const lost = result({ state: 'lost', passes: false, holder: null, loss: { call: 30, decision: 4, item: 3 } });
    expect(probeWords(lost).to).toBe(30);
    expect(probeWords(result({})).to).toBe(39);
    expect(probeWords(result({ state: 'beyond', passes: false, call: -1 })).to).toBeNull();
  });

  it('tells the story with calls counted from 1', () => {
    const lost = result({ state: 'lost', passes: false, holder: null, loss: { call: 30, decision: 4, item: 3 } });
    expect(probeStory(PROBE, lost)).toBe('Not known at call 40. It went at call 31, with message 3.');
    expect(probeStory(PROBE, result({}))).toBe('Known at call 40: message 3 has it.');
    const weak = result({ state: 'summary', passes: false, holder: -1, loss: { call: 20, decision: 1, item: 3 } });
    expect(probeStory({ ...PROBE, where: 'verbatim' }, weak)).toContain('word for word was asked for');
    expect(probeStory(PROBE, result({ state: 'unsaid', passes: false }))).toContain('no message has said it');
  });

  it('tells of a summary that had it after its message went, and leads to where that went too', () => {
    const loss = { call: 137, decision: 4, item: 0 };
    const gone = { call: 164, decision: 9, item: -2 };
    const lost = result({ state: 'lost', passes: false, holder: null, call: 170, loss, gone });
    expect(probeWords(lost)).toMatchObject({ word: 'lost', to: 164, weakFrom: 137 });
    expect(probeWords({ ...lost, gone: null })).toMatchObject({ to: 137, weakFrom: null });
    expect(probeStory({ id: 'p1', at: 'end', message: 0 }, lost)).toBe(
      'Not known at call 171. Word for word it went at call 138, with message 0; the summary that was left went at call 165, with summary S2.',
    );
  });

  it('counts what passes', () => {
    expect(heldCount([result({}), result({ passes: false }), result({})])).toBe(2);
    expect(heldCount([])).toBe(0);
  });
});

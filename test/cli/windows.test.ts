/** Windows made one from another against the ledger's own answer for each call. */

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { windowsOf } from '@/lib/cli/windows';
import { windowAt } from '@/lib/engine/ledger';
import { Recorder } from '@/lib/engine/recorder';
import { State } from '@/lib/engine/run';
import { lanes, managedRun, transcripts, vectorRuns } from '../metrics/generated';

describe('windows of a run', () => {
  it('are those of the ledger at every call', () => {
    fc.assert(
      fc.property(transcripts, lanes, (transcript, lane) => {
        const { run } = managedRun(transcript, lane);
        let call = 0;
        for (const window of windowsOf(run)) expect(window).toEqual(Array.from(windowAt(run, call++)));
        expect(call).toBe(run.calls.before.length);
      }),
      { seed: 20_260_104, numRuns: 300 },
    );
  });

  it('are those of the ledger for every system and golden transcript', () => {
    for (const { name, run } of vectorRuns()) {
      let call = 0;
      for (const window of windowsOf(run)) expect(window, name).toEqual(Array.from(windowAt(run, call++)));
    }
  });

  it('follow messages that come back, and summaries that share a place', () => {
    const recorder = new Recorder(4);
    const decide = () => recorder.decide({ kind: 'evicted', first: 0, last: 0, count: 1, before: 0, after: 0 });
    const insert = (anchor: number) =>
      ~recorder.insert({
        message: { role: 'user', content: '' },
        anchor,
        covers: 0,
        count: 0,
        generation: 1,
        tokens: 0,
      });
    for (const message of [0, 1]) recorder.arrive(message, State.verbatim, 1, 1);
    recorder.endCall(2, 0, 2);
    for (const message of [2, 3]) recorder.arrive(message, State.verbatim, 1, 1);
    recorder.transition(0, State.evicted, -1, decide());
    recorder.transition(1, State.evicted, -1, decide());
    recorder.transition(1, State.verbatim, -1, decide());
    insert(2);
    insert(2);
    recorder.endCall(3, 0, 5);
    recorder.transition(0, State.verbatim, -1, decide());
    recorder.transition(-1, State.evicted, -1, decide());
    recorder.endCall(-1, 0, 5);
    const run = recorder.finish('none', 1);
    const windows = Array.from(windowsOf(run), (window) => [...window]);
    expect(windows).toEqual([
      [0, 1],
      [1, -1, -2, 2, 3],
      [0, 1, -2, 2, 3],
    ]);
    expect(windows).toEqual([0, 1, 2].map((call) => Array.from(windowAt(run, call))));
  });
});

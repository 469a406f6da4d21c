/** A scenario file that is opened brings its lanes along; one whose settings are wrong brings its transcript and says why. */
import { describe, expect, it } from 'vitest';
import { laneOf } from '@/lib/store/lanes';
import { settingsState } from '@/lib/store/scenario-settings';
import { Jobs } from '@/lib/worker/jobs';

const transcript = { messages: [{ role: 'user', content: 'Fix the login.' }] };

async function chosen(file: unknown) {
  const jobs = new Jobs();
  const options = { signal: new AbortController().signal, onProgress: () => undefined };
  const opened = await jobs.run('open', { file: new Blob([JSON.stringify(file)]), name: 'x.json' }, options);
  const conversation = opened.conversations[0]?.id ?? '';
  return await jobs.run('choose', { conversation, counts: [] }, options);
}

describe('settings of a scenario file', () => {
  it('come along with names, defaults filled in', async () => {
    const { settings, info } = await chosen({
      palimpsest: 1,
      title: 'Two lanes',
      counter: 'cl100k_base',
      transcript,
      lanes: [{ name: 'Small', system: 'managed-window', config: { window: 8000 } }, { system: 'none' }],
    });
    expect(info.messageCount).toBe(1);
    const state = settingsState(settings ?? { scenario: null, problems: [] });
    expect(state.lanes?.map(({ name }) => name)).toEqual(['Small', '']);
    expect(state.yardstick).toBe('cl100k_base');
    const lane = laneOf({ lanes: state.lanes ?? [], active: state.active ?? '' });
    expect(lane.config).toMatchObject({ window: 8000, compactAt: 0.7 });
    expect(state.problem).toBeUndefined();
  });

  it('that are wrong leave the transcript open and the present settings alone', async () => {
    const { settings, info } = await chosen({ palimpsest: 1, transcript, lanes: [{ system: 'no-such' }] });
    expect(info.messageCount).toBe(1);
    const state = settingsState(settings ?? { scenario: null, problems: [] });
    expect(state.lanes).toBeUndefined();
    expect(state.problem?.message).toMatch(/lanes\[0\]\.system: It is "no-such"/);
  });

  it('are none where the file is no scenario', async () => {
    expect((await chosen(transcript.messages)).settings).toBeNull();
  });
});

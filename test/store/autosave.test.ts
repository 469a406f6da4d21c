/** "Saved" is said only when everything has been written, and never after a write that failed. */
import { describe, expect, it } from 'vitest';
import { createAutosave } from '@/lib/store/autosave';

describe('createAutosave', () => {
  it('says saving at once, and saved when the last write has completed', async () => {
    const said: string[] = [];
    const written: string[] = [];
    const autosave = createAutosave((saving) => said.push(saving));
    let complete: () => void = () => undefined;
    autosave.write('a', () => new Promise<void>((resolve) => (complete = resolve)));
    autosave.write('b', async () => {
      written.push('b');
    });
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(said).not.toContain('saved');
    expect(written).toEqual([]);
    complete();
    await autosave.flush();
    expect(written).toEqual(['b']);
    expect(said.at(-1)).toBe('saved');
    expect(said.filter((one) => one === 'saved')).toHaveLength(1);
  });

  it('keeps the order of keys and only the newest write of each', async () => {
    const written: string[] = [];
    const autosave = createAutosave(() => undefined);
    const write = (key: string, value: string, delay = 0) =>
      autosave.write(
        key,
        async () => {
          written.push(value);
        },
        delay,
      );
    write('settings', 'settings 1', 50);
    write('result', 'result 1', 50);
    write('settings', 'settings 2', 50);
    await autosave.flush();
    expect(written).toEqual(['settings 2', 'result 1']);
  });

  it('reports a failed write with its reason, writes the rest, and can succeed again', async () => {
    const said: [string, string][] = [];
    const written: string[] = [];
    const autosave = createAutosave((saving, failure) => said.push([saving, String(failure)]));
    autosave.write('a', async () => {
      throw new DOMException('no room', 'QuotaExceededError');
    });
    autosave.write('b', async () => {
      written.push('b');
    });
    await autosave.flush();
    expect(written).toEqual(['b']);
    expect(said.at(-1)).toEqual(['failed', 'QuotaExceededError: no room']);
    autosave.write('a', async () => {
      written.push('a');
    });
    await autosave.flush();
    expect(said.at(-1)?.[0]).toBe('saved');
  });

  it('is not saved while a write that failed is still to be made, whatever else is written; it goes first', async () => {
    const said: string[] = [];
    const written: string[] = [];
    let room = false;
    const autosave = createAutosave((saving) => said.push(saving));
    autosave.write('transcript', async () => {
      if (!room) throw new DOMException('no room', 'QuotaExceededError');
      written.push('transcript');
    });
    await autosave.flush();
    autosave.write('scenario', async () => {
      written.push('scenario');
    });
    await autosave.flush();
    expect(said.at(-1)).toBe('failed');
    room = true;
    autosave.write('scenario', async () => {
      written.push('scenario again');
    });
    await autosave.flush();
    expect(said.at(-1)).toBe('saved');
    expect(written).toEqual(['scenario', 'transcript', 'scenario again']);
  });

  it('does not count what can be made again', async () => {
    const said: string[] = [];
    const autosave = createAutosave((saving) => said.push(saving));
    const full = async () => {
      throw new DOMException('no room', 'QuotaExceededError');
    };
    autosave.write('result', full, 0, true);
    await autosave.flush();
    expect(said.at(-1)).toBe('saved');
    autosave.write('scenario', full);
    await autosave.flush();
    expect(said.at(-1)).toBe('failed');
    autosave.retry();
    await autosave.flush();
    expect(said.at(-1)).toBe('failed');
  });
});

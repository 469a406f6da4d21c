// OpenHands: parallel calls, condensations, old and new events, and real files with the counts they hold.

import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily, isView } from './agent-families';
import { lines, read } from './support';

type Json = Record<string, unknown>;

/** Each event is a message; all actions but messages are calls. */
function countEvents(events: Json[]): Counted {
  return {
    messages: events.length,
    calls: events.filter(({ action }) => action !== undefined && action !== 'message').length,
  };
}

describeFamily('openhands', (text) => {
  if (text.startsWith('[')) return countEvents(JSON.parse(text));
  const histories = text
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => countEvents(JSON.parse(line).history));
  return histories.reduce((one, other) => ({
    messages: one.messages + other.messages,
    calls: one.calls + other.calls,
  }));
});

const event = (id: number, fields: Json): Json => ({ id, source: 'agent', ...fields });

describe('OpenHands', () => {
  it('events with ids are paired by their cause where no call id is recorded', async () => {
    const report = await read(
      JSON.stringify([
        event(0, { source: 'user', action: 'message', args: { content: 'go' } }),
        event(3, { action: 'run', args: { command: 'a' } }),
        event(4, { action: 'run', args: { command: 'b' } }),
        event(7, { observation: 'run', cause: 4, content: 'B', extras: {} }),
        event(8, { observation: 'run', cause: 3, content: 'A', extras: {} }),
      ]),
    );
    const messages = report.conversations[0]?.messages ?? [];
    expect(messages.slice(1).map(({ tool_calls: list, tool_call_id: id }) => list?.[0]?.id ?? id)).toEqual([
      'event_3',
      'event_4',
      'event_4',
      'event_3',
    ]);
  });

  it('a condensation leaves both readings: all of it, and what the model saw', async () => {
    const events = [
      event(0, { source: 'user', action: 'message', args: { content: 'task' } }),
      event(1, { action: 'message', args: { content: 'old' } }),
      event(2, { action: 'message', args: { content: 'older' } }),
      event(3, {
        action: 'condensation',
        args: { forgotten_event_ids: [1, 2], summary: 'in short', summary_offset: 1 },
      }),
      event(4, { action: 'message', args: { content: 'new' } }),
    ];
    const { conversations } = await read(lines(...events));
    const [full, seen] = conversations;
    expect(full?.messages.map(({ content }) => content)).toEqual(['task', 'old', 'older', 'new']);
    expect(full?.boundaries).toEqual([{ before: 3, trigger: 'condensation' }]);
    expect(seen?.messages.map(({ content }) => content)).toEqual(['task', 'in short', 'new']);
    expect(conversations.map(isView)).toEqual([false, true]);
  });

  it('what the user ran is the words of the user', async () => {
    const report = await read(JSON.stringify([event(0, { source: 'user', action: 'run', args: { command: 'ls' } })]));
    expect(report.conversations[0]?.messages).toEqual([{ role: 'user', content: '[run] ls' }]);
  });

  it('a history without events is a near miss', async () => {
    await expect(read(JSON.stringify({ instance_id: 'x', history: [{ note: 1 }] }))).rejects.toMatchObject({
      alternatives: expect.arrayContaining([expect.objectContaining({ id: 'openhands' })]),
    });
  });
});

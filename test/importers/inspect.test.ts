// Inspect logs: a real log with the counts it holds, texts that stand among the attachments, usage and compactions from events.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { type Counted, describeFamily } from './agent-families';
import { fixture, hasShared, read, refusal, SHARED } from './support';

function count(text: string): Counted {
  const messages = JSON.parse(text).samples.flatMap((sample: { messages: unknown[] }) => sample.messages);
  return {
    messages: messages.length,
    calls: messages.reduce((sum: number, one: { tool_calls?: unknown[] }) => sum + (one.tool_calls?.length ?? 0), 0),
  };
}

describeFamily('inspect', count);

describe.skipIf(!hasShared)('the log of a browser (skipped where the folder of transcripts is missing)', () => {
  const path = `${SHARED}inspect/inspect-eval-log-browser.json`;

  it('has every text in place of its name among the attachments', async () => {
    const text = readFileSync(path, 'utf8');
    expect(text).toContain('attachment://');
    const { conversations } = await read(text);
    expect(JSON.stringify(conversations)).not.toContain('attachment://');
    const [sample] = JSON.parse(text).samples;
    const texts = conversations[0]?.messages.map(({ content }) => content) ?? [];
    const whole = (content: string) =>
      content.startsWith('attachment://') ? sample.attachments[content.slice('attachment://'.length)] : content;
    for (const { role, content } of sample.messages)
      if (role === 'tool' && typeof content === 'string') expect(texts).toContain(whole(content));
  });

  it('has the usage of each answer', async () => {
    const text = readFileSync(path, 'utf8');
    const [conversation] = (await read(text)).conversations;
    const answers = conversation?.messages.filter(({ role }) => role === 'assistant').length;
    expect(answers).toBeGreaterThan(1);
    expect(conversation?.usage).toHaveLength(answers ?? 0);
    for (const { input } of conversation?.usage ?? []) expect(input).toBeGreaterThan(0);
  });
});

const sampleOf = (messages: unknown[], rest: object = {}) => ({ id: 's', epoch: 1, target: 't', messages, ...rest });
const logOf = (...samples: unknown[]) => JSON.stringify({ status: 'success', eval: {}, samples });

describe('Inspect', () => {
  const there = '1'.repeat(32);
  const missing = '2'.repeat(32);

  it('puts attachments back at any depth, and says which are not there', async () => {
    const report = await read(
      logOf(
        sampleOf(
          [
            {
              role: 'assistant',
              content: '',
              tool_calls: [{ id: 'a', function: 'go', arguments: { in: [{ deep: `attachment://${there}` }] } }],
            },
            { role: 'tool', tool_call_id: 'a', function: 'go', content: `attachment://${missing}` },
          ],
          { attachments: { [there]: 'found' } },
        ),
      ),
    );
    const messages = report.conversations[0]?.messages ?? [];
    expect(messages[0]?.tool_calls?.[0]?.function).toEqual({ name: 'go', arguments: '{"in":[{"deep":"found"}]}' });
    expect(messages[1]).toMatchObject({
      role: 'tool',
      name: 'go',
      tool_call_id: 'a',
      content: `attachment://${missing}`,
    });
    expect(report.notes.join()).toContain('no attachments');
  });

  it('is a conversation a sample, and names the epochs', async () => {
    const message = { role: 'user', content: 'q' };
    const report = await read(logOf(sampleOf([message]), sampleOf([message], { epoch: 2 }), { id: 'empty' }));
    expect(report.conversations).toHaveLength(2);
    expect(report.skipped).toEqual([{ line: 1, reason: 'a sample without messages' }]);
  });

  it('takes what was cached for part of the prompt or for more, as the total says', async () => {
    const answer = (id: string) => ({ id, role: 'assistant', content: id });
    const call = (id: string, usage: object) => ({
      event: 'model',
      output: { choices: [{ message: answer(id) }], usage },
    });
    const report = await read(
      logOf(
        sampleOf([answer('openai'), answer('anthropic')], {
          events: [
            call('openai', { input_tokens: 100, output_tokens: 5, total_tokens: 105, input_tokens_cache_read: 90 }),
            call('anthropic', { input_tokens: 4, output_tokens: 5, total_tokens: 909, input_tokens_cache_read: 900 }),
          ],
        }),
      ),
    );
    expect(report.conversations[0]?.usage).toEqual([
      { message: 0, input: 100, output: 5 },
      { message: 1, input: 904, output: 5 },
    ]);
  });

  it('offers what the model saw after a compaction beside the whole history', async () => {
    const [full, seen] = (await read(fixture('inspect-log.json'))).conversations;
    expect(full?.boundaries).toEqual([{ before: 4, trigger: 'inspect', preTokens: 900 }]);
    expect(seen?.messages.map(({ content }) => content)).toContain('Summary: it was read.');
  });

  it('names the format of a log without samples', async () => {
    const error = await refusal(JSON.stringify({ version: 2, status: 'started', eval: { task: 't' } }));
    expect(error.message).toContain('Inspect');
  });
});

/** Problems of a transcript and their repairs: whichever repair is taken at each problem, no problem is left in the end. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { patchOf } from '@/lib/editing/operations';
import { applyPatch } from '@/lib/editing/patch';
import { transcriptProblems } from '@/lib/editing/problems';
import type { Message } from '@/lib/engine/transcript';

const call = (id: string, args = '{}') => ({
  id,
  type: 'function' as const,
  function: { name: 'run', arguments: args },
});
const asks = (...ids: string[]): Message => ({
  role: 'assistant',
  content: null,
  tool_calls: ids.map((id) => call(id)),
});
const answers = (id: string): Message => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const says = (content: string): Message => ({ role: 'user', content });
const rules = (messages: Message[]) => transcriptProblems(messages).map(({ message, rule }) => `${message} ${rule}`);

describe('problems of a transcript', () => {
  it('none in whole groups, with ids used again, and with a call at the very end', () => {
    expect(rules([says('go'), asks('a', 'b'), answers('b'), answers('a'), asks('a'), answers('a'), asks('c')])).toEqual(
      [],
    );
  });

  it('broken pairs', () => {
    expect(rules([answers('x'), asks('a'), says('wait'), answers('a'), answers('a')])).toEqual([
      '0 orphan result',
      '3 result apart',
      '4 second result',
    ]);
    expect(rules([asks('a', 'b'), answers('b'), says('next')])).toEqual(['0 no result']);
    expect(rules([asks('a', 'a'), answers('a'), says('next')])).toContain('0 repeated id');
  });

  it('arguments that are no JSON object, and empty messages', () => {
    const odd: Message = { role: 'assistant', content: null, tool_calls: [call('a', '{"x":'), call('b', '[1]')] };
    expect(rules([odd, answers('a'), answers('b'), says(' ')])).toEqual(['0 arguments', '0 arguments', '3 empty']);
  });

  it('a call that names no tool', () => {
    const nameless: Message = {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: ' ', arguments: '7' } }],
    };
    expect(rules([nameless])).toEqual(['0 no name', '0 arguments']);
  });

  it('reasoning alone is told apart from nothing at all, and can become the text', () => {
    const thinks: Message = { role: 'assistant', content: null, reasoning: 'The log is rotated.' };
    const [problem] = transcriptProblems([says('go'), thinks]);
    expect(problem?.text).toContain('holds reasoning alone');
    const repair = problem?.repairs[0]?.operation ?? expect.fail('no repair');
    const { messages } = applyPatch(
      { messages: [says('go'), thinks] },
      patchOf([says('go'), thinks], repair),
    ).transcript;
    expect(messages[1]).toEqual({ role: 'assistant', content: 'The log is rotated.' });
    expect(transcriptProblems(messages)).toEqual([]);
  });

  it('whichever repair is taken, the transcript is whole in the end', () => {
    const message = fc.oneof(
      fc.constantFrom(says('hello'), says(''), { role: 'assistant', content: 'well' } as Message),
      fc.subarray(['a', 'b', 'c'], { minLength: 1 }).map((ids) => asks(...ids)),
      fc.constantFrom('a', 'b', 'c', 'd').map(answers),
    );
    fc.assert(
      fc.property(
        fc.array(message, { maxLength: 10 }),
        fc.array(fc.nat({ max: 1 }), { minLength: 1 }),
        (given, picks) => {
          let messages = given.map((one) => structuredClone(one));
          for (let step = 0; ; step++) {
            const [problem] = transcriptProblems(messages);
            if (!problem) return;
            expect(step).toBeLessThan(4 * given.length);
            const pick = picks[step % picks.length] as number;
            const repair = problem.repairs[pick % problem.repairs.length];
            expect(repair).toBeDefined();
            if (repair) messages = applyPatch({ messages }, patchOf(messages, repair.operation)).transcript.messages;
          }
        },
      ),
      { seed: 7, numRuns: 500 },
    );
  });
});

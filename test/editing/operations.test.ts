/** Operations and patches: what each one leaves, and that every patch can be taken back to the letter. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Operation } from '@/lib/editing/operations';
import { OperationError, patchOf } from '@/lib/editing/operations';
import { applyPatch, destinations, PatchError } from '@/lib/editing/patch';
import type { Message } from '@/lib/engine/transcript';

const user = (content: string): Message => ({ role: 'user', content });
const texts = (messages: readonly Message[]) => messages.map(({ content }) => content);

function edited(messages: Message[], operation: Operation): Message[] {
  return applyPatch({ messages }, patchOf(messages, operation)).transcript.messages;
}

const FOUR = ['a', 'b', 'c', 'd'].map(user);

describe('operations', () => {
  it('insert, delete, duplicate and move, alone and many at once', () => {
    expect(texts(edited(FOUR, { do: 'insert', at: 4, messages: [user('e')] }))).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(texts(edited(FOUR, { do: 'delete', at: [3, 1] }))).toEqual(['a', 'c']);
    expect(texts(edited(FOUR, { do: 'duplicate', at: [0, 2] }))).toEqual(['a', 'a', 'b', 'c', 'c', 'd']);
    expect(texts(edited(FOUR, { do: 'move', at: [3, 0], to: 2 }))).toEqual(['b', 'a', 'd', 'c']);
    expect(texts(edited(FOUR, { do: 'move', at: [0], to: 4 }))).toEqual(['b', 'c', 'd', 'a']);
    expect(texts(edited(FOUR, { do: 'move', at: [1], to: 1 }))).toEqual(['a', 'b', 'c', 'd']);
  });

  it('a duplicate is a message of its own', () => {
    const [first, second] = edited(FOUR, { do: 'duplicate', at: [0] });
    expect(second).toEqual(first);
    expect(second).not.toBe(first);
  });

  it('split leaves the calls with the second part, and cuts no code point', () => {
    const call = { id: 'c', type: 'function' as const, function: { name: 'run', arguments: '{}' } };
    const message: Message = { role: 'assistant', content: 'First. 😀 Then.', tool_calls: [call] };
    const [one, two] = edited([message], { do: 'split', at: 0, offset: 8 });
    expect([one, two]).toEqual([
      { role: 'assistant', content: 'First.' },
      { role: 'assistant', content: '😀 Then.', tool_calls: [call] },
    ]);
  });

  it('merge joins texts, calls and reasoning of one role, and refuses what cannot be one', () => {
    expect(texts(edited(FOUR, { do: 'merge', at: [2, 0] }))).toEqual(['a\n\nc', 'b', 'd']);
    const mixed: Message[] = [user('a'), { role: 'assistant', content: 'b' }];
    expect(() => patchOf(mixed, { do: 'merge', at: [0, 1] })).toThrow(/cannot become one/);
    const results: Message[] = ['x', 'y'].map((id) => ({ role: 'tool', tool_call_id: id, content: id }));
    expect(() => patchOf(results, { do: 'merge', at: [0, 1] })).toThrow(/different calls/);
  });

  it('change sets and takes away fields of many messages; what no longer fits the role goes', () => {
    const messages: Message[] = [{ role: 'tool', tool_call_id: 'x', content: 'r', priority: 'low' }, user('u')];
    expect(
      edited(messages, { do: 'change', at: [0, 1], change: { role: 'user', priority: null, pinned: true } }),
    ).toEqual([
      { role: 'user', content: 'r', pinned: true },
      { role: 'user', content: 'u', pinned: true },
    ]);
  });

  it('rewrite leaves what is the same at both ends', () => {
    const patch = patchOf(FOUR, { do: 'rewrite', messages: [user('a'), user('X'), user('d')], tools: [] });
    expect(patch.splices).toEqual([{ at: 1, remove: 2, insert: [user('X')] }]);
    expect(patchOf(FOUR, { do: 'rewrite', messages: structuredClone(FOUR), tools: [] }).splices).toEqual([]);
  });

  it('refuses positions that are not there, in words', () => {
    for (const operation of [
      { do: 'delete', at: [4] },
      { do: 'delete', at: [] },
      { do: 'replace', at: -1, message: user('x') },
      { do: 'move', at: [0], to: 5 },
      { do: 'split', at: 0, offset: 0 },
      { do: 'split', at: 0, offset: 1 },
      { do: 'merge', at: [1] },
    ] as Operation[]) {
      expect(() => patchOf(FOUR, operation)).toThrow(OperationError);
    }
    expect(() => applyPatch({ messages: FOUR }, { splices: [{ at: 3, remove: 2, insert: [] }] })).toThrow(PatchError);
  });
});

const positions = (length: number) => fc.array(fc.nat({ max: length - 1 }), { minLength: 1, maxLength: 6 });

const operationOn = (length: number): fc.Arbitrary<Operation> =>
  fc.oneof(
    fc.record({
      do: fc.constant('insert' as const),
      at: fc.nat({ max: length }),
      messages: fc.constant<Message[]>([user('new')]),
    }),
    fc.record({ do: fc.constant('delete' as const), at: positions(length) }),
    fc.record({ do: fc.constant('duplicate' as const), at: positions(length) }),
    fc.record({ do: fc.constant('move' as const), at: positions(length), to: fc.nat({ max: length }) }),
    fc.record({ do: fc.constant('change' as const), at: positions(length), change: fc.constant({ name: 'n' }) }),
  );

describe('patches', () => {
  it('are taken back to the same messages, and tell where every message came from', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 12 }).chain((length) => fc.tuple(fc.constant(length), operationOn(length))),
        ([length, operation]) => {
          const messages = Array.from({ length }, (_, index) => user(`m${index}`));
          const patch = patchOf(messages, operation);
          const { transcript, inverse, origin } = applyPatch({ messages }, patch);
          const back = applyPatch(transcript, inverse).transcript.messages;
          expect(back).toHaveLength(length);
          back.forEach((message, index) => {
            expect(message).toBe(messages[index]);
          });
          transcript.messages.forEach((message, index) => {
            const source = origin[index] as number;
            if (source >= 0) expect(message).toBe(messages[source]);
            else expect(messages).not.toContain(message);
          });
          const to = destinations(patch, origin, length);
          to.forEach((index, source) => {
            if (index >= 0 && operation.do !== 'change') expect(transcript.messages[index]).toBe(messages[source]);
            else if (index >= 0) expect(index).toBe(source);
            else expect(transcript.messages).not.toContain(messages[source]);
          });
        },
      ),
      { seed: 4, numRuns: 400 },
    );
  });
});

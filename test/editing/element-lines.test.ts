/** Lines of messages in a JSON text: the same as those that a search for each message's own marker gives. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { elementLines } from '@/lib/editing/element-lines';

const value = fc.jsonValue({ maxDepth: 3 });

describe('the lines of elements', () => {
  it.each([
    ['[]', []],
    ['[{}, {}]', [1, 1]],
    ['[\n{},\n\n{}\n]', [2, 4]],
    ['{"tools": [{"messages": [1]}],\n"messages": [\n{"a": "]},\\""},\n[[]], 7]}', [3, 4, 4]],
    ['{"messages": "x", "tools": []}', []],
  ])('%s', (text, lines) => {
    expect(elementLines(text)).toEqual(lines);
  });

  it('are where each element begins, whatever is in them', () => {
    fc.assert(
      fc.property(
        fc.array(value, { maxLength: 8 }),
        fc.array(value),
        fc.integer({ min: 0, max: 3 }),
        (list, tools, indent) => {
          const marked = list.map((one, index) => ({ [`mark-${index}`]: one }));
          const text = JSON.stringify({ tools, messages: marked }, null, indent);
          const expected = marked.map((_, index) => {
            const at = text.indexOf(`"mark-${index}"`);
            const start = text.lastIndexOf('{', at);
            return text.slice(0, start).split('\n').length;
          });
          expect(elementLines(text)).toEqual(expected);
        },
      ),
      { seed: 21, numRuns: 200 },
    );
  });
});

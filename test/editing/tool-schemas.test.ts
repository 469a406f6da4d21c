/** Tool schemas in a form and back: every shape comes back to the letter, and what is wrong is said in the right field. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  newToolDraft,
  type ToolDraft,
  toolDraft,
  toolProblems,
  toolSchema,
  toolsStep,
} from '@/lib/editing/tool-schemas';
import type { ToolSchema } from '@/lib/engine/transcript';

const chat = (name: string): ToolSchema => ({
  type: 'function',
  function: { name, description: 'Reads.', parameters: { type: 'object', properties: {} }, strict: true },
});
const SHAPES: ToolSchema[] = [
  chat('read'),
  { name: 'read', input_schema: { type: 'object' }, cache_control: { type: 'ephemeral' } },
  { type: 'function', name: 'read', description: '', parameters: { type: 'object' }, strict: false },
  { type: 'web_search_preview' },
  { type: 'function', function: { name: 'nothing' } },
];

describe('tool schemas in a form', () => {
  it.each(SHAPES)('%j comes back as it was', (schema) => {
    expect(JSON.stringify(toolSchema(toolDraft(schema)))).toBe(JSON.stringify(schema));
  });

  it('any schema comes back with the same values', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 3 })), (schema) => {
        // JSON itself gives every value; what it cannot say (-0) is not asked for.
        const plain = JSON.parse(JSON.stringify(schema)) as ToolSchema;
        expect(toolSchema(toolDraft(plain))).toEqual(plain);
      }),
      { seed: 12, numRuns: 300 },
    );
  });

  it('a change stays in the shape it was made in, beside what the form does not show', () => {
    const draft = { ...toolDraft(SHAPES[1] ?? {}), name: 'open', parameters: '' };
    expect(toolSchema(draft)).toEqual({ name: 'open', cache_control: { type: 'ephemeral' } });
  });

  it('a new one and a copy have names of their own', () => {
    const first = newToolDraft([]);
    expect(toolProblems([first])).toEqual([]);
    expect(newToolDraft([first]).name).toBe('new_tool_2');
    const copy = newToolDraft([first, { ...first, name: 'read' }], { ...first, name: 'read' });
    expect(copy.name).toBe('read_2');
  });

  it('problems: names, and parameters that are none', () => {
    const with_ = (change: Partial<ToolDraft>): ToolDraft => ({ ...toolDraft(chat('read')), ...change });
    const tools = [
      with_({}),
      with_({}),
      with_({ name: '' }),
      with_({ name: 'two words' }),
      with_({ name: 'a', parameters: '{"type":' }),
      with_({ name: 'b', parameters: '[]' }),
      with_({ name: 'c', parameters: '{}' }),
      with_({ name: 'd', parameters: ' ' }),
      { ...toolDraft({ type: 'x' }), parameters: '7' },
    ];
    expect(toolProblems(tools).map(({ tool, where, broken }) => `${tool} ${where}${broken ? ' broken' : ''}`)).toEqual([
      '1 name',
      '2 name',
      '3 name',
      '4 parameters broken',
      '5 parameters broken',
      '6 parameters',
      '8 parameters broken',
    ]);
  });

  it('a step is called by what was done', () => {
    const [a, b, c] = ['a', 'b', 'c'].map(chat) as [ToolSchema, ToolSchema, ToolSchema];
    expect(toolsStep([a, b], [a, b])).toBeNull();
    expect(toolsStep([a, b], [a, c])).toBe('Edit the tool c');
    expect(toolsStep([a, b], [a, c, b])).toBe('Add the tool c');
    expect(toolsStep([a], [a, b])).toBe('Add the tool b');
    expect(toolsStep([a, b, c], [a, c])).toBe('Remove the tool b');
    expect(toolsStep([a], [])).toBe('Remove the tool a');
    expect(toolsStep([a, b], [b, a])).toBe('Edit the tools');
  });
});

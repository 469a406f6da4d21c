/** Tool schemas as a form sees them: name, description and parameters, whichever provider's form they are in, and what is wrong with them. */

import type { ToolSchema } from '../engine/transcript';

/** Where a schema keeps its fields: inside `function`, or at its top; the last one is no function and has only its JSON. */
type Shape = 'function' | 'flat' | 'other';

/** A tool while it is edited. What the form has no field for stays in `rest`. */
export interface ToolDraft {
  shape: Shape;
  name: string;
  description: string;
  /** JSON text of the parameters; of a tool in another shape, of the whole schema. */
  parameters: string;
  /** The field that holds the parameters. */
  field: 'parameters' | 'input_schema' | 'inputSchema';
  rest: ToolSchema;
}

type JsonObject = { readonly [key: string]: unknown };

const FIELDS = ['parameters', 'input_schema', 'inputSchema'] as const;
const NO_PARAMETERS = { type: 'object', properties: {} };

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function toolDraft(schema: ToolSchema): ToolDraft {
  const shape = isObject(schema.function) ? 'function' : typeof schema.name === 'string' ? 'flat' : 'other';
  const inner = isObject(schema.function) ? schema.function : schema;
  const field = FIELDS.find((name) => inner[name] !== undefined) ?? 'parameters';
  const shown = shape === 'other' ? schema : inner[field];
  return {
    shape,
    name: typeof inner.name === 'string' ? inner.name : '',
    description: typeof inner.description === 'string' ? inner.description : '',
    parameters: shown === undefined ? '' : JSON.stringify(shown, null, 2),
    field,
    rest: schema,
  };
}

/** A tool in the form of Chat Completions, with a name that no other one has. */
export function newToolDraft(others: readonly ToolDraft[], like?: ToolDraft): ToolDraft {
  const base = like?.name || 'new_tool';
  const taken = new Set(others.map(({ name }) => name));
  let name = base;
  for (let number = 2; taken.has(name); number++) name = `${base}_${number}`;
  if (like) return { ...like, name };
  const schema = { type: 'function', function: { name, description: '', parameters: NO_PARAMETERS } };
  return toolDraft(schema);
}

/** The schema again: fields keep their places and what the form does not show; throws a SyntaxError where the JSON is none. */
export function toolSchema(draft: ToolDraft): ToolSchema {
  const { shape, name, description, parameters, field, rest } = draft;
  const text = parameters.trim();
  if (shape === 'other') return JSON.parse(text) as ToolSchema;
  const inner: { [key: string]: unknown } = { ...(shape === 'function' ? (rest.function as JsonObject) : rest), name };
  if (description !== '' || inner.description !== undefined) inner.description = description;
  if (text === '') delete inner[field];
  else inner[field] = JSON.parse(text) as unknown;
  return shape === 'function' ? { ...rest, function: inner } : inner;
}

/** Something wrong with a tool. `where` is the field of the form. */
export interface ToolProblem {
  tool: number;
  where: 'name' | 'parameters';
  text: string;
  /** Whether it keeps the schema from being written at all; others are what providers refuse. */
  broken: boolean;
}

/** As OpenAI and Anthropic demand it. */
const NAME = /^[A-Za-z0-9_-]{1,64}$/;

/** Everything wrong with the tools, in their order. Where parameters are no JSON is for a scanner to tell: here that they are none. */
export function toolProblems(tools: readonly ToolDraft[]): ToolProblem[] {
  const problems: ToolProblem[] = [];
  const names = new Map<string, number>();
  tools.forEach(({ shape, name, parameters }, tool) => {
    const value = jsonOf(parameters);
    if (shape === 'other') {
      if (!isObject(value)) problems.push(wrong(tool, 'parameters', 'A tool schema is a JSON object.', true));
      return;
    }
    const first = names.get(name);
    if (name === '') problems.push(wrong(tool, 'name', 'A tool needs a name.'));
    else if (!NAME.test(name))
      problems.push(wrong(tool, 'name', 'Providers take up to 64 letters, digits, _ and - in a name.'));
    else if (first !== undefined) problems.push(wrong(tool, 'name', `Tool ${first + 1} has this name already.`));
    if (first === undefined) names.set(name, tool);
    if (parameters.trim() === '') return;
    if (value === undefined) problems.push(wrong(tool, 'parameters', 'The parameters are no JSON.', true));
    else if (!isObject(value)) problems.push(wrong(tool, 'parameters', 'The parameters are no JSON object.', true));
    else if (value.type !== 'object')
      problems.push(wrong(tool, 'parameters', 'Providers want "type": "object" at the top of the parameters.'));
  });
  return problems;
}

function wrong(tool: number, where: ToolProblem['where'], text: string, broken = false): ToolProblem {
  return { tool, where, text, broken };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What a change of the tools is called in the history. */
export function toolsStep(before: readonly ToolSchema[], after: readonly ToolSchema[]): string | null {
  const old = before.map((tool) => JSON.stringify(tool));
  const now = after.map((tool) => JSON.stringify(tool));
  if (old.length === now.length && old.every((tool, at) => tool === now[at])) return null;
  const nameOf = (tools: readonly ToolSchema[], at: number) => toolDraft(tools[at] ?? {}).name || `tool ${at + 1}`;
  const changed = now.flatMap((tool, at) => (tool === old[at] ? [] : [at]));
  if (old.length === now.length && changed.length === 1) return `Edit the tool ${nameOf(after, changed[0] as number)}`;
  if (now.length === old.length + 1) {
    const at = changed[0] ?? 0;
    if (old.slice(at).every((tool, place) => tool === now[at + 1 + place])) return `Add the tool ${nameOf(after, at)}`;
  }
  if (old.length === now.length + 1) {
    const at = old.findIndex((tool, place) => tool !== now[place]);
    if (now.slice(at).every((tool, place) => tool === old[at + 1 + place]))
      return `Remove the tool ${nameOf(before, at)}`;
  }
  return 'Edit the tools';
}

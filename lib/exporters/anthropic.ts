/** Anthropic Messages: a request's system, messages and tools; every result in the user turn right after its call. */

import type { Exporter } from './exporter';
import { argumentsJson, asJson, jsonFile, withField } from './json-pieces';
import { plainTools } from './tool-schemas';
import { type Part, type Turn, turnLosses, turnsOf } from './turns';

export const anthropic: Exporter = {
  id: 'anthropic',
  label: 'Anthropic Messages',
  extension: 'json',
  losses: (transcript) => turnLosses(transcript, turnsOf(transcript, 'arrival'), true),
  *write(transcript) {
    const { system, turns } = turnsOf(transcript, 'arrival');
    const tools = plainTools(transcript).map(({ name, description, parameters }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      input_schema: parameters ?? { type: 'object' },
    }));
    const blocks = system.map((text) => ({ type: 'text', text }));
    yield* jsonFile([
      ...(system.length === 0 ? [] : [['system', JSON.stringify(system.length === 1 ? system[0] : blocks)] as const]),
      ['messages', messages(turns)],
      ...(tools.length === 0 ? [] : [['tools', asJson(tools)] as const]),
    ]);
  },
};

function* messages(turns: readonly Turn[]): Generator<string> {
  for (const { side, parts } of turns) {
    const role = side === 'user' ? 'user' : 'assistant';
    const [first] = parts;
    if (parts.length === 1 && first?.kind === 'text') yield JSON.stringify({ role, content: first.text });
    else yield withField({ role }, 'content', `[${parts.map(block).join(',')}]`);
  }
}

function block(part: Part): string {
  switch (part.kind) {
    case 'text':
      return JSON.stringify({ type: 'text', text: part.text });
    case 'result':
      return JSON.stringify({
        type: 'tool_result',
        tool_use_id: part.call.id,
        content: part.text,
        ...(part.failed ? { is_error: true } : {}),
      });
    default: {
      const { name, arguments: text } = part.call.call.function;
      return withField({ type: 'tool_use', id: part.call.id, name }, 'input', argumentsJson(text));
    }
  }
}

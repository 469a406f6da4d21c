/** Gemini: systemInstruction, contents and function declarations; calls and responses pair by name and order, without ids. */

import type { Exporter } from './exporter';
import { argumentsJson, asJson, jsonFile, withField } from './json-pieces';
import { plainTools } from './tool-schemas';
import { type Part, type Turn, turnLosses, turnsOf } from './turns';

export const gemini: Exporter = {
  id: 'gemini',
  label: 'Gemini',
  extension: 'json',
  losses(transcript) {
    const found = turnsOf(transcript, 'call');
    const calls = found.pairing.calls.length > 0;
    return [
      ...(calls ? ['Left out: the ids of calls; they pair with their results by name and order.'] : []),
      ...turnLosses(transcript, found, false),
    ];
  },
  *write(transcript) {
    const { system, turns } = turnsOf(transcript, 'call');
    const declarations = plainTools(transcript).map(({ name, description, parameters }) => ({
      name,
      ...(description === undefined ? {} : { description }),
      ...(parameters === undefined ? {} : { parameters }),
    }));
    const instruction = { parts: system.map((text) => ({ text })) };
    yield* jsonFile([
      ...(system.length === 0 ? [] : [['systemInstruction', JSON.stringify(instruction)] as const]),
      ['contents', contents(turns)],
      ...(declarations.length === 0 ? [] : [['tools', asJson([{ functionDeclarations: declarations }])] as const]),
    ]);
  },
};

/** Responses are a content of their own: their number is held against that of the calls. */
function* contents(turns: readonly Turn[]): Generator<string> {
  for (const { side, parts } of turns) {
    const role = side === 'user' ? 'user' : 'model';
    const responses = parts.filter((part) => part.kind === 'result');
    const others = parts.filter((part) => part.kind !== 'result');
    for (const group of [responses, others]) {
      if (group.length > 0) yield withField({ role }, 'parts', `[${group.map(written).join(',')}]`);
    }
  }
}

function written(part: Part): string {
  if (part.kind === 'text') return JSON.stringify({ text: part.text });
  const { name, arguments: text } = part.call.call.function;
  if (part.kind === 'result') {
    // Gemini's own keys for what a function returned, and for what went wrong.
    const response = part.failed ? { error: part.text } : { output: part.text };
    return JSON.stringify({ functionResponse: { name, response } });
  }
  return `{"functionCall":${withField({ name }, 'args', argumentsJson(text))}}`;
}

/** Tool schemas taken apart: name, description and parameters, whichever provider's form they are in. */

import type { ToolSchema, Transcript } from '../engine/transcript';
import { leftOut } from './losses';

export interface PlainTool {
  name: string;
  description?: string;
  /** JSON schema of the arguments. */
  parameters?: unknown;
  strict?: boolean;
}

function isRecord(value: unknown): value is { readonly [key: string]: unknown } {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Null for what is no function (a provider's own tool, say). */
function plainTool(schema: ToolSchema): PlainTool | null {
  const inner = isRecord(schema.function) ? schema.function : schema;
  if (typeof inner.name !== 'string' || inner.name === '') return null;
  const parameters = inner.parameters ?? inner.input_schema ?? inner.inputSchema;
  return {
    name: inner.name,
    ...(typeof inner.description === 'string' ? { description: inner.description } : {}),
    ...(parameters === undefined ? {} : { parameters }),
    ...(typeof inner.strict === 'boolean' ? { strict: inner.strict } : {}),
  };
}

export function plainTools({ tools = [] }: Transcript): PlainTool[] {
  return tools.map(plainTool).filter((tool) => tool !== null);
}

export function toolLosses(transcript: Transcript): string[] {
  const other = (transcript.tools?.length ?? 0) - plainTools(transcript).length;
  return leftOut(other, 'tool schema', ' without a function name');
}

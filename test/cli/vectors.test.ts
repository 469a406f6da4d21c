/** The golden vectors of every registered system, pushed through `palimpsest run --json` as JSONL scenarios. */

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SYSTEMS } from '@/lib/systems/registry';
import { captured } from './captured';

interface Call {
  before: number | null;
  window: WindowItem[];
  events: unknown[];
  [figure: string]: unknown;
}
interface Expected {
  limit?: number;
  calls: Call[];
  appends: { [figure: string]: unknown }[];
  summaries: number;
}
interface Vector {
  system: string;
  config: object;
  summarizer: string | null;
  transcript: object;
  expect: Expected;
}

/** The figures that the vectors have; the command prints more. */
function only<T extends object>(given: T, wanted: object): Partial<T> {
  return Object.fromEntries(Object.entries(given).filter(([name]) => Object.hasOwn(wanted, name))) as Partial<T>;
}

type WindowItem = number | { role: string; content?: string | null };

/** Absent and null content are the same thing. */
function withContent(item: WindowItem): WindowItem {
  return typeof item === 'number' ? item : { content: null, ...item };
}

/** Where the vectors hold a place only (`STATE`, `SUMMARY:` and its text), the wording around it is the system's own. */
function inTheirWords(item: WindowItem, wanted: WindowItem | undefined): WindowItem {
  if (typeof item === 'number' || typeof wanted !== 'object' || typeof wanted.content !== 'string')
    return withContent(item);
  const held = wanted.content === 'STATE' || isSummaryOf(wanted.content, item.content ?? '');
  return { ...item, content: held ? wanted.content : (item.content ?? null) };
}

function isSummaryOf(placeholder: string, content: string): boolean {
  return placeholder.startsWith('SUMMARY:') && content.endsWith(placeholder.slice('SUMMARY:'.length));
}

const files = SYSTEMS.map((system) => [system.id, `test/vectors/${system.id}.json`] as const).filter(([, file]) =>
  existsSync(file),
);

describe.each(files)('%s', (_system, file) => {
  const vectors: Vector[] = JSON.parse(readFileSync(file, 'utf8'));
  const scenarios = vectors.map(({ system, config, summarizer, transcript }, number) =>
    JSON.stringify({
      palimpsest: 1,
      title: `case ${number}`,
      counter: 'words',
      transcript,
      lanes: [{ name: 'as published', system, config, guards: false, summarizer: { kind: 'fixed', text: summarizer } }],
    }),
  );

  it('prints what the vectors expect, case by case', async () => {
    const { code, out, error } = await captured(['run', '--json', '-'], scenarios.join('\n'));
    expect(code, error).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(vectors.length);
    for (const [number, line] of lines.entries()) {
      const printed: Expected & { scenario: string } = JSON.parse(line);
      const wanted = (vectors[number] as Vector).expect;
      expect(printed.scenario).toBe(`case ${number}`);
      const calls = printed.calls.map((call, position) => ({
        ...only(call, wanted.calls[position] ?? {}),
        window: call.window.map((item, at) => inTheirWords(item, wanted.calls[position]?.window[at])),
      }));
      const appends = printed.appends.map((append, position) => only(append, wanted.appends[position] ?? {}));
      expect({ ...only(printed, wanted), calls, appends }, `case ${number}`).toEqual({
        ...wanted,
        calls: wanted.calls.map((call) => ({ ...call, window: call.window.map(withContent) })),
      });
    }
  });
});

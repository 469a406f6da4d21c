// Mutation fuzz: whatever is done to the bytes of a fixture, reading ends in a report or an ImportError.

import { describe, expect, it } from 'vitest';
import { ROLES } from '@/lib/engine/transcript';
import { ImportError } from '@/lib/importers/import-error';
import type { ImportReport } from '@/lib/importers/importer';
import { fixture, fixtureNames, gzip, read } from './support';

const SEEDS = 300;
const INSERTS = [
  '"',
  '\\',
  '{',
  '}',
  '[',
  ']',
  '\n',
  ',',
  '\0',
  '\uFEFF',
  '\u00ff',
  '{"__proto__":1}',
  '"role":',
  'null',
  '1e999',
  '[[[[',
  '{"role":"user","content":"x"}',
  '\ud83d',
];

/** A small generator with a seed, so that a failure can be repeated. */
function random(seed: number): (below: number) => number {
  let state = seed * 2654435761 + 1;
  return (below) => {
    state = (Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9) | 0;
    return ((state ^ (state >>> 13)) >>> 0) % below;
  };
}

function mutate(bytes: Uint8Array, seed: number): Uint8Array {
  const next = random(seed);
  let all = [...bytes];
  for (let step = next(3) + 1; step > 0; step--) {
    const at = next(all.length + 1);
    switch (next(6)) {
      case 0:
        all[at] = next(256);
        break;
      case 1:
        all = [...all.slice(0, at), ...all.slice(at + next(200))];
        break;
      case 2:
        all = [...all.slice(0, at), ...new TextEncoder().encode(INSERTS[next(INSERTS.length)]), ...all.slice(at)];
        break;
      case 3:
        all = [...all.slice(0, at), ...all.slice(next(all.length + 1)), ...all.slice(at)].slice(0, 100_000);
        break;
      case 4:
        all = all.slice(0, Math.max(1, at));
        break;
      default: {
        const value = all.findIndex((byte, index) => index >= at && byte === 58);
        if (value >= 0)
          all = [
            ...all.slice(0, value + 1),
            ...new TextEncoder().encode(['7', 'null', '[]', '{}', '"x"', 'true'][next(6)]),
            ...all.slice(value + 1),
          ];
      }
    }
  }
  const mutated = Uint8Array.from(all);
  return next(12) === 0 ? gzip(mutated).slice(0, next(mutated.length + 1)) : mutated;
}

function checkReport(report: ImportReport): void {
  expect(report.conversations.length).toBeGreaterThan(0);
  expect(new Set(report.conversations.map(({ id }) => id)).size).toBe(report.conversations.length);
  for (const { messages, boundaries, usage, title } of report.conversations) {
    expect([...title].length).toBeLessThanOrEqual(60);
    for (const message of messages) {
      expect(ROLES).toContain(message.role);
      expect(message.content === null || typeof message.content === 'string').toBe(true);
      for (const call of message.tool_calls ?? []) {
        expect([typeof call.id, call.type, typeof call.function.name, typeof call.function.arguments]).toEqual([
          'string',
          'function',
          'string',
          'string',
        ]);
      }
    }
    for (const { before } of boundaries) expect(before).toBeLessThan(messages.length);
    for (const { message } of usage) expect(messages[message]?.role).toBe('assistant');
  }
}

describe('fuzz', { timeout: 120_000 }, () => {
  it.each(fixtureNames)(`%s: ${SEEDS} mutations end in a report or an ImportError`, async (name) => {
    const bytes = fixture(name);
    let reports = 0;
    for (let seed = 1; seed <= SEEDS; seed++) {
      try {
        checkReport(await read(mutate(bytes, seed), {}, name));
        reports++;
      } catch (error) {
        if (!(error instanceof ImportError)) throw new Error(`seed ${seed}`, { cause: error });
        expect(error.remedy).not.toBe('');
      }
    }
    expect(reports).toBeGreaterThan(SEEDS / 20);
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each(['openai-chat', 'claude-code', 'scenario'])(
    '%s chosen by hand survives every other fixture',
    async (format) => {
      for (const name of fixtureNames) {
        for (let seed = 1; seed <= 20; seed++) {
          try {
            checkReport(await read(mutate(fixture(name), seed), { format }, name));
          } catch (error) {
            if (!(error instanceof ImportError)) throw new Error(`${name}, seed ${seed}`, { cause: error });
          }
        }
      }
    },
  );
});

/** The house's checks hold for the project as it stands, and each of them sees the fault it is there for. */
import { describe, expect, it } from 'vitest';
import { ARROWS, arrowProblems, cycleProblems, roomOf } from './arrows';
import { barrelProblems, nameProblems, openingProblems, packageProblems, sizeProblems } from './house';
import { type Module, type Problem, parseProject, readProject } from './modules';

const CHECKS: Record<string, (modules: readonly Module[]) => Problem[]> = {
  'every import follows an arrow': arrowProblems,
  'no import cycles': cycleProblems,
  'no barrels': barrelProblems,
  'packages stay in their rooms': packageProblems,
  'no network, no HTML sinks, a pure engine': nameProblems,
  'every file opens with a sentence': openingProblems,
  'no file over 300 lines': sizeProblems,
};
const project = readProject();
const told = (problems: readonly Problem[]) =>
  problems.map(({ file, line, problem, fix }) => `${file}:${line} ${problem}; fix: ${fix}`);

describe('the project', () => {
  it.each(Object.entries(CHECKS))('%s', (_name, check) => {
    expect(told(check(project))).toEqual([]);
  });

  it('is read at all: the engine, this test and every room that has files have arrows', () => {
    const paths = project.map((module) => module.path);
    expect(paths).toContain('lib/engine/transcript.ts');
    expect(paths).toContain('test/architecture/arrows.test.ts');
    expect(project.find((module) => module.path === 'test/architecture/arrows.test.ts')?.imports).toHaveLength(4);
  });
});

/** A project written as text: path to source, each file opened with a sentence that is not under test. */
function made(files: Record<string, string>): Module[] {
  return parseProject(new Map(Object.entries(files)));
}
const found = (check: (modules: readonly Module[]) => Problem[], files: Record<string, string>) =>
  check(made(files)).map(({ file, line, problem }) => `${file}:${line} ${problem}`);

describe('arrows', () => {
  it.each([
    ['lib/engine/a.ts', "import { b } from '../systems/b';", 'engine imports systems'],
    ['lib/systems/a.ts', "import { b } from '../tokenizers/registry';", 'systems imports tokenizers/registry'],
    ['lib/systems/registry.ts', "import { b } from '../metrics/b';", 'systems/registry imports metrics'],
    ['lib/scenario/a.ts', "import { b } from '../tokenizers/registry';", 'scenario imports tokenizers/registry'],
    ['lib/storage/a.ts', "import { b } from '../engine/b';", 'storage imports engine'],
    ['lib/store/a.ts', "import { b } from '@/lib/worker/jobs';", 'store imports worker/jobs'],
    ['lib/worker/client.ts', "export { b } from './jobs';", 'worker/client imports worker/jobs'],
    ['lib/worker/client.ts', "import { b } from '../engine/b';", 'worker/client imports engine'],
    ['components/panels/a.tsx', "const b = await import('@/lib/worker/client');", 'components imports worker/client'],
    ['components/panels/a.tsx', "type B = import('@/lib/storage/b').B;", 'components imports storage'],
    ['components/panels/a.tsx', "import '@/app/globals.css';", 'components imports app'],
    ['app/page.tsx', "import { b } from '@/lib/engine/b';", 'app imports engine'],
    ['lib/cli/a.ts', "export * from '../store/b';", 'cli imports store'],
    ['lib/site/a.mjs', "import '../engine/b';", 'site imports engine'],
    ['lib/engine/a.ts', "import { b } from '../../test/b';", 'engine imports test/b'],
    ['lib/store/a.ts', "new Worker(new URL('../worker/x.worker.ts', import.meta.url));", 'store imports worker/shell'],
    ['lib/helpers/a.ts', 'export const a = 1;', 'lib/helpers is no room of the house'],
  ])('%s with %s', (file, source, problem) => {
    const problems = found(arrowProblems, { [file]: `\n${source}` });
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(problem);
  });

  it('lets types through where the table says types', () => {
    expect(found(arrowProblems, { 'lib/storage/a.ts': "import type { B } from '../engine/b';" })).toEqual([]);
    expect(found(arrowProblems, { 'lib/worker/protocol.ts': "export type { B } from '../metrics/b';" })).toEqual([]);
    // A list of inline types still loads the module, and so is no type import.
    expect(found(arrowProblems, { 'lib/storage/a.ts': "import { type B } from '../engine/b';" })).toHaveLength(1);
  });

  it('follows every arrow that the table names, and names only rooms', () => {
    for (const { values, types = [] } of Object.values(ARROWS)) {
      for (const room of [...values, ...types]) expect(Object.keys(ARROWS)).toContain(room);
    }
    expect(roomOf('lib/systems/managed-window/memory.ts')).toBe('systems');
    expect(roomOf('lib/worker/engine.worker.ts')).toBe('worker/shell');
    expect(roomOf('lib/worker/jobs/replay.ts')).toBe('worker/jobs');
    expect(roomOf('test/a.ts')).toBeUndefined();
  });

  it('does not take the text of comments and strings for imports', () => {
    const source =
      "// import { b } from '../store/b';\nconst a = \"import '../store/b'\";\nconst t = `import('../store/b')`;";
    expect(found(arrowProblems, { 'lib/engine/a.ts': source })).toEqual([]);
  });
});

describe('cycles', () => {
  it('names the whole way round, types included', () => {
    const files = {
      'lib/engine/a.ts': "import { b } from './b';",
      'lib/engine/b.ts': "\nimport type { c } from '@/lib/engine/c';",
      'lib/engine/c.ts': "export { a } from './a.ts';",
      'lib/engine/d.ts': "import { a } from './a';",
    };
    expect(found(cycleProblems, files)).toEqual([
      'lib/engine/c.ts:1 import cycle: lib/engine/a.ts -> lib/engine/b.ts -> lib/engine/c.ts -> lib/engine/a.ts',
    ]);
  });

  it('a file reached twice is no cycle; a file that imports itself is', () => {
    expect(
      found(cycleProblems, {
        'lib/engine/a.ts': "import './b';\nimport './c';",
        'lib/engine/b.ts': "import './d';",
        'lib/engine/c.ts': "import './d';",
        'lib/engine/d.ts': '',
      }),
    ).toEqual([]);
    expect(found(cycleProblems, { 'lib/engine/a.ts': "import './a';" })).toHaveLength(1);
  });
});

describe('the house', () => {
  it('counts lines: 300 stand, 301 do not', () => {
    const lines = (count: number) => 'x();\n'.repeat(count);
    expect(found(sizeProblems, { 'lib/engine/a.ts': lines(300) })).toEqual([]);
    expect(found(sizeProblems, { 'lib/engine/a.ts': lines(301), 'app/a.css': lines(301) })).toHaveLength(2);
  });

  it.each([
    ['/** Reads a transcript from its text. */\nx();', true],
    ['/**\n * Reads a transcript\n * from its text.\n */', true],
    ["'use client';\n\n// Draws the curve of pressure.\nx();", true],
    ['#!/usr/bin/env node\n// Runs the command line tool.\nx();', true],
    ['x(); // Reads a transcript from its text.', false],
    ['/** Utilities */\nx();', false],
    ['x();', false],
  ])('an opening sentence: %j', (source, stands) => {
    expect(found(openingProblems, { 'lib/engine/a.ts': source })).toHaveLength(stands ? 0 : 1);
  });

  it('sees barrels', () => {
    expect(found(barrelProblems, { 'lib/engine/all.ts': "export * from './a';" })).toHaveLength(1);
    expect(found(barrelProblems, { 'lib/engine/index.ts': "export { a } from './a';" })).toHaveLength(1);
    expect(found(barrelProblems, { 'lib/engine/a.ts': "export { b } from './b';" })).toEqual([]);
  });

  it.each([
    ['lib/engine/a.ts', "import fs from 'node:fs';", 1],
    ['lib/store/selectors.ts', "import { useMemo } from 'react';", 1],
    ['lib/store/use-store.ts', "import { useMemo } from 'react';", 0],
    ['lib/systems/a.ts', "import 'recharts/es6';", 1],
    ['lib/importers/a.ts', "import { Buffer } from 'node:buffer';", 1],
    ['lib/cli/a.ts', "import fs from 'node:fs';", 0],
    ['components/ui/a.tsx', "import { Dialog } from 'radix-ui';", 0],
    ['components/ui/a.tsx', "import fs from 'node:fs';", 1],
  ])('packages: %s with %s', (file, source, count) => {
    expect(found(packageProblems, { [file]: source })).toHaveLength(count);
  });

  it.each([
    ['lib/metrics/a.ts', "fetch('/x');", 1],
    ['lib/metrics/a.ts', "self.fetch('/x');", 1],
    ['lib/metrics/a.ts', "globalThis['fetch']('/x');", 1],
    ['lib/metrics/a.ts', 'const { fetch: send } = window;', 1],
    ['components/ui/a.tsx', "navigator.sendBeacon('/x');", 1],
    ['components/ui/a.tsx', 'new WebSocket("ws://x");', 1],
    ['lib/store/samples.ts', "fetch('/samples/x.json');", 0],
    ['lib/metrics/a.ts', "// fetch('/x')\nconst a = 'fetch';", 0],
    ['components/ui/a.tsx', 'const a = <p dangerouslySetInnerHTML={{ __html: x }} />;', 1],
    ['components/ui/a.tsx', 'element.innerHTML = x;', 1],
    ['lib/engine/a.ts', 'const a = Math.random();', 1],
    ['lib/engine/a.ts', 'const a = Date.now();', 1],
    ['lib/systems/a.ts', 'const a = Math.floor(1.5);', 0],
  ])('names: %s with %s', (file, source, count) => {
    expect(found(nameProblems, { [file]: source })).toHaveLength(count);
  });

  it('says how to mend each', () => {
    const source = "import fs from 'node:fs';\nexport * from '../store/b';\nfetch('/x');";
    const modules = made({ 'lib/metrics/a.ts': source });
    const problems = Object.values(CHECKS).flatMap((check) => check(modules));
    expect(problems.length).toBeGreaterThanOrEqual(5);
    for (const { fix } of problems) expect(fix.length).toBeGreaterThan(20);
  });
});

/** The installed command as a process: from any directory, through pipes, and with a reader that goes away. */

import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Folder, newFolder } from './captured';

const bin = resolve('lib/cli/palimpsest.mjs');
let folder: Folder;
let many: string;

beforeAll(() => {
  folder = newFolder();
  const vectors: { transcript: object; config: object }[] = JSON.parse(
    readFileSync('test/vectors/managed-window.json', 'utf8'),
  );
  const scenarios = vectors.map(({ transcript, config }) =>
    JSON.stringify({ palimpsest: 1, counter: 'words', transcript, lanes: [{ system: 'managed-window', config }] }),
  );
  many = folder.file('many.jsonl', scenarios.join('\n'));
});
afterAll(() => folder.remove());

interface Ended {
  code: number | null;
  out: string;
  error: string;
}

/** `leave` closes the reading end once something has come. */
function ran(argv: readonly string[], { stdin = '', leave = false } = {}): Promise<Ended> {
  const child = spawn(process.execPath, [bin, ...argv], { cwd: dirname(many) });
  let out = '';
  let error = '';
  child.stdout.on('data', (chunk) => {
    out += chunk;
    if (leave) child.stdout.destroy();
  });
  child.stderr.on('data', (chunk) => {
    error += chunk;
  });
  child.stdin.end(stdin);
  return new Promise((done) => child.on('close', (code) => done({ code, out, error })));
}

it('runs from another directory, with a relative name', async () => {
  const { code, out } = await ran(['run', '--json', 'many.jsonl']);
  expect(code).toBe(0);
  const lines = out.trimEnd().split('\n');
  expect(lines).toHaveLength(30);
  for (const line of lines) expect(JSON.parse(line).system).toBe('managed-window');
});

it('reads standard input', async () => {
  const stdin = JSON.stringify([{ role: 'user', content: 'hello' }]);
  const { code, out, error } = await ran(['inspect', '--json', '-'], { stdin });
  expect([code, error]).toEqual([0, '']);
  expect(JSON.parse(out)).toEqual({
    format: 'openai-chat',
    conversations: [{ title: 'hello', messages: 1, toolCalls: 0, toolResults: 0, tokens: 5 }],
    skipped: [],
  });
});

it('ends with 2 and a message where the input cannot be used', async () => {
  expect(await ran(['run', 'none.json'])).toEqual({
    code: 2,
    out: '',
    error: 'none.json: There is no such file. Check the name and the folder it is in.\n',
  });
});

it('ends quietly when its reader goes away', async () => {
  const { code, error } = await ran(['run', '--json', 'many.jsonl'], { leave: true });
  expect(code).toBe(0);
  expect(error.split('\n').filter((line) => line !== '' && !line.startsWith('warning: '))).toEqual([]);
});

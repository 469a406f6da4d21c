/** `inspect --pin-rules`: what rules would protect stands in the table and in the JSON, beside the other pins. */

import { afterAll, beforeAll, expect, it } from 'vitest';
import { transcriptFrom } from '../fixtures/transcript-text';
import { captured, type Folder, newFolder } from './captured';

let folder: Folder;
let session: string;
beforeAll(() => {
  folder = newFolder();
  session = folder.file(
    'session.json',
    transcriptFrom(`
      system:    You fix bugs.
      user:      Fix the login.
      assistant: -> run_tests#c1({})
      tool c1:   1 failed
      assistant: -> run_tests#c2({})
      tool c2:   all passed
      user:      Thanks.
      assistant: Done.
    `).messages,
  );
});
afterAll(() => folder.remove());

const rules = JSON.stringify([
  { id: 'tests', on: true, match: { tool: 'run_tests' }, keep: { latest: 1 } },
  { id: 'off', on: false, match: { role: 'assistant' }, keep: 'all' },
]);
const inspected = (...argv: string[]) => captured(['inspect', session, '--keep-recent', '0', ...argv]);

it('names the newest result of the tool, and its group, in the JSON', async () => {
  const { code, out, error } = await inspected('--json', '--pins', '--pin-rules', rules);
  expect([code, error]).toEqual([0, '']);
  const { pins } = JSON.parse(out).conversations[0];
  const byRule = pins.filter((pin: { rules: string[] }) => pin.rules.includes('rule tests'));
  expect(byRule.map((pin: { message: number }) => pin.message)).toContain(5);
  expect(byRule.map((pin: { message: number }) => pin.message)).not.toContain(3);
  expect(out).not.toContain('rule off');
  // Without rules: the instructions, the task, and the newest message, which always stays.
  const without = JSON.parse((await inspected('--json', '--pins')).out).conversations[0].pins;
  expect(without.map((pin: { message: number }) => pin.message)).toEqual([0, 1, 7]);
});

it('names the rule in the table, and counts what it protects', async () => {
  const { out } = await inspected('--pin-rules', rules);
  expect(out).toMatch(/^ *5 {2}tool .* rule: \S+ .*all passed$/m);
  expect(out).not.toMatch(/^ *3 {2}tool .* rule: /m);
});

it.each([
  ['[', /--pin-rules is no JSON/],
  [JSON.stringify([{ id: 'x', on: true, match: { regex: '(' }, keep: 'all' }]), /--pin-rules: /],
  [JSON.stringify([{ id: 'x', on: true, match: {}, keep: 3 }]), /--pin-rules: /],
])('%s is refused', async (text, message) => {
  const { code, out, error } = await inspected('--pin-rules', text);
  expect([code, out]).toEqual([2, '']);
  expect(error).toMatch(message);
});

// Files that hold a conversation in a form that is not read: named for what they are, with a way on.

import { expect, it } from 'vitest';
import { read, refusal } from './support';

const VSCODE = {
  version: 3,
  requesterUsername: 'ada',
  requests: [{ message: { text: 'Mend it' }, response: [{ value: 'Done.' }] }],
};
const CONTINUE = { history: [{ message: { role: 'user', content: 'hi' }, contextItems: [] }], sessionId: '1' };

it.each([
  ['VS Code', JSON.stringify(VSCODE), 'a chat session of VS Code', 'session file of the agent'],
  ['VS Code, as a log of changes', JSON.stringify({ kind: 0, v: VSCODE }), 'a chat session of VS Code', 'session file'],
  ['Continue', JSON.stringify(CONTINUE), 'a session of Continue', "jq '[.history[].message]'"],
  [
    'Continue, its list',
    JSON.stringify([{ sessionId: '1', title: 't', dateCreated: '1' }]),
    'a list of sessions',
    'one of them',
  ],
  ['a HAR file', JSON.stringify({ log: { entries: [] } }), 'a HAR file', 'request payload'],
  ['a table', 'role,content\nuser,hello\n', 'a table with a column of speakers', 'Tables are not read'],
  ['YAML', 'messages:\n  - role: user\n    content: hi\n', 'YAML', 'yq'],
  ['plain text', 'User: hello\nAssistant: hi there\n', 'a chat copied as plain text', 'Write a new one'],
  ['a database', 'SQLite format 3\u0000', 'an SQLite database', 'opencode export'],
  ['a ZIP archive', 'PK\u0003\u0004 and more', 'a ZIP archive', 'conversations.json'],
])('%s', async (_, text, what, remedy) => {
  const error = await refusal(text);
  expect(error.message).toContain(`This is ${what}`);
  expect(error.message).toContain(remedy);
});

it('what the advice for Continue makes is read', async () => {
  const made = CONTINUE.history.map(({ message }) => message);
  expect((await read(JSON.stringify(made))).conversations[0]?.messages).toEqual([{ role: 'user', content: 'hi' }]);
});

it('text that only mentions roles is still only text', async () => {
  for (const text of ['The role of the user, and more.', 'Note: one colon.\nSystem: none.'])
    expect((await refusal(text)).message).toContain('This is no transcript: it looks like plain text.');
});

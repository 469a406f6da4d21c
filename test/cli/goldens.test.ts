/** What the commands print, held as text files that a person can review; `npx vitest -u` writes them anew. */

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { transcriptFrom } from '../fixtures/transcript-text';
import { captured, type Folder, newFolder } from './captured';

const session = transcriptFrom(`
  system:    You keep the billing service healthy. Say what you decided.
  user:      TASK: find out why invoices are sent twice, and stop it.
  assistant: Looking at the worker. -> read_file#c1({"path":"src/jobs/send.py"}) -> search#c2({"query":"send_invoice"})
  tool c1:   def send(invoice):\\n    queue.put(invoice)  # retried on timeout ×12
  tool c2:   src/jobs/send.py:14 send_invoice(id)\\nsrc/api/hooks.py:88 send_invoice(id)
  user:      Actually, leave src/api/hooks.py alone. 実は別チームのものです 🙂.
  assistant: I decided to make send_invoice idempotent by invoice id. -> run_tests#c3({"path":"tests/billing"})
  tool c3:   Error: test_send_twice failed with code 1
  assistant: The retry in src/jobs/send.py puts the invoice in the queue again after 30 seconds.
  user:      Fix it.
  assistant: Done: a unique key on (invoice_id, attempt) in the queue. -> run_tests#c4({"path":"tests/billing"})
  tool c4:   12 passed
  assistant: All 12 tests pass. Invoices are sent once.
`);
const tools = [{ type: 'function', function: { name: 'read_file', parameters: { type: 'object' } } }];
const scenario = {
  palimpsest: 1,
  title: 'sent twice',
  transcript: { ...session, tools },
  lanes: [
    {
      name: 'small window',
      system: 'managed-window',
      config: { window: 400, ratio: 1, reserveCompletion: 0, maxToolTokens: 40, keepRecent: 2 },
      summarizer: { kind: 'fixed', text: 'S{n} of {count}' },
    },
    { name: 'everything', system: 'none', config: { window: 400 } },
  ],
};

/** A call that is passed over, a time, reasoning, and usage beside it. */
const recorded = transcriptFrom(`
  user:      Which port?
  assistant: -> read_file#c1({"path":"config.yaml"})
  user:      Never mind.
  assistant: Port 8080.
`).messages.map((message) =>
  message.content === 'Port 8080.'
    ? { ...message, reasoning: 'The default.', timestamp: '2026-03-01T09:30:00Z' }
    : message,
);

let folder: Folder;
beforeAll(() => {
  folder = newFolder();
  folder.file('session.json', { messages: session.messages, tools });
  folder.file('recorded.json', { messages: recorded, usage: { prompt_tokens: 40, completion_tokens: 9 } });
  folder.file('private.json', [
    { role: 'user', content: 'cd /home/kestrel7; ping 10.2.3.4 for Heron as jo@acme-bank.io' },
  ]);
  folder.file('twice.palimpsest.json', scenario);
  folder.file('several.jsonl', [scenario, { ...scenario, title: null }].map((one) => JSON.stringify(one)).join('\n'));
  folder.file(
    'chats.jsonl',
    `${JSON.stringify(session.messages)}\n{"messages": [{"role": "user", "content": "hi"}]}\n{"cut": `,
  );
});
afterAll(() => folder.remove());

/** Output and errors of a command line; words that name a file of the folder are given its place. */
async function printed(line: string): Promise<string> {
  const argv = line
    .split(' ')
    .map((word) => (/\.jsonl?$/.test(word) ? folder.file('x', '').replace(/x$/, word) : word));
  const { code, out, error } = await captured(argv);
  const text = [`$ palimpsest ${line}`, out.trimEnd(), ...(error === '' ? [] : ['stderr:', error]), `exit ${code}`];
  return `${folder.without(text.join('\n'))}\n`;
}

describe('output', () => {
  it.each([
    ['help', '--help'],
    ['help-inspect', 'inspect --help'],
    ['help-simulate', 'simulate --help'],
    ['help-run', 'run --help'],
    ['help-convert', 'convert --help'],
    ['inspect', 'inspect session.json --window 400 --ratio 1 --reserve-completion 0'],
    ['inspect-several', 'inspect chats.jsonl --conversation 2'],
    ['inspect-json', 'inspect --json chats.jsonl'],
    ['inspect-pins', 'inspect --json --pins --keep-recent 2 chats.jsonl'],
    ['inspect-scenario', 'inspect --json twice.palimpsest.json'],
    ['convert-openai-chat', 'convert twice.palimpsest.json --to openai-chat'],
    ['convert-scenario', 'convert session.json --to scenario'],
    ['convert-anthropic', 'convert recorded.json --to anthropic'],
    ['convert-openai-responses', 'convert recorded.json --to openai-responses'],
    ['convert-gemini', 'convert recorded.json --to gemini'],
    ['convert-markdown', 'convert recorded.json --to markdown'],
    ['convert-langchain', 'convert recorded.json --to langchain'],
    ['convert-vercel', 'convert recorded.json --to vercel'],
    ['convert-sharegpt', 'convert recorded.json --to sharegpt'],
    ['convert-redacted', 'convert private.json --to openai-chat --redact --hide heron'],
    ['convert-structure', 'convert session.json --to openai-chat --structure-only'],
    [
      'convert-window',
      'convert session.json --to openai-chat --call 5 --system message-cap --config {"maxMessages":4}',
    ],
    ['convert-curl', 'convert recorded.json --to anthropic --curl'],
    ['convert-curl-markdown', 'convert recorded.json --to markdown --curl'],
    ['convert-window-beyond', 'convert session.json --to openai-chat --call 99'],
    ['convert-config-wrong', 'convert session.json --to openai-chat --call 1 --config {"window":0}'],
    ['convert-system-alone', 'convert session.json --to openai-chat --system none'],
    ['convert-first-of-several', 'convert chats.jsonl --to markdown --out first.json'],
    ['convert-second-of-several', 'convert chats.jsonl --to openai-chat --conversation 2'],
    ['simulate', 'simulate --turns 60 --window 32000 --seed 7'],
    ['simulate-as-published', 'simulate --turns 25 --window 12000 --summarizer drop --as-published'],
    ['simulate-nothing', 'simulate --turns 2'],
    ['run', 'run several.jsonl'],
    ['run-explain', 'run --explain twice.palimpsest.json'],
    ['run-transcript', 'run chats.jsonl'],
  ])('%s', async (name, line) => {
    await expect(await printed(line)).toMatchFileSnapshot(`goldens/${name}.txt`);
  });

  it('of run --json has a line a lane', async () => {
    const { code, out } = await captured(['run', '--json', '--explain', folder.file('one.palimpsest.json', scenario)]);
    expect(code).toBe(0);
    const lines = out.trimEnd().split('\n');
    expect(lines).toHaveLength(2);
    const pretty = lines.map((line) => JSON.stringify(JSON.parse(line), null, 1));
    await expect(`${pretty.join('\n')}\n`).toMatchFileSnapshot('goldens/run-json.txt');
  });

  it('is the same twice, to the byte', async () => {
    const line = 'simulate --turns 40 --window 20000';
    expect(await printed(line)).toBe(await printed(line));
  });
});

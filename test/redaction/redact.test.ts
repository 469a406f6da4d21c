/** Redaction: what was planted never comes out in any format, what looks alike stays, and the same becomes the same. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message, Transcript } from '@/lib/engine/transcript';
import { EXPORTERS } from '@/lib/exporters/registry';
import { matcherOf, RedactionRuleError } from '@/lib/redaction/own-rules';
import { redact } from '@/lib/redaction/redact';
import { REDACTION_KINDS } from '@/lib/redaction/registry';
import type { RedactionRules } from '@/lib/redaction/secrets';
import { extendedTranscript } from '../exporters/support';

const RULES: RedactionRules = { kinds: new Set(REDACTION_KINDS.map(({ kind }) => kind)), texts: [], matchers: [] };
const of = (content: string, rules = RULES) => redact({ messages: [{ role: 'user', content }] }, '', rules);
const textOf = (content: string, rules = RULES) => of(content, rules).transcript.messages[0]?.content ?? '';

/** Made up for this test. */
const body = 'Zx9Qw3Er7Ty1Ui5Op2As8Df4Gh6Jk0Lz';
const block = (edge: string) => `-----${edge} RSA PRIVATE KEY-----`;
const KEYS = [
  ...['sk-', 'sk-ant-api03-', 'ghp_', 'github_pat_', 'xoxb-', 'AIza', 'glpat-', 'hf_'].map((start) => start + body),
  `AKIA${body.toUpperCase().slice(0, 16)}`,
  `eyJ${body}.${body}.${body}`,
  `${block('BEGIN')}\n${body}\n${body}==\n${block('END')}`,
];
/** Each as it would stand in a transcript, with the part that must not survive. */
const PLANTED: [string, string][] = [
  ...KEYS.map((key): [string, string] => [`here: ${key} .`, key.split('\n')[1] ?? key]),
  ['Authorization: Bearer abcdef0123456789abcdef', 'abcdef0123456789abcdef'],
  ['password=hunter2', 'hunter2'],
  ['"db_password": "correct-horse"', 'correct-horse'],
  ['DB_PASSWORD: s3cr3t!pass', 's3cr3t!pass'],
  ['export API_TOKEN="t0kenvalue99"', 't0kenvalue99'],
  ['postgres://svc:pa55-word@db.acme.io:5432/x', 'pa55-word'],
  [`CUSTOM_VALUE=${body}`, body],
  ['mail jo.ruiz+ci@acme-bank.io now', 'jo.ruiz+ci@acme-bank.io'],
  ['cat /home/kestrel-7/notes.md', 'kestrel-7'],
  ['ls /Users/mvandermeer/src', 'mvandermeer'],
  ['C:\\Users\\Thornbury\\Desktop', 'Thornbury'],
  ['{"cwd":"C:\\\\Users\\\\Ashgrove\\\\x"}', 'Ashgrove'],
  ['ping 10.20.30.41', '10.20.30.41'],
  ['ssh to db1.prod.acme.internal', 'db1.prod.acme.internal'],
  ['addr 2001:db8:0:7::42 up', '2001:db8:0:7::42'],
  ['see https://wiki.acme-bank.io/page', 'wiki.acme-bank.io'],
];

function withPlanted(transcript: Transcript, planted: readonly [string, string][]): { whole: Transcript; all: string } {
  const all = planted.map(([text]) => text).join('\n');
  const fields = Object.fromEntries(planted.map(([text], index) => [`f${index}`, [text, { nested: text }]]));
  const calls = [JSON.stringify({ all }), `${JSON.stringify(fields)} broken`].map((given, index) => ({
    id: `p${index}`,
    type: 'function' as const,
    function: { name: 'run', arguments: given },
  }));
  const messages: Message[] = [
    ...transcript.messages,
    { role: 'user', content: all, reasoning: all },
    { role: 'assistant', content: all, tool_calls: calls },
    { role: 'tool', content: JSON.stringify({ out: JSON.stringify(fields) }), tool_call_id: 'p0' },
    { role: 'tool', content: 'ok', tool_call_id: 'p1' },
  ];
  const tools = [{ type: 'function', function: { name: 'run', description: all, parameters: fields } }];
  return { whole: { messages, tools }, all };
}

describe('what was planted', () => {
  it.each(PLANTED)('is found in %j', (text, secret) => {
    expect(text).toContain(secret);
    expect(textOf(text)).not.toContain(secret);
    expect(textOf(text)).toContain('REDACTED-');
  });

  it('survives in no export, wherever it stood', () => {
    fc.assert(
      fc.property(extendedTranscript, fc.shuffledSubarray(PLANTED, { minLength: 1 }), (transcript, planted) => {
        const { whole, all } = withPlanted(transcript, planted);
        const { transcript: redacted, title } = redact(whole, all, RULES);
        for (const exporter of EXPORTERS) {
          const file = [...exporter.write(redacted, title)].join('');
          for (const [, secret] of planted) {
            expect(file).not.toContain(secret);
            expect(file).not.toContain(JSON.stringify(secret).slice(1, -1));
          }
        }
      }),
      { numRuns: Number(process.env.RUNS ?? 40), seed: 20281 },
    );
  });

  it('is found elsewhere once it has shown itself', () => {
    const { transcript, replacements } = redact(
      {
        messages: [
          { role: 'user', content: 'I am Kestrel7. The code is hunter2.', name: 'kestrel7' },
          { role: 'user', content: 'cd /home/kestrel7 && export PASSWORD=hunter2; kestrel70 stays' },
        ],
      },
      '',
      RULES,
    );
    expect(transcript.messages).toEqual([
      { role: 'user', content: 'I am REDACTED-USER-1. The code is REDACTED-KEY-1.', name: 'REDACTED-USER-1' },
      { role: 'user', content: 'cd /home/REDACTED-USER-1 && export PASSWORD=REDACTED-KEY-1; kestrel70 stays' },
    ]);
    expect(replacements).toEqual([
      { kind: 'user', found: 'Kestrel7', replacement: 'REDACTED-USER-1', count: 3, first: 0 },
      { kind: 'key', found: 'hunter2', replacement: 'REDACTED-KEY-1', count: 2, first: 0 },
    ]);
  });
});

describe('what looks alike', () => {
  it.each([
    'max_tokens: 4096, tokens: 1200, token_count=88',
    'password: string; token?: string | undefined',
    'const token = await getToken()',
    'clone https://github.com/vercel/next.js and git@github.com:vercel/next.js.git',
    'http://localhost:3000 and 127.0.0.1',
    'commit 9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
    'threading.local() and settings.local.json',
    'std::vector at 12:30:45, 1.2.3 and left-pad@1.3.0',
    '/home/user/app and /Users/Shared',
    'the basic authentication of sk-learn-tutorial-part-two-of-three',
  ])('stays: %s', (text) => {
    expect(textOf(text)).toBe(text);
  });

  it('public hosts go where they are asked to', () => {
    expect(textOf('https://github.com/a', { ...RULES, keepPublicHosts: false })).toBe('https://REDACTED-HOST-1/a');
  });
});

describe('redaction', () => {
  it('keeps JSON arguments JSON, and hides values of fields that say they are secret', () => {
    const given = { password: 'two', token: 'quiet-river', list: ['/home/kestrel7/x'], note: 'a "b" \\ \n' };
    const call = { id: 'c', type: 'function' as const, function: { name: 'f', arguments: JSON.stringify(given) } };
    const { transcript } = redact({ messages: [{ role: 'assistant', content: null, tool_calls: [call] }] }, '', RULES);
    expect(JSON.parse(transcript.messages[0]?.tool_calls?.[0]?.function.arguments ?? '')).toEqual({
      ...given,
      token: 'REDACTED-KEY-1',
      list: ['/home/REDACTED-USER-1/x'],
    });
  });

  it('finds nothing the second time, and gives no number twice', () => {
    const once = of(PLANTED.map(([text]) => text).join('\n'));
    const twice = redact(once.transcript, '', RULES);
    expect(twice.replacements).toEqual([]);
    expect(twice.transcript).toEqual(once.transcript);
    const more = textOf('REDACTED-USER-4 and /home/newcomer');
    expect(more).toBe('REDACTED-USER-4 and /home/REDACTED-USER-5');
  });

  it('looks only for the kinds that are asked for, and always for the own rules', async () => {
    const matchers = [await matcherOf('INV-\\d+')];
    const text = textOf('project heron: INV-2231 for jo@acme.io', {
      kinds: new Set(),
      texts: ['Project Heron'],
      matchers,
    });
    expect(text).toBe('REDACTED-TEXT-1: REDACTED-TEXT-2 for jo@acme.io');
  });

  it('says what is wrong with an expression', async () => {
    await expect(matcherOf('(?=x)')).rejects.toThrow(RedactionRuleError);
    await expect(matcherOf('(a')).rejects.toThrow(/\(a cannot be read/);
  });

  it('leaves a transcript without secrets as it was', () => {
    fc.assert(
      fc.property(extendedTranscript, (transcript) => {
        const { transcript: same, replacements } = redact(transcript, 'A title', RULES);
        if (replacements.length === 0) expect(same).toEqual(transcript);
        expect(same.messages.map(({ role }) => role)).toEqual(transcript.messages.map(({ role }) => role));
      }),
      { numRuns: 60, seed: 20282 },
    );
  });
});

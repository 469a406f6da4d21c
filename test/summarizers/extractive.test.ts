/** What the offline summarizer keeps of realistic spans, and under which limits. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { extractiveSummarizer } from '@/lib/summarizers/extractive';
import { messagesFrom } from '../fixtures/transcript-text';

function summaryOf(span: Message[], wordLimit = 200, previous: string | null = null): string | null {
  return extractiveSummarizer({
    ordinal: 1,
    items: Int32Array.from(span.keys()),
    messages: () => span,
    previous,
    wordLimit,
  });
}

const words = (text: string) => text.split(/\s+/).filter((word) => word !== '').length;

const coding = messagesFrom(String.raw`
assistant: Let me look at the session handling first. -> read_file#c1({"path":"src/auth/session.ts"})
tool c1:   export function refresh(token: string) {\n  throw new Error('expired');\n}
assistant: The root cause is that refresh() in src/auth/session.ts compares seconds with Date.now() milliseconds. -> bash#c2({"command":"npm test -- session"})
tool c2:   FAIL test/session.test.ts\nTypeError: Cannot read properties of undefined (reading 'expiresAt')\n    at refresh (src/auth/session.ts:41:18)\nTests: 1 failed, 11 passed
assistant: I decided to store expiry as epoch seconds in SESSION_TTL_SECONDS=3600. -> edit_file#c3({"path":"src/auth/session.ts","new":"x"})
tool c3:   The file src/auth/session.ts has been updated.
user:      No, use the staging database db-stage-02 for the tests, not production.
assistant: Great, thanks! I will do that now.
`);

describe('extractive summarizer', () => {
  it('keeps decisions, facts, failures and corrections word for word under their headings', () => {
    expect(summaryOf(coding)).toBe(
      [
        'Decided:',
        '- I decided to store expiry as epoch seconds in SESSION_TTL_SECONDS=3600.',
        'Facts:',
        '- The root cause is that refresh() in src/auth/session.ts compares seconds with Date.now() milliseconds.',
        '- Files changed: src/auth/session.ts',
        'Failed:',
        '- bash npm test -- session → FAIL test/session.test.ts',
        "- bash npm test -- session → TypeError: Cannot read properties of undefined (reading 'expiresAt')",
        'Corrected:',
        '- No, use the staging database db-stage-02 for the tests, not production.',
      ].join('\n'),
    );
  });

  it('leaves out what a file that was read says, pleasantries and narration', () => {
    const summary = summaryOf(coding) ?? '';
    for (const noise of ["throw new Error('expired')", 'Great, thanks', 'Let me look'])
      expect(summary).not.toContain(noise);
  });

  it('names values of a record and the error of a refused action in a support conversation', () => {
    const summary = summaryOf(
      messagesFrom(`
user:      Hi, my order W-48213 arrived damaged.
assistant: Let me check that. -> get_order#a({"id":"W-48213"})
tool a:    {"order_id":"W-48213","status":"delivered","total":129.9,"payment":{"method":"visa_7447"}}
assistant: -> refund#b({"id":"W-48213"})
tool b:    {"error":{"message":"refund window of 30 days is over"}}
user:      I'd like store credit instead.
`),
    );
    expect(summary).toContain(
      '- get_order W-48213 → order_id: W-48213, status: delivered, total: 129.9, payment.method: visa_7447',
    );
    expect(summary).toContain('- refund W-48213 → refund window of 30 days is over');
    expect(summary).toContain("Corrected:\n- I'd like store credit instead.");
  });

  it('finds nothing in searches that found nothing and in small talk', () => {
    const searches = messagesFrom(`
assistant: Let me search. -> search#s1({"query":"retry policy"})
tool s1:   No matches found.
assistant: -> search#s2({"query":"backoff"})
tool s2:   {"total_count":0,"items":[]}
assistant: -> grep#s3({"pattern":"retry("})
tool s3:   []
assistant: Here is what I think we should look at next. -> search#s4({"query":"timeout"})
tool s4:
user:      ok, thanks
`);
    expect(summaryOf(searches)).toBeNull();
    expect(summaryOf([])).toBeNull();
  });

  it('reads corrections and errors in other languages', () => {
    const summary = summaryOf(
      messagesFrom(`
user:      Nein, nicht die Spalte umsatz_brutto 📉, sondern umsatz_netto.
assistant: Entschieden: wir verwenden umsatz_netto für Q3 📊.
tool x:    Fehler: Spalte "umsatz_2" gibt es in verkauf.csv nicht
user:      違います、staging ではなく本番です。
`),
    );
    expect(summary).toContain('- Nein, nicht die Spalte umsatz_brutto 📉, sondern umsatz_netto.');
    expect(summary).toContain('- Entschieden: wir verwenden umsatz_netto für Q3 📊.');
    expect(summary).toContain('Failed:\n- Fehler: Spalte "umsatz_2" gibt es in verkauf.csv nicht');
    expect(summary).toContain('- 違います、staging ではなく本番です。');
  });

  it('lets the newer fact win where words are short, corrections and decisions before facts', () => {
    const span = messagesFrom(
      [
        ...Array.from(
          { length: 40 },
          (_, n) => `assistant: The service svc-${n} listens on port ${8000 + n} in /etc/svc/${n}.conf.`,
        ),
        'user: Actually, leave svc-3 alone.',
      ].join('\n'),
    );
    const summary = summaryOf(span, 60) ?? '';
    expect(summary).toContain('Actually, leave svc-3 alone.');
    expect(summary).toContain('svc-39 listens');
    expect(summary).not.toContain('svc-0 listens');
    expect(words(summary)).toBeLessThanOrEqual(60);
  });

  it('keeps the headings of an earlier summary, as a message of the span and as the one to take up', () => {
    const earlier = 'Decided:\n- Use pnpm\nFailed:\n- yarn install → EACCES';
    const asMessage = summaryOf([
      { role: 'user', content: `[9 earlier messages compacted.]\nWhat happened in them:\n${earlier}` },
    ]);
    expect(asMessage).toBe(earlier);
    const taken = summaryOf(messagesFrom('user: No, use npm.'), 200, earlier);
    expect(taken).toBe(`${earlier}\nCorrected:\n- No, use npm.`);
  });

  it('keeps a recorded decision whole', () => {
    expect(summaryOf([{ role: 'assistant', kind: 'decision', content: 'Ship on Friday' }])).toBe(
      'Decided:\n- Ship on Friday',
    );
  });

  it('names files read and changed once, without those that could not be read', () => {
    const summary = summaryOf(
      messagesFrom(`
assistant: -> read_file#1({"path":"a.ts"}) -> read_file#2({"path":"b.ts"}) -> read_file#3({"path":"gone.ts"})
tool 1:    const a = 1;
tool 2:    const b = 1;
tool 3:    Error: ENOENT: no such file or directory, open 'gone.ts'
assistant: -> write_file#4({"path":"b.ts","content":"const b = 2;"})
tool 4:    ok
`),
    );
    expect(summary).toBe(
      "Facts:\n- Files read: a.ts\n- Files changed: b.ts\nFailed:\n- read_file gone.ts → Error: ENOENT: no such file or directory, open 'gone.ts'",
    );
  });

  it('answers the same twice, within the word limit and well-formed, whatever the text', () => {
    const text = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.constantFrom(
        'No, use /etc/app.conf. ',
        'error: E42 in a/b.ts\n',
        '👩‍👩‍👧 decided 🇩🇪 ',
        '{"id": 7, "error": "x"}',
        'Facts:\n- ',
      ),
      fc.constantFrom('👨‍👩‍👧‍👦'.repeat(60), 'decided '.repeat(90), `error ${'x'.repeat(3000)}`),
    );
    const message: fc.Arbitrary<Message> = fc.record({
      role: fc.constantFrom('user', 'assistant', 'tool', 'system'),
      content: fc.option(fc.array(text, { maxLength: 4 }).map((parts) => parts.join(''))),
    });
    fc.assert(
      fc.property(fc.array(message, { maxLength: 12 }), fc.integer({ min: 1, max: 300 }), (span, limit) => {
        const summary = summaryOf(span, limit);
        expect(summaryOf(structuredClone(span), limit)).toBe(summary);
        if (summary === null) return;
        expect(words(summary)).toBeLessThanOrEqual(limit);
        expect(summary.isWellFormed()).toBe(true);
        expect(summary.trim()).toBe(summary);
        expect(summary).not.toBe('');
      }),
      { seed: 20, numRuns: 150 },
    );
  });
});

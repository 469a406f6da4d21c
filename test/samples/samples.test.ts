/** The built-in samples: valid transcripts whose counts agree with their index, and long enough to need a memory. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { linkTools, type Message, ROLES, type ToolSchema } from '@/lib/engine/transcript';
import { LESSONS, STARTERS } from '@/lib/store/samples';
import { readSample as readText, sampleBytes } from './files';

interface SampleFile {
  title: string;
  messages: Message[];
  tools: ToolSchema[];
}

const CORRECTION_MARKERS = ['actually', 'no,', 'not ', 'instead', 'i meant', 'wrong'];

/** A transcript by itself, or in a scenario. */
function readSample(file: string): SampleFile {
  const { transcript, ...rest } = JSON.parse(readText(file)) as SampleFile & { transcript?: SampleFile };
  return transcript ? { ...rest, ...transcript } : rest;
}

function isCorrection(message: Message): boolean {
  const text = (message.content ?? '').toLowerCase();
  return message.role === 'user' && CORRECTION_MARKERS.some((marker) => text.includes(marker));
}

/** Code points of all texts and arguments over four, after each tool result was cut to `maxToolTokens` tokens. */
function roughTokens(messages: readonly Message[], maxToolTokens: number): number {
  let codePoints = 0;
  for (const message of messages) {
    const length = [...(message.content ?? '')].length;
    codePoints += message.role === 'tool' ? Math.min(length, maxToolTokens * 4) : length;
    for (const call of message.tool_calls ?? []) codePoints += [...call.function.arguments].length;
  }
  return Math.floor(codePoints / 4);
}

const SAMPLES = [...STARTERS, ...LESSONS];

describe('the list of samples', () => {
  it('names three to start with and ten lessons, with ids and files of their own', () => {
    expect(STARTERS).toHaveLength(3);
    expect(LESSONS).toHaveLength(10);
    expect(new Set(SAMPLES.map(({ id }) => id)).size).toBe(13);
    for (const { title, description } of SAMPLES) {
      expect(title).not.toBe('');
      expect(description.endsWith('.')).toBe(true);
    }
  });

  it('is what the folder holds', () => {
    const held = readdirSync(new URL('../../public/samples', import.meta.url)).sort();
    expect(held).toEqual(SAMPLES.map(({ file }) => file).sort());
  });
});

describe.each(SAMPLES)('sample $id', ({ file, messages: expectedMessages, bytes }) => {
  const sample = readSample(file);

  it('has the size that the list names', () => {
    expect(sample.messages).toHaveLength(expectedMessages);
    expect(sampleBytes(file)).toHaveLength(bytes);
  });

  it('stands one message a line, so that a change can be reviewed', () => {
    const lines = readText(file).split('\n');
    expect(lines.filter((line) => line.startsWith('    {"role": '))).toHaveLength(expectedMessages);
  });

  it('pairs every tool result with a call and answers every call once', () => {
    const links = linkTools(sample.messages);
    expect([...links.orphan].filter((orphan) => orphan === 1)).toEqual([]);
    expect([...links.unanswered].filter((count) => count !== 0)).toEqual([]);
    const called: string[] = [];
    const answered: string[] = [];
    for (const message of sample.messages) {
      for (const call of message.tool_calls ?? []) called.push(call.id);
      if (message.tool_call_id !== undefined) answered.push(message.tool_call_id);
    }
    expect(new Set(called).size).toBe(called.length);
    expect(answered).toEqual(called);
  });

  it('calls only tools that it declares, if it declares any, with arguments that are JSON objects', () => {
    const declared = new Set(sample.tools.map((tool) => (tool.function as { name: string }).name));
    const used = new Set<string>();
    for (const message of sample.messages) {
      for (const call of message.tool_calls ?? []) {
        used.add(call.function.name);
        expect(JSON.parse(call.function.arguments)).toBeTypeOf('object');
      }
    }
    expect([...used].filter((name) => declared.size > 0 && !declared.has(name))).toEqual([]);
  });

  it('knows every role, goes forward in time and never leaves a message empty', () => {
    let before = 0;
    for (const message of sample.messages) {
      expect(ROLES).toContain(message.role);
      const at = Date.parse(message.timestamp ?? '');
      expect(at).toBeGreaterThanOrEqual(before);
      before = at;
      expect(Boolean(message.content) || (message.tool_calls?.length ?? 0) > 0).toBe(true);
    }
  });

  it('holds no half of a surrogate pair', () => {
    for (const message of sample.messages) expect(/\p{Surrogate}/u.test(message.content ?? '')).toBe(false);
  });

  it('names only hosts and addresses that cannot exist', () => {
    const text = readText(file);
    for (const [, domain] of text.matchAll(/[\w.+-]+@([\w-]+\.[\w.-]*\w)/g)) {
      if (/^\d/.test(domain ?? '')) continue; // a package with its version, not an address
      expect(domain).toMatch(/(^|\.)example\.com$/);
    }
    for (const [, host] of text.matchAll(/https?:\/\/([\w.-]+)/g)) {
      expect(host).toMatch(/(^|\.)example\.com$|\.internal$|^127\.0\.0\.1$|^localhost$/);
    }
  });
});

describe.each(LESSONS)('lesson $id', ({ file, bytes, messages: count }) => {
  it('is small, and long enough to be a session', () => {
    expect(bytes).toBeLessThan(60_000);
    expect(count).toBeGreaterThanOrEqual(20);
    expect(count).toBeLessThanOrEqual(150);
  });

  it('says nothing twice', () => {
    const texts = readSample(file)
      .messages.map(({ content }) => content ?? '')
      .filter((content) => content.length > 60);
    expect(new Set(texts).size).toBe(texts.length);
  });
});

describe('sample coding-agent', () => {
  const { messages } = readSample('coding-agent.json');

  it('is a long session with corrections', () => {
    expect(messages.length).toBeGreaterThanOrEqual(150);
    expect(messages.filter(isCorrection).length).toBeGreaterThanOrEqual(6);
  });

  it('still overflows a 128k window at 0.70 after its tool results are cut to 2,000 tokens', () => {
    expect(roughTokens(messages, 2000)).toBeGreaterThan(85_600);
    expect(roughTokens(messages, 2000)).toBeLessThan(130_000);
    expect(messages.some((message) => message.role === 'tool' && (message.content ?? '').length > 50_000)).toBe(true);
  });

  it('uses rules of its first user message again in its last quarter', () => {
    const first = messages.find((message) => message.role === 'user')?.content ?? '';
    const late = JSON.stringify(messages.slice(Math.floor(messages.length * 0.75)));
    for (const rule of ['fix/inc-2291-webhook-idempotency', '4310', '4300', '7301', '0042', 'minor units']) {
      expect(first).toContain(rule);
      expect(late).toContain(rule);
    }
  });
});

describe('sample data-analysis-de', () => {
  it('has families and flags, in German', () => {
    const text = readText('data-analysis-de.json');
    for (const piece of ['👨‍👩‍👧‍👦', '🇩🇪', '🤦🏼‍♂️', 'Süßenbach']) expect(text).toContain(piece);
  });
});

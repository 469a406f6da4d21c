/** Aider's chat history in Markdown: sessions, the user's lines behind `####`, console output behind `>`, answers as they are. */

import { Collector } from './collector';
import type { ConversationBuilder } from './conversation-builder';
import type { Importer, ImportSession, ParsedFile, Sample, TextImportSession, Verdict } from './importer';
import { countOf, isoTime } from './json-values';

const SESSION = '# aider chat started at ';
const USER = '#### ';
const CONSOLE = '> ';
/** Opens an example on Aider's website; a line of its own closes it. */
const EXAMPLE = '<div class="chat-transcript"';
const TOKENS = /^> Tokens: ([\d.,]+)(k|M)? sent,(?:.{0,200}?,)? ([\d.,]+)(k|M)? received/;

export const aider: Importer = {
  id: 'aider',
  label: 'Aider chat history',
  detect,
  start: () => new NotJson(),
  startText: () => new AiderSession(),
};

function detect(sample: Sample): Verdict {
  if (sample.container !== 'text') return { confidence: 0, reason: 'The file is JSON, not Markdown.' };
  const { head } = sample;
  if (/^# aider chat started at /m.test(head))
    return { confidence: 0.97, reason: 'It has "# aider chat started at" lines.' };
  const asks = /^#### /m.test(head);
  const console = /^> /m.test(head);
  const typical =
    /^> (?:Tokens: |Applied edit to |Added .{1,200} to the chat|Commit [0-9a-f]{7} |\$ aider\b|Aider v\d)/m.test(head);
  if (asks && typical)
    return {
      confidence: 0.85,
      reason: 'It has "####" lines and Aider\'s own console output, but no line that starts a session.',
    };
  if (asks && console)
    return {
      confidence: 0.4,
      reason: 'It has "####" and ">" lines as Aider writes them, but nothing that only Aider says.',
    };
  return { confidence: 0, reason: 'It has no "# aider chat started at" line.' };
}

/** What a reader gets who asks for Aider on a JSON file. */
class NotJson implements ImportSession {
  private readonly collector = new Collector();

  push({ line }: { line: number }): void {
    this.collector.skipped.add(line, 'a JSON value, where Aider writes Markdown');
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }
}

class AiderSession implements TextImportSession {
  private readonly collector = new Collector();
  private rest = '';
  private line = 0;
  private builder: ConversationBuilder | undefined;
  private time: string | undefined;
  private isBegun = false;
  private block: { role: 'user' | 'assistant'; lines: string[]; line: number } | undefined;
  private sessions = 0;
  private silent = 0;
  private consoleLines = 0;
  private isInExample = false;
  private isInFence = false;

  write(chunk: string): void {
    const lines = (this.rest + chunk).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.take(line.endsWith('\r') ? line.slice(0, -1) : line);
  }

  private take(text: string): void {
    this.line++;
    if (text.startsWith(SESSION)) {
      this.endSession();
      this.sessions++;
      this.isBegun = true;
      this.time = isoTime(text.slice(SESSION.length).trim().replace(' ', 'T'));
    } else if (text.startsWith(USER) || text === USER.trim())
      this.append('user', text.slice(USER.length).replace(/ {2}$/, ''));
    else if (text.startsWith(CONSOLE) || text === CONSOLE.trim()) this.console(text);
    else if (this.isFrame(text)) this.collector.leaveOut('line of HTML around the examples', this.line);
    else this.append('assistant', text);
  }

  private isFrame(text: string): boolean {
    const opens = text.startsWith(EXAMPLE);
    const closes = this.isInExample && text === '</div>' && !this.isInFence;
    if (opens || closes) this.isInExample = opens;
    return opens || closes;
  }

  private append(role: 'user' | 'assistant', text: string): void {
    if (this.block?.role !== role) {
      this.endBlock();
      this.block = { role, lines: [], line: this.line };
    }
    if (role === 'assistant' && text.startsWith('```')) this.isInFence = !this.isInFence;
    this.block?.lines.push(text);
  }

  /** Aider's own output; what it says about tokens belongs to the answer before it. */
  private console(text: string): void {
    this.endBlock();
    this.isBegun = true;
    this.consoleLines++;
    const tokens = TOKENS.exec(text);
    const builder = this.builder;
    const last = builder ? builder.messages.length - 1 : -1;
    if (!tokens || !builder || builder.messages[last]?.role !== 'assistant') return;
    if (builder.usage.at(-1)?.message === last) return;
    builder.addUsage(
      { input_tokens: tokensOf(tokens[1], tokens[2]), output_tokens: tokensOf(tokens[3], tokens[4]) },
      last,
    );
  }

  private endBlock(): void {
    const { block } = this;
    this.block = undefined;
    this.isInFence = false;
    if (!block || block.lines.every((text) => text.trim() === '')) return;
    if (!this.isBegun && block.role === 'assistant') {
      this.collector.skipped.add(block.line, `text before the first message (${countOf(block.lines.length, 'line')})`);
      return;
    }
    this.isBegun = true;
    const isFirst = this.builder === undefined;
    this.builder ??= this.collector.builder();
    const content = block.lines
      .join('\n')
      .replace(/^(?:[ \t]*\n)+/, '')
      .trimEnd();
    this.builder.add(
      { role: block.role, content, ...(isFirst && this.time !== undefined && { timestamp: this.time }) },
      block.line,
    );
  }

  private endSession(): void {
    this.endBlock();
    if (this.builder) this.collector.close(this.builder);
    else if (this.sessions > 0) this.silent++;
    this.builder = undefined;
    this.isBegun = false;
    this.time = undefined;
  }

  finish(): ParsedFile {
    if (this.rest !== '') this.take(this.rest.endsWith('\r') ? this.rest.slice(0, -1) : this.rest);
    this.endSession();
    const { collector } = this;
    if (this.silent > 0)
      collector.note(`${countOf(this.silent, 'session holds', 'sessions hold')} only console output, and no messages.`);
    if (this.consoleLines > 0)
      collector.note(
        `${countOf(this.consoleLines, 'line')} of console output were left out: Aider shows them and does not send them.`,
      );
    if (collector.conversations.length > 0)
      collector.note(
        'Aider writes edits as text: there are no tool calls, and the system prompt and the files in the chat are not in the history.',
      );
    return collector.finish();
  }
}

function tokensOf(digits: string | undefined, unit: string | undefined): number {
  return Math.round(Number((digits ?? '').replaceAll(',', '')) * (unit === 'k' ? 1000 : unit === 'M' ? 1_000_000 : 1));
}

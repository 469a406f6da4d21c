/** What the Gemini CLI prints with `--output-format stream-json`, as records: words come in pieces, calls and results on lines of their own. */

import { nameIn, type RawMessage, timeField, usageField } from './agent-steps';
import { isRecord, type JsonRecord, jsonText, own, ownCount, ownRecord, ownString, ownWord } from './json-values';

/** The first line of such a stream. */
export function isStreamStart(line: JsonRecord): boolean {
  return own(line, 'type') === 'init' && typeof own(line, 'session_id') === 'string';
}

export function isStreamLine(line: JsonRecord): boolean {
  const type = own(line, 'type');
  if (type === 'message') return typeof own(line, 'role') === 'string' && 'content' in line;
  if (type === 'tool_use') return 'tool_id' in line || 'tool_name' in line;
  return (type === 'tool_result' && 'tool_id' in line) || (type === 'result' && 'stats' in line) || isStreamStart(line);
}

interface Streamed {
  raw: RawMessage;
  line: number;
}

export class GeminiStream {
  readonly records: Streamed[] = [];
  private answer: { raw: RawMessage; calls: RawMessage[]; isAnswered: boolean } | undefined;

  /** Takes a line; undefined, or what it is where it says nothing. */
  add(line: JsonRecord, at: number): string | undefined {
    const time = timeField(own(line, 'timestamp'));
    switch (own(line, 'type')) {
      case 'message':
        this.addText(line, time, at);
        return undefined;
      case 'tool_use': {
        const input = own(line, 'parameters') ?? {};
        const { raw, calls } = this.open(time, at);
        const id = nameIn(line, 'tool_id');
        calls.push({
          ...(id !== undefined && { id }),
          name: nameIn(line, 'tool_name') ?? 'tool',
          arguments: typeof input === 'string' ? input : jsonText(input),
        });
        raw.tool_calls = calls;
        return undefined;
      }
      case 'tool_result': {
        if (this.answer) this.answer.isAnswered = true;
        const id = nameIn(line, 'tool_id');
        const error = ownRecord(line, 'error');
        const said =
          ownWord(line, 'output') ?? (error && (own(error, 'message') ?? error)) ?? own(line, 'output') ?? '';
        const content = typeof said === 'string' ? said : jsonText(said);
        const failed = own(line, 'status') === 'error' && { is_error: true };
        this.push({ role: 'tool', content, ...(id !== undefined && { tool_call_id: id }), ...failed, ...time }, at);
        return undefined;
      }
      case 'result': {
        const stats = ownRecord(line, 'stats') ?? {};
        if (this.answer)
          Object.assign(this.answer.raw, usageField(ownCount(stats, 'input_tokens'), ownCount(stats, 'output_tokens')));
        return 'result of the run';
      }
      default:
        return ownString(line, 'type') ?? 'untyped line';
    }
  }

  private addText(line: JsonRecord, time: RawMessage, at: number): void {
    const said = own(line, 'content');
    const role = own(line, 'role');
    if (role !== 'assistant' && role !== 'model') {
      this.answer = undefined;
      this.push({ role, content: said, ...time }, at);
      return;
    }
    const isPiece = own(line, 'delta') === true && typeof said === 'string';
    const joins = this.answer?.calls.length === 0 && typeof (this.answer.raw.content ?? '') === 'string';
    const open = isPiece && joins ? this.answer : undefined;
    if (open) open.raw.content = `${open.raw.content ?? ''}${said}`;
    else {
      this.answer = undefined;
      this.open(time, at).raw.content = isRecord(said) ? jsonText(said) : said;
    }
  }

  /** The answer in progress: calls join it until one of them is answered. */
  private open(time: RawMessage, at: number): { raw: RawMessage; calls: RawMessage[] } {
    if (!this.answer || this.answer.isAnswered) {
      const raw: RawMessage = { role: 'assistant', content: null, ...time };
      this.answer = { raw, calls: [], isAnswered: false };
      this.push(raw, at);
    }
    return this.answer;
  }

  private push(raw: RawMessage, line: number): void {
    this.records.push({ raw, line });
  }
}

/**
 * Structure only: every word and number replaced by filler, so that a replay gives the same numbers without a word of what
 * was said. What stays exactly: roles, kinds, priorities, pins, times, sizes of images, which result answers which call, the
 * code points, UTF-8 bytes (but for letters of Han, kana and Hangul outside the basic plane) and white-space words of every
 * text, its punctuation and letter case, and its tokens under `counter`, wherever filler of as many can be found; other
 * exact counters come near. Words that a policy looks for stay where they stand: `markers` in messages of the user,
 * `contained` in any message, and the first word of a result that tells of a failure; no others come about.
 * What does not stay: what BM25 retrieval and the extraction of state read in texts, and a reference's length by its id.
 */

import type { TokenCounter } from '../engine/accounting';
import type { Message, ToolCall, ToolSchema, Transcript } from '../engine/transcript';
import { fillText, type Preset } from './fill-text';
import { Fitter } from './fitter';
import { isJson, literalsOf } from './json-literals';
import { keptUnits, tabooOf } from './kept-words';
import { Names } from './names';

export interface StructureOptions {
  /** Under which the tokens stay the same. */
  counter: TokenCounter;
  /** Texts in a user message that the policy looks for, in lower case: "actually", "no,". */
  markers: readonly string[];
  /** Texts that rules of the policy look for in any message, in lower case. */
  contained: readonly string[];
}

/** Words of JSON schemas and of providers' tool forms: they are everybody's. */
const SCHEMA_WORDS = new Set(
  'type function name description parameters properties required items enum object string number integer boolean array null additionalProperties anyOf oneOf allOf not const default format minimum maximum minItems maxItems minLength maxLength pattern title strict input_schema inputSchema definitions examples nullable'.split(
    ' ',
  ),
);
const IDENTIFIER = /^[A-Za-z_$][\w$.-]{0,80}$/;

class Structure {
  private readonly fitter: Fitter;
  private readonly names: Names;
  private readonly ids = new Map<string, string>();

  constructor(
    transcript: Transcript,
    private readonly options: StructureOptions,
  ) {
    this.fitter = new Fitter(options.counter, tabooOf(transcript, [...options.markers, ...options.contained]));
    this.names = new Names(this.fitter);
  }

  message(message: Message): Message {
    const next: Message = { ...message };
    if (message.content !== null) {
      const fixed = keptUnits(message, this.options);
      next.content = this.text(message.content, fixed ? { fixed } : {});
    }
    if (message.name !== undefined) next.name = this.names.of(message.name);
    if (message.reasoning !== undefined) next.reasoning = this.text(message.reasoning);
    if (message.tool_call_id !== undefined) next.tool_call_id = this.id(message.tool_call_id);
    if (message.tool_calls) next.tool_calls = message.tool_calls.map((call) => this.call(call));
    return next;
  }

  private call({ id, type, function: target }: ToolCall): ToolCall {
    const { name, arguments: text } = target;
    const filled = isJson(text) ? this.json(text, () => false) : this.text(text, { before: ['', '('] });
    return { id: this.id(id), type, function: { name: this.names.of(name), arguments: filled } };
  }

  tools(tools: readonly ToolSchema[]): ToolSchema[] {
    const text = this.json(JSON.stringify(tools), (value) => IDENTIFIER.test(value));
    return JSON.parse(text) as ToolSchema[];
  }

  private text(text: string, options: { fixed?: Uint8Array; before?: readonly string[] } = {}): string {
    return fillText(text, this.fitter, this.options.counter, options);
  }

  /** JSON that stays JSON: names of fields become names, numbers stay numbers, what `isName` says becomes a name as well. */
  private json(json: string, isName: (value: string) => boolean): string {
    const presets: Preset[] = [];
    const fixed = new Uint8Array(json.length).fill(1);
    let outside = 0;
    const numbers = (from: number, to: number) => {
      for (let at = from; at < to; at++) {
        const unit = json.charCodeAt(at);
        if (unit >= 48 && unit <= 57) fixed[at] = 0;
      }
    };
    for (const { from, to, value, isName: isField } of literalsOf(json)) {
      numbers(outside, from);
      outside = to;
      const inner = json.slice(from + 1, to - 1);
      const plain = inner === value && value !== '';
      if (plain && isName(value) && SCHEMA_WORDS.has(value)) continue;
      if (plain && (isField || isName(value))) presets.push({ from: from + 1, to: to - 1, text: this.names.of(value) });
      else this.inside(json, from + 1, to - 1, fixed, presets);
    }
    numbers(outside, json.length);
    return fillText(json, this.fitter, this.options.counter, { fixed, presets });
  }

  /** Escapes stay escapes: the letter of a short one as it is, the digits of a long one as digits that say nothing. */
  private inside(json: string, from: number, to: number, fixed: Uint8Array, presets: Preset[]): void {
    for (let at = from; at < to; at++) {
      if (json[at] !== '\\') {
        fixed[at] = 0;
        continue;
      }
      at++;
      if (json[at] !== 'u') continue;
      const digits = json
        .slice(at + 1, at + 5)
        .replace(/\d/g, '5')
        .replace(/[a-f]/g, 'a')
        .replace(/[A-F]/g, 'A');
      presets.push({ from: at + 1, to: at + 5, text: digits });
      at += 4;
    }
  }

  private id(id: string): string {
    let known = this.ids.get(id);
    if (known === undefined) {
      known = `call_${this.ids.size + 1}`;
      this.ids.set(id, known);
    }
    return known;
  }
}

/** The transcript without a word of its content. Linear in the text. */
export function structureOnly(transcript: Transcript, options: StructureOptions): Transcript {
  const structure = new Structure(transcript, options);
  const messages = transcript.messages.map((message) => structure.message(message));
  return transcript.tools ? { messages, tools: structure.tools(transcript.tools) } : { messages };
}

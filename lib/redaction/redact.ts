/**
 * Redaction: what identifies people and machines, and what opens doors, becomes placeholders; the same thing the same one.
 * Texts are read twice: first for what the patterns find, then for that and for the names and secrets found anywhere.
 */

import type { Message, ToolSchema, Transcript } from '../engine/transcript';
import { isJson, type Literal, withLiterals } from './json-literals';
import { keysIn, saysSecret, secretsIn } from './key-patterns';
import { KnownValues } from './known-values';
import { plainSpans } from './own-rules';
import { emailsIn, hostsIn, usersIn } from './place-patterns';
import { isPlaceholder, Placeholders } from './placeholders';
import type { RedactionRules, Replacement, SecretKind } from './secrets';
import { type Span, settled } from './span';

export type { Replacement };

export interface Redacted {
  transcript: Transcript;
  title: string;
  /** Everything that was replaced, in the order in which it was found. */
  replacements: Replacement[];
}

/** Shorter values would be found in words that have nothing to do with them. */
const SHORTEST_USER = 3;
const SHORTEST_SECRET = 6;

type Change = (text: string, message: number) => string;

/** Everything that rules name in a text, by patterns alone. */
function patterns({ kinds, texts, matchers, keepPublicHosts = true }: RedactionRules): (text: string) => Span[] {
  return (text) => {
    const spans: Span[] = [];
    const add = (more: readonly Span[]) => {
      for (const span of more) spans.push(span);
    };
    const lowered = texts.length > 0 ? text.toLowerCase() : '';
    for (const sought of texts) plainSpans(text, lowered, sought, spans);
    for (const matcher of matchers)
      for (const { start: from, end: to } of matcher(text)) spans.push({ from, to, kind: 'own' });
    if (kinds.has('key')) {
      add(keysIn(text));
      add(secretsIn(text));
    }
    if (kinds.has('email')) add(emailsIn(text));
    if (kinds.has('user')) add(usersIn(text));
    if (kinds.has('host')) add(hostsIn(text, keepPublicHosts));
    return spans;
  };
}

/** Replaces what the rules name, in every text of a transcript and in its title. Linear in the text. */
export function redact(transcript: Transcript, title: string, rules: RedactionRules): Redacted {
  const spansIn = patterns(rules);
  const known = new KnownValues();
  const placeholders = new Placeholders();
  const learn: Change = (text) => {
    placeholders.pass(text);
    for (const { from, to, kind } of settled(spansIn(text))) learned(known, kind, text.slice(from, to));
    return text;
  };
  const learnValue: Change = (value) => {
    learned(known, 'key', value);
    return value;
  };
  const isSecret = rules.kinds.has('key') ? saysSecret : () => false;
  changed(transcript, title, learn, learnValue, isSecret);

  const replace: Change = (text, message) => {
    const spans = spansIn(text);
    for (const span of known.spansIn(text)) spans.push(span);
    if (spans.length === 0) return text;
    const parts: string[] = [];
    let done = 0;
    for (const { from, to, kind } of settled(spans)) {
      parts.push(text.slice(done, from), placeholders.for(kind, text.slice(from, to), message));
      done = to;
    }
    return parts.join('') + text.slice(done);
  };
  const hide: Change = (value, message) => placeholders.for('key', value, message);
  return { ...changed(transcript, title, replace, hide, isSecret), replacements: placeholders.list() };
}

/** Users, secrets and named hosts are looked for everywhere once they have shown themselves; the others show themselves always. */
function learned(known: KnownValues, kind: SecretKind, text: string): void {
  if (kind === 'user' && text.length >= SHORTEST_USER) known.add(kind, text, true);
  if (kind === 'key' && text.length >= SHORTEST_SECRET && !/^\d+$/.test(text)) {
    known.add(kind, text, false);
  }
  if (kind === 'host' && text.includes('.')) known.add(kind, text, true);
}

/** Every text of a transcript gone over: `hide` takes whole values of fields that say they are secret. */
function changed(
  { messages, tools }: Transcript,
  title: string,
  change: Change,
  hide: Change,
  isSecret: (name: string) => boolean,
): { transcript: Transcript; title: string } {
  const inJson = (text: string, message: number): string =>
    withLiterals(text, ({ value, isName }: Literal, owner) =>
      !isName && value.length >= 4 && isSecret(owner) && !isPlaceholder(value) && !/\s/.test(value)
        ? hide(value, message)
        : change(value, message),
    );
  // A pair of name and value is one thing to the patterns: what they find across strings is looked for in the strings.
  const inArguments = (text: string, message: number): string =>
    isJson(text) ? inJson(text, message) : change(text, message);
  const inSchema = (schema: ToolSchema): ToolSchema => {
    const before = JSON.stringify(schema);
    const after = withLiterals(before, ({ value }) => change(value, -1));
    return after === before ? schema : (JSON.parse(after) as ToolSchema);
  };
  const inMessage = (message: Message, index: number): Message => {
    const next: Message = { ...message };
    if (message.content !== null) next.content = change(message.content, index);
    if (message.reasoning !== undefined) next.reasoning = change(message.reasoning, index);
    if (message.name !== undefined) next.name = change(message.name, index);
    if (message.tool_call_id !== undefined) next.tool_call_id = change(message.tool_call_id, index);
    if (message.tool_calls) {
      next.tool_calls = message.tool_calls.map((call) => ({
        ...call,
        id: change(call.id, index),
        function: {
          name: change(call.function.name, index),
          arguments: inArguments(call.function.arguments, index),
        },
      }));
    }
    return next;
  };
  const redactedTitle = change(title, -1);
  const after = messages.map(inMessage);
  return {
    title: redactedTitle,
    transcript: tools ? { messages: after, tools: tools.map(inSchema) } : { messages: after },
  };
}

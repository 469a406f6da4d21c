/** Logs repeat the whole history at every call: of all recorded sequences, keeps those that no longer one begins with. */

import { isRecord, type JsonRecord, jsonText, own, ownArray } from './json-values';
import { readContent } from './openai-message';

/** A recorded sequence of OpenAI-like messages: what one call was sent, and its answer. */
export interface History {
  messages: JsonRecord[];
  line: number;
  /** Set beside the messages: tool schemas, a name, the id of the trace it belongs to. */
  tools?: unknown;
  name?: string | undefined;
  trace?: string | undefined;
}

const RECORDED = ['usage', 'timestamp', 'reasoning'];

/** The longest sequences in the order of their first appearance, and how many were only beginnings of others. */
export function keepLongest(histories: readonly History[]): { kept: History[]; repeated: number } {
  const kept: { history: History; signs: string[] }[] = [];
  /** Sequences by their first message: only those can begin alike. */
  const byFirst = new Map<string, number[]>();
  let repeated = 0;
  for (const history of histories) {
    if (history.messages.length === 0) continue;
    const signs = history.messages.map(signOf);
    const first = signs[0] as string;
    const alike = byFirst.get(first) ?? [];
    const at = alike.find((index) => {
      const other = kept[index];
      return other !== undefined && beginsAlike(other.signs, signs);
    });
    if (at === undefined) {
      alike.push(kept.length);
      byFirst.set(first, alike);
      kept.push({ history, signs });
      continue;
    }
    repeated++;
    const other = kept[at];
    if (!other) continue;
    const [longer, shorter] = signs.length > other.signs.length ? [history, other.history] : [other.history, history];
    const tools = longer.tools ?? shorter.tools;
    kept[at] = {
      history: {
        ...longer,
        messages: withRecords(longer.messages, shorter.messages),
        ...(tools !== undefined && { tools }),
      },
      signs: longer === history ? signs : other.signs,
    };
  }
  return { kept: kept.map(({ history }) => history), repeated };
}

/** Usage and times that were recorded when a message was new are often missing from its repetitions. */
function withRecords(messages: readonly JsonRecord[], earlier: readonly JsonRecord[]): JsonRecord[] {
  return messages.map((message, index) => {
    const before = earlier[index];
    return before ? { ...recordsOf(before), ...message } : message;
  });
}

function recordsOf(message: JsonRecord): JsonRecord {
  return Object.fromEntries(RECORDED.filter((key) => Object.hasOwn(message, key)).map((key) => [key, message[key]]));
}

function beginsAlike(one: readonly string[], other: readonly string[]): boolean {
  const shorter = Math.min(one.length, other.length);
  for (let index = 0; index < shorter; index++) if (one[index] !== other[index]) return false;
  return true;
}

/** What makes two records the same message: role, text, and the names and arguments of calls. Ids and times may differ. */
function signOf(message: JsonRecord): string {
  const { text, calls } = readContent(own(message, 'content'), []);
  const named = (ownArray(message, 'tool_calls') ?? []).map((call) =>
    isRecord(call) ? [own(call, 'name'), own(call, 'arguments')] : call,
  );
  return jsonText([own(message, 'role'), text || null, calls, named]);
}

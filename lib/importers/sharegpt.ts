/** ShareGPT and its relatives: `conversations` of `from` and `value`, calls as JSON text in turns, tools as a string. */

import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { formatNumber, isRecord, type JsonRecord, own, ownArray, ownString, ownText, ownWord } from './json-values';
import { imageTokens } from './media-text';
import { callsIn, glaiveTurns, type SharegptCall, taggedCalls, taggedResults } from './sharegpt-calls';
import { shortTitle } from './titles';

const LISTS = ['conversations', 'conversation', 'items', 'messages', 'dialog'];
const FROM = ['from', 'role', 'sender'];
const VALUE = ['value', 'text', 'content', 'markdown'];
const ROLES = new Map([
  ['human', 'user'],
  ['user', 'user'],
  ['gpt', 'assistant'],
  ['chatgpt', 'assistant'],
  ['assistant', 'assistant'],
  ['bing', 'assistant'],
  ['bard', 'assistant'],
  ['bot', 'assistant'],
  ['ai', 'assistant'],
  ['model', 'assistant'],
  ['system', 'system'],
  ['function_call', 'call'],
  ['function-call', 'call'],
  ['tool_call', 'call'],
  ['observation', 'tool'],
  ['tool', 'tool'],
  ['function_response', 'tool'],
  ['function-response', 'tool'],
  ['tool_response', 'tool'],
  ['ipython', 'tool'],
]);
const READ = new Set([...LISTS, 'tools', 'system', 'system_prompt', 'id', 'title', 'images', 'chat']);
const READ_PAIRS = new Set([...READ, 'chosen']);
const READ_TURN = new Set([...FROM, ...VALUE, 'weight', 'loss']);
const FROM_TEXTS = new Set(FROM);
const LOOKED_AT = 50;

export const sharegpt: Importer = {
  id: 'sharegpt',
  label: 'ShareGPT',
  detect,
  start: () => new SharegptSession(),
};

function isTurn(value: unknown): boolean {
  return isRecord(value) && typeof own(value, 'from') === 'string' && VALUE.some((key) => key in value);
}

/** Outside of `conversations` only the pair of `from` and `value` says that it is this format. */
function isBareTurn(value: unknown): boolean {
  return isTurn(value) && isRecord(value) && 'value' in value;
}

function turnsOf(record: JsonRecord): readonly unknown[] | undefined {
  for (const key of LISTS) {
    const list = ownArray(record, key);
    if (list?.slice(0, LOOKED_AT).some(isTurn)) return list;
  }
  return undefined;
}

function isGlaive(record: JsonRecord): boolean {
  return (
    typeof own(record, 'chat') === 'string' &&
    /(?:^|\n)\s*(?:USER|ASSISTANT): /.test((record.chat as string).slice(0, 4000))
  );
}

function detect(sample: Sample): Verdict {
  let found = 0;
  let glaive = 0;
  let roles = 0;
  let near = 0;
  let looked = 0;
  for (const { value } of sample.records.slice(0, LOOKED_AT)) {
    for (const entry of Array.isArray(value) ? value.slice(0, LOOKED_AT) : [value]) {
      looked++;
      if (Array.isArray(entry) ? entry.some(isBareTurn) : isRecord(entry) && (turnsOf(entry) || isBareTurn(entry)))
        found++;
      else if (isTurn(entry)) near++;
      else if (isRecord(entry) && isGlaive(entry)) glaive++;
      else if (isRecord(entry) && 'conversations' in entry) roles++;
    }
  }
  if (found > 0)
    return {
      confidence: found * 2 >= looked ? 0.95 : 0.6,
      reason: `${formatNumber(found)} of the first ${formatNumber(looked)} entries hold turns with \`from\` and \`value\`.`,
    };
  if (glaive > 0)
    return { confidence: 0.9, reason: 'Entries hold `chat` texts with USER and ASSISTANT, as Glaive writes them.' };
  if (roles > 0) return { confidence: 0.2, reason: 'It has `conversations`, but no turn in them has `from`.' };
  if (near > 0) return { confidence: 0.3, reason: 'Entries have `from`, but their text is not under `value`.' };
  return { confidence: 0, reason: 'No turn with `from` and `value` was found.' };
}

class SharegptSession implements ImportSession {
  private readonly collector = new Collector();
  /** Turns that stand alone on their lines are one conversation. */
  private readonly loose: { turn: unknown; line: number }[] = [];

  push({ value, line }: FileRecord): void {
    if (Array.isArray(value) && !value.some(isTurn)) for (const entry of value) this.pushEntry(entry, line);
    else this.pushEntry(value, line);
  }

  private pushEntry(entry: unknown, line: number): void {
    if (Array.isArray(entry)) this.read({}, entry, line);
    else if (!isRecord(entry)) this.collector.skipped.add(line, 'a value that is no object');
    else if (isTurn(entry)) this.loose.push({ turn: entry, line });
    else {
      const turns = turnsOf(entry) ?? LISTS.map((key) => ownArray(entry, key)).find((list) => list !== undefined);
      if (turns) this.read(entry, turns, line);
      else if (isGlaive(entry))
        this.read(
          { ...entry, system: ownString(entry, 'system')?.replace(/^SYSTEM: /, '') },
          glaiveTurns(entry.chat as string),
          line,
        );
      else this.collector.skipped.add(line, 'an entry without `conversations`');
    }
  }

  private read(owner: JsonRecord, turns: readonly unknown[], line: number): void {
    const builder = this.collector.builder();
    builder.addTools(own(owner, 'tools'), line);
    const system = ownText(owner, 'system') ?? ownText(owner, 'system_prompt');
    if (system !== undefined) builder.add({ role: 'system', content: system }, line);
    const images = [...(ownArray(owner, 'images') ?? [])];
    const preferred = own(owner, 'chosen');
    const all = isTurn(preferred) ? [...turns, preferred] : turns;
    if (isTurn(preferred))
      this.collector.note('Answers come in pairs: the chosen one is read, the rejected one is not.');
    for (const turn of all) for (const message of this.messages(turn, images, line)) builder.add(message, line);
    this.collector.unreadFields(owner, isTurn(preferred) ? READ_PAIRS : READ);
    this.collector.close(builder, { title: ownWord(owner, 'title'), name: ownWord(owner, 'id') });
  }

  private messages(turn: unknown, images: unknown[], line: number): JsonRecord[] {
    const { collector } = this;
    if (!isRecord(turn)) {
      collector.skipped.add(line, 'a value that is no object stands among turns');
      return [];
    }
    collector.unreadFields(turn, READ_TURN, FROM_TEXTS);
    const from = FROM.map((key) => ownString(turn, key)).find((name) => name !== undefined) ?? '';
    const value = VALUE.map((key) => own(turn, key)).find((text) => text !== undefined) ?? null;
    const known = ROLES.get(from.toLowerCase());
    if (known === undefined && value === null) {
      collector.skipped.add(line, `a turn from "${shortTitle(from)}" without a text`);
      return [];
    }
    if (known === 'call') return [this.call(value, line)];
    if (known === 'tool')
      return (typeof value === 'string' ? (taggedResults(value) ?? [value]) : [value]).map((content) => ({
        role: 'tool',
        content,
      }));
    const message = { role: known ?? from, content: value, ...pictures(value, images) };
    const tagged = known === 'assistant' && typeof value === 'string' ? taggedCalls(value) : undefined;
    return tagged ? [{ ...message, content: tagged.text || null, tool_calls: tagged.calls }] : [message];
  }

  private call(value: unknown, line: number): JsonRecord {
    const calls: SharegptCall[] | undefined = typeof value === 'string' ? callsIn(value) : undefined;
    if (calls) return { role: 'assistant', content: null, tool_calls: calls };
    this.collector.repaired.add(line, 'a function call that is not the JSON of a name and arguments stays text');
    return { role: 'assistant', content: value };
  }

  finish(): ParsedFile {
    if (this.loose.length > 0) {
      const builder = this.collector.builder();
      for (const { turn, line } of this.loose)
        for (const message of this.messages(turn, [], line)) builder.add(message, line);
      this.collector.close(builder);
    }
    return this.collector.finish();
  }
}

/** Every `<image>` in a text stands for the next of the entry's images. */
function pictures(value: unknown, images: unknown[]): { imageTokens?: number } {
  if (typeof value !== 'string' || images.length === 0) return {};
  let tokens = 0;
  for (let at = value.indexOf('<image>'); at >= 0 && images.length > 0; at = value.indexOf('<image>', at + 7)) {
    const image = images.shift();
    tokens += imageTokens(typeof image === 'string' && image.startsWith('data:') ? image : undefined);
  }
  return tokens > 0 ? { imageTokens: tokens } : {};
}

/** The documents' systems as plainly as they can be written, with guards off: everything is done again at every step. Tests compare. */

import { codePointLength, type TokenCounter } from '@/lib/engine/accounting';
import { itemText } from '@/lib/engine/items';
import type { Config } from '@/lib/engine/system';
import type { Message } from '@/lib/engine/transcript';
import { chars4 } from '@/lib/tokenizers/chars4';

/** A message by its index, or one that the system wrote. */
type Entry = number | Message;

export interface ModelCall {
  tokens: number;
  window: Entry[];
}

export type Answer = (ordinal: number, count: number) => string | null;

const isInstruction = (message: Message | undefined) => message?.role === 'system' || message?.role === 'developer';

/** Calls `assemble` where the replay asks for a window, and `add` for every message. */
function played(messages: readonly Message[], add: (index: number) => void, assemble: () => ModelCall): ModelCall[] {
  const calls: ModelCall[] = [];
  for (const [index, message] of messages.entries()) {
    if (message.role === 'assistant') calls.push(assemble());
    add(index);
  }
  calls.push(assemble());
  return calls;
}

export function threePhaseModel(messages: readonly Message[], config: Config, answer: Answer): ModelCall[] {
  const { hardLimit, targetLimit, keepRecent } = config as { [name: string]: number };
  const counter: TokenCounter = chars4;
  const instructions: number[] = [];
  let items: number[] = [];
  let summary: string | null = null;
  let requests = 0;
  const at = (index: number) => messages[index] as Message;
  const cost = (index: number) => counter.count(itemText(at(index))) + 4;
  const total = () => {
    let tokens = summary === null ? 0 : counter.count(summary) + 12;
    for (const item of items) tokens += cost(item);
    return tokens;
  };
  const over = () => total() > (targetLimit as number);
  const remove = (item: number) => {
    items = items.filter((one) => one !== item);
  };
  const compact = () => {
    const kept = new Set((keepRecent as number) > 0 ? items.slice(-(keepRecent as number)) : []);
    const old = () => items.filter((item) => !kept.has(item));
    for (const item of old()) {
      if (over() && at(item).role === 'tool' && at(item).priority === 'low') remove(item);
    }
    if (over() && old().length > 0) {
      requests++;
      try {
        summary = answer(requests, old().length) ?? summary;
        items = items.filter((item) => kept.has(item));
      } catch {
        // What could not be summarised is evicted below.
      }
    }
    for (const item of old()) if (over()) remove(item);
    if (over()) summary = null;
    while (over() && items.length > 0) items.shift();
  };
  return played(
    messages,
    (index) => {
      if (isInstruction(at(index))) instructions.push(index);
      else {
        items.push(index);
        if (total() >= (hardLimit as number)) compact();
      }
    },
    () => {
      const front: Message[] = summary === null ? [] : [{ role: 'developer', content: `SUMMARY:${summary}` }];
      return { tokens: total(), window: [...instructions, ...front, ...items] };
    },
  );
}

export function rollingSummaryModel(messages: readonly Message[], config: Config, answer: Answer): ModelCall[] {
  const { tokenCap, keepLatest } = config as { [name: string]: number };
  const instructions: number[] = [];
  let items: number[] = [];
  let summary = '';
  let requests = 0;
  const total = () => {
    let tokens = chars4.count(summary);
    for (const item of items) tokens += chars4.count(itemText(messages[item] as Message));
    return tokens;
  };
  const joined = (): Entry[] => {
    if (instructions.length < 2) return instructions;
    const texts = instructions.map((index) => messages[index]?.content ?? '');
    return [{ role: messages[instructions[0] as number]?.role ?? 'system', content: texts.join('\n\n') }];
  };
  return played(
    messages,
    (index) => {
      if (isInstruction(messages[index])) {
        instructions.push(index);
        return;
      }
      items.push(index);
      const old = items.slice(0, -(keepLatest as number));
      if (total() <= (tokenCap as number) || old.length === 0) return;
      requests++;
      try {
        summary = answer(requests, old.length) ?? 'NOTHING';
        items = items.slice(-(keepLatest as number));
      } catch {
        // As it was.
      }
    },
    () => {
      const front: Message[] = summary === '' ? [] : [{ role: 'system', content: `SUMMARY:${summary}` }];
      return { tokens: total(), window: [...joined(), ...front, ...items] };
    },
  );
}

export function messageCapModel(messages: readonly Message[], config: Config): ModelCall[] {
  const window: number[] = [];
  return played(
    messages,
    (index) => {
      window.push(index);
      while (window.length > (config.maxMessages as number)) window.shift();
    },
    () => ({ tokens: window.length, window: [...window] }),
  );
}

/** Tool groups of a list: a result belongs to the nearest call with its id before it in the list, or to itself. */
function groupsOf(list: readonly number[], messages: readonly Message[]): number[][] {
  const groups: number[][] = [];
  const latest = new Map<string, number[]>();
  for (const index of list) {
    const message = messages[index] as Message;
    const owner = message.role === 'tool' ? latest.get(message.tool_call_id ?? '') : undefined;
    const group = owner ?? [];
    if (!owner) groups.push(group);
    group.push(index);
    if (message.role === 'assistant') for (const call of message.tool_calls ?? []) latest.set(call.id, group);
  }
  return groups;
}

export function contextManagerModel(messages: readonly Message[], config: Config, answer: Answer): ModelCall[] {
  const { maxMessages, windowSize, keepTurns, summaryThreshold, hysteresis, contextWindow, reserve } = config as {
    [name: string]: number;
  } as {
    [Name in
      | 'maxMessages'
      | 'windowSize'
      | 'keepTurns'
      | 'summaryThreshold'
      | 'hysteresis'
      | 'contextWindow'
      | 'reserve']: number;
  };
  const at = (entry: Entry) => (typeof entry === 'number' ? (messages[entry] as Message) : entry);
  const limit = contextWindow - reserve;
  const budget = summaryThreshold > 0 ? summaryThreshold : limit;
  const estimate = (entries: readonly Entry[]) => {
    let characters = 0;
    for (const entry of entries) {
      characters += codePointLength(at(entry).content ?? '');
      for (const call of at(entry).tool_calls ?? []) {
        characters += codePointLength(call.function.name) + codePointLength(call.function.arguments);
      }
    }
    return Math.floor(characters / 4) + 4 * entries.length;
  };
  const instructions: number[] = [];
  let log: number[] = [];
  let turn: number[] = [];
  let cache: { summary: Message[]; cut: number } | null = null;
  let requests = 0;
  const users = () => log.filter((index) => at(index).role === 'user').map((index) => log.indexOf(index));
  const capped = (): number[] => {
    if (config.strategy === 'keep_recent') {
      let start = Math.max(0, log.length - maxMessages);
      while (start > 0 && at(log[start] as number).role === 'tool') start--;
      return log.slice(start);
    }
    const starts = users();
    return starts.length > windowSize ? log.slice(starts[starts.length - windowSize]) : log;
  };
  const managed = (): { front: Message[]; rest: number[] } => {
    if (config.strategy !== 'summarize') return { front: [], rest: log };
    if (cache && estimate([...cache.summary, ...log.slice(cache.cut)]) <= budget * (1 + hysteresis)) {
      return { front: cache.summary, rest: log.slice(cache.cut) };
    }
    const starts = users();
    if (estimate(log) <= budget || starts.length <= keepTurns) return { front: [], rest: log };
    const cut = keepTurns > 0 ? (starts[starts.length - keepTurns] as number) : log.length;
    const summary: Message[] = [];
    if (config.summarizer !== 'drop') {
      requests++;
      try {
        const text = answer(requests, cut);
        const content = `SUMMARY:${text}`;
        if (text !== null) summary.push({ role: 'system', content });
      } catch {
        return { front: [], rest: log.slice(cut) };
      }
    }
    cache = { summary, cut };
    return { front: summary, rest: log.slice(cut) };
  };
  return played(
    messages,
    (index) => {
      const message = at(index);
      if (isInstruction(message)) {
        instructions.push(index);
        return;
      }
      if (message.role === 'user') {
        log = [...log, ...turn];
        turn = [];
        if (config.strategy !== 'summarize') log = capped();
      }
      turn.push(index);
    },
    () => {
      const { front, rest } = managed();
      let old = groupsOf(rest, messages);
      let current = groupsOf(turn, messages);
      const window = () => [
        ...instructions,
        ...front,
        ...[...old.flat()].sort((a, b) => a - b),
        ...[...current.flat()].sort((a, b) => a - b),
      ];
      while (estimate(window()) > limit && old.length > 0) old = old.slice(1);
      while (estimate(window()) > limit) {
        const next = current.findIndex((group) => at(group[0] as number).role !== 'user');
        if (next < 0 || next >= current.length - 1) break;
        current = current.filter((_, place) => place !== next);
      }
      return { tokens: estimate(window()), window: window() };
    },
  );
}

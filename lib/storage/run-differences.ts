/** What is different between a run that was kept and the present one, in words: settings, transcript, engine. */

import type { LaneEntryRecord, RunRecord } from './records';

/** What made a run. */
export type RunMaker = Pick<RunRecord, 'engine' | 'fingerprint' | 'settings'>;

export interface RunDifference {
  what: 'engine' | 'transcript' | 'settings';
  /** "Lane 1, managed-window: compactAt 0.7 → 0.65" */
  text: string;
}

/** How settings are called: the page has their labels, this room has not. */
export interface Naming {
  lane?: (entry: LaneEntryRecord, position: number) => string;
  parameter?: (system: string, name: string) => string;
  guard?: (system: string, name: string) => string;
}

/** Longest value that is spelled out. */
const SPELLED_OUT = 40;

/** Engine first, then the transcript, then the settings in their order. Empty where nothing is different. */
export function runDifferences(old: RunMaker, now: RunMaker, naming: Naming = {}): RunDifference[] {
  const differences: RunDifference[] = [];
  const say = (what: RunDifference['what'], text: string) => differences.push({ what, text });
  if (old.engine !== now.engine) {
    say('engine', `Engine ${old.engine} → ${now.engine}: figures may differ because the program does.`);
  }
  if (old.fingerprint !== now.fingerprint) {
    const edits = (old.settings.edits?.length ?? 0) !== (now.settings.edits?.length ?? 0);
    say('transcript', edits ? 'The transcript was edited since.' : 'The transcript is another one.');
  }
  for (const text of settingsDifferences(old.settings, now.settings, naming)) say('settings', text);
  return differences;
}

function settingsDifferences(old: RunMaker['settings'], now: RunMaker['settings'], naming: Naming): string[] {
  const texts: string[] = [];
  const called = (entry: LaneEntryRecord, position: number) =>
    naming.lane?.(entry, position) ?? `Lane ${position + 1}, ${entry.name || entry.lane.system}`;
  const before = new Map(old.lanes.map((entry) => [entry.id, entry]));
  for (const [position, entry] of now.lanes.entries()) {
    const was = before.get(entry.id);
    before.delete(entry.id);
    const name = called(entry, position);
    if (!was) texts.push(`${name}: new`);
    else for (const text of laneDifferences(was, entry, naming)) texts.push(`${name}: ${text}`);
  }
  for (const [position, entry] of old.lanes.entries()) {
    if (before.has(entry.id)) texts.push(`${called(entry, position)}: removed`);
  }
  if (old.yardstick !== now.yardstick) texts.push(`Sent tokens counted with ${old.yardstick} → ${now.yardstick}`);
  if (!same(old.probes, now.probes)) texts.push(`Probes: ${counted(old.probes)} → ${counted(now.probes)}`);
  if (!same(old.prices, now.prices)) texts.push('Prices changed');
  return texts;
}

function laneDifferences({ lane: old }: LaneEntryRecord, { lane: now }: LaneEntryRecord, naming: Naming): string[] {
  if (old.system !== now.system) return [`system ${old.system} → ${now.system}`];
  const { system } = now;
  const texts: string[] = [];
  for (const name of namesOf(old.config, now.config)) {
    if (same(old.config[name], now.config[name])) continue;
    const label = naming.parameter?.(system, name) ?? name;
    texts.push(`${label} ${change(old.config[name], now.config[name])}`);
  }
  for (const name of namesOf(old.guards, now.guards)) {
    if (old.guards[name] === now.guards[name]) continue;
    const label = naming.guard?.(system, name) ?? name;
    texts.push(`guard ${label} ${now.guards[name] ? 'off → on' : 'on → off'}`);
  }
  if (!same(old.summarizer, now.summarizer)) {
    const kinds = old.summarizer.kind !== now.summarizer.kind;
    texts.push(kinds ? `summarizer ${old.summarizer.kind} → ${now.summarizer.kind}` : 'settings of the summarizer');
  }
  return texts;
}

/** Names of either, those of the first before those that only the second has. */
function namesOf(one: object, other: object): string[] {
  return [...new Set([...Object.keys(one), ...Object.keys(other)])];
}

/** The same JSON, in whatever order its fields stand. */
function same(one: unknown, other: unknown): boolean {
  return ordered(one) === ordered(other);
}

function ordered(value: unknown): string {
  return (
    JSON.stringify(value, (_name, inner: unknown) =>
      typeof inner === 'object' && inner !== null && !Array.isArray(inner)
        ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
        : inner,
    ) ?? 'undefined'
  );
}

function change(old: unknown, now: unknown): string {
  if (Array.isArray(old) && Array.isArray(now) && old.length !== now.length) return `${counted(old)} → ${counted(now)}`;
  const [from, to] = [shown(old), shown(now)];
  return from === null || to === null ? 'changed' : `${from} → ${to}`;
}

function counted(list: readonly unknown[]): string {
  return list.length === 0 ? 'none' : String(list.length);
}

/** A value in a few characters, or null where it takes more. */
function shown(value: unknown): string | null {
  if (value === undefined || value === null) return 'none';
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return text.length > SPELLED_OUT ? null : text;
}

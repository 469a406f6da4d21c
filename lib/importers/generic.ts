/** The fallback: anything with entries that have a role and a text under usual names; never chosen without asking. */

import { Collector } from './collector';
import { readEntry, roleAndText, rowMessages, SpeakerRoles } from './generic-entries';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { formatNumber, isRecord, type JsonRecord, ownWord } from './json-values';
import { findLists, mostlyFits, VALUES_SAMPLED } from './list-search';

/** Always under the confidence from which an importer is chosen without asking. */
const SUREST = 0.45;
const LOOKED_AT = 200;

export const generic: Importer = {
  id: 'generic',
  label: 'Anything with roles and texts',
  detect,
  start: () => new GenericSession(),
};

function isEntry(value: unknown): boolean {
  return isRecord(value) && roleAndText(value) !== undefined;
}

function isRow(value: unknown): boolean {
  return isRecord(value) && rowMessages(value) !== undefined;
}

/** Entries that stand alone on their lines, or in the lists of a value. */
function entriesOf(value: unknown): readonly unknown[] {
  if (isEntry(value) || isRow(value)) return [value];
  const lists = findLists(value, isEntry, VALUES_SAMPLED);
  return (lists.length > 0 ? lists : findLists(value, isRow, VALUES_SAMPLED)).flatMap(({ list }) =>
    list.slice(0, LOOKED_AT),
  );
}

function detect(sample: Sample): Verdict {
  if (sample.container === 'text') return { confidence: 0, reason: 'The file is text, not JSON.' };
  const pairs = new Map<string, number>();
  let looked = 0;
  for (const { value } of sample.records) {
    if (looked >= LOOKED_AT) break;
    const entries = entriesOf(value);
    if (entries.length === 0) looked++;
    for (const entry of entries) {
      looked++;
      if (!isRecord(entry)) continue;
      const keys = roleAndText(entry);
      const row = keys ? undefined : rowMessages(entry);
      const pair = keys ? `${keys.role}\` and \`${keys.text}` : row?.keys.join('` and `');
      if (pair !== undefined) pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
    }
  }
  const [best] = [...pairs].sort(([, one], [, other]) => other - one);
  if (!best) return { confidence: 0, reason: 'No entries with a role and a text under any usual name were found.' };
  const [pair, count] = best;
  const reason = `${formatNumber(count)} of ${formatNumber(looked)} entries have \`${pair}\`, which would be read as role and text.`;
  if (pair === 'role` and `content')
    return { confidence: 0.1, reason: `${reason} OpenAI chat reads the same and more.` };
  return { confidence: Math.max(0.05, Math.round((SUREST * 100 * count) / looked) / 100), reason };
}

class GenericSession implements ImportSession {
  private readonly collector = new Collector();
  /** Entries that stand alone on their lines are one conversation. */
  private readonly loose: { entry: JsonRecord; line: number }[] = [];
  private readonly keys = new Set<string>();

  push({ value, line }: FileRecord): void {
    const isMixed = Array.isArray(value) && !mostlyFits(value, isEntry) && !mostlyFits(value, isRow);
    for (const entry of isMixed ? value : [value]) this.pushValue(entry, line);
  }

  private pushValue(value: unknown, line: number): void {
    if (isRecord(value) && isEntry(value)) {
      this.loose.push({ entry: value, line });
      return;
    }
    if (isRow(value)) {
      this.rows([value], line);
      return;
    }
    const lists = findLists(value, isEntry);
    for (const { list, owner } of lists) {
      const entries = list.map((entry) => ({ entry, line }));
      this.read(entries, owner && (ownWord(owner, 'title') ?? ownWord(owner, 'name')));
    }
    const rows = lists.length > 0 ? [] : findLists(value, isRow);
    for (const { list } of rows) this.rows(list, line);
    if (lists.length + rows.length === 0)
      this.collector.skipped.add(line, 'nothing with a role and a text under any usual name');
  }

  private read(entries: readonly { entry: unknown; line: number }[], title: string | undefined): void {
    const builder = this.collector.builder();
    const roles = new SpeakerRoles();
    for (const { entry } of entries) if (isRecord(entry)) roles.hear(entry);
    for (const { entry, line } of entries) {
      const keys = isRecord(entry) ? roleAndText(entry) : undefined;
      if (!isRecord(entry) || !keys) {
        this.collector.skipped.add(line, 'an entry without a role and a text');
        continue;
      }
      this.keys.add(`\`${keys.role}\` and \`${keys.text}\``);
      builder.add(readEntry(entry, keys, roles), line);
    }
    for (const guess of roles.guesses) this.collector.note(guess);
    this.collector.close(builder, { title });
  }

  /** Rows of a question and its answer: each is a conversation of its own. */
  private rows(list: readonly unknown[], line: number): void {
    for (const entry of list) {
      const row = isRecord(entry) ? rowMessages(entry) : undefined;
      if (!row) {
        this.collector.skipped.add(line, 'a row without a question and an answer');
        continue;
      }
      this.keys.add(row.keys.map((key) => `\`${key}\``).join(' and '));
      const builder = this.collector.builder();
      for (const message of row.messages) builder.add(message, line);
      this.collector.close(builder);
    }
  }

  finish(): ParsedFile {
    if (this.loose.length > 0) this.read(this.loose, undefined);
    if (this.keys.size > 0)
      this.collector.note(
        `The format is not known: ${[...this.keys].slice(0, 8).join(', ')} were read as role and text, and nothing else of the entries but calls, names and times.`,
      );
    return this.collector.finish();
  }
}

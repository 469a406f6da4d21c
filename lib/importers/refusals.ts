/** Why a file could not be loaded: empty, unreadable, of no known format, or without messages; each with what to do about it. */

import { describeRecords, nearMessage } from './describe-json';
import { ImportError } from './import-error';
import type { ParsedFile, Sample } from './importer';
import { formatNumber } from './json-values';
import { strangerIn, strangerText } from './known-strangers';
import type { RecordReader } from './records';
import type { Candidate } from './registry';

type Offer = NonNullable<ImportError['alternatives']>[number];

export function emptyFile(where: string, bytes: number): ImportError {
  return new ImportError({
    what: bytes === 0 ? 'The file is empty' : 'The file holds nothing but white space',
    where,
    remedy: 'Choose the file that holds the transcript; if it should be this one, export it again.',
    looksLike: 'an empty file',
  });
}

/** Where nothing in the file is a JSON object or array: why, by what stands there. Undefined for plain text. */
export function unreadable(where: string, head: string, reader: RecordReader): ImportError | undefined {
  const place = placeOf(where, reader);
  const first = reader.skipped.first?.reason;
  if (/^\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype\s+html|html|head|body)\b/i.test(head)) {
    return new ImportError({
      what: 'This is an HTML page, not a transcript',
      where,
      remedy: 'Often it is a login or error page saved in place of a download: download the transcript again.',
      looksLike: 'an HTML page',
    });
  }
  if (reader.tooDeep) {
    return new ImportError({
      what: first ?? 'The JSON is nested too deep',
      where: place,
      remedy: 'No transcript nests like this: check how the file was made.',
      looksLike: 'JSON nested too deep',
    });
  }
  if (reader.overCap) {
    return new ImportError({
      what: first ?? 'A line is too long',
      where: place,
      remedy: 'Split the file, or write it as JSON lines with one message or conversation a line.',
    });
  }
  if (reader.asText || reader.skipped.count === 0) return undefined;
  return new ImportError({
    what: `The JSON is broken: ${reader.mistake?.reason ?? first ?? 'it cannot be parsed'}`,
    where: place,
    remedy: 'Mend it there, or export the transcript again.',
    looksLike: 'broken JSON',
  });
}

function placeOf(fileName: string, { mistake, skipped }: RecordReader): string {
  const line = mistake?.line ?? skipped.first?.line ?? 1;
  const column = mistake && mistake.column > 1 ? `, column ${formatNumber(mistake.column)}` : '';
  return `${fileName}, line ${formatNumber(line)}${column}`;
}

function offersOf(ranked: readonly Candidate[]): Offer[] {
  return ranked
    .filter(({ verdict }) => verdict.confidence > 0)
    .map(({ importer, verdict }) => ({ id: importer.id, label: importer.label, reason: verdict.reason }));
}

/** No importer is sure: names the family where it is a known one, else what the content looks like and what comes near. */
export function unknownFormat(
  where: string,
  sample: Sample,
  ranked: readonly Candidate[],
  complete: boolean,
): ImportError {
  const alternatives = offersOf(ranked);
  const looksLike = sample.container === 'text' ? 'plain text' : describeRecords(sample.records, complete);
  const known = sample.container === 'text' ? strangerText(sample.head) : strangerIn(sample.records);
  const near = nearMessage(sample.records);
  const best = alternatives[0];
  if (known && !best)
    return new ImportError({
      what: `This is ${known.what}, which is not read`,
      where,
      remedy: known.remedy,
      looksLike: known.what,
    });
  if (!best) {
    const remedy =
      near ??
      'A transcript is a list of messages with `role` and `content`, or an object with such a list in `messages`.';
    return new ImportError({ what: `This is no transcript: it looks like ${looksLike}`, where, remedy, looksLike });
  }
  const offer = `It can be read as ${best.label}: choose that format to go on.`;
  return new ImportError({
    what: `No format is sure of this file: it looks like ${looksLike}`,
    where,
    remedy: [near ?? best.reason, offer].join(' '),
    looksLike,
    alternatives,
  });
}

/** The chosen importer found no message; the others that came near are offered. */
export function nothingLoaded(
  where: string,
  chosen: Candidate,
  parsed: ParsedFile,
  reader: RecordReader,
  ranked: readonly Candidate[],
): ImportError {
  const first = parsed.skipped[0] ?? reader.skipped.first;
  const reason = first ? ` (line ${formatNumber(first.line)}: ${first.reason})` : '';
  return new ImportError({
    what: `Read as ${chosen.importer.label}, the file holds no messages${reason}`,
    where,
    remedy: 'Choose another format, or check that this is the file with the conversation.',
    alternatives: offersOf(ranked.filter(({ importer }) => importer !== chosen.importer)),
  });
}

/** What came of an export or import of the library: what was added, what was here, what stands beside it, what was wrong. */
'use client';

import type { ReactNode } from 'react';
import type { ExportReport, ImportReport } from '@/lib/store/library-desk';
import { sizeText, whole } from '../ui/format';

export type Outcome =
  | { kind: 'exported'; name: string; report: ExportReport }
  | { kind: 'imported'; report: ImportReport };

/** Problems that are listed; the rest is a number. */
const LISTED = 20;

export function UpkeepOutcome({ outcome }: { outcome: Outcome }) {
  return (
    <div role="status" className="rounded-lg border border-rule-strong bg-panel px-4 py-3">
      {outcome.kind === 'exported' ? (
        <>
          <p className="font-medium">
            {whole(outcome.report.records)} records are in {outcome.name}, {sizeText(outcome.report.file.size)}.
          </p>
          <Listed
            title="Left out, because they could not be read"
            lines={outcome.report.left.map(({ kind, title, reason }) => `${kind} “${title}”: ${reason}`)}
          />
        </>
      ) : (
        <Imported report={outcome.report} />
      )}
    </div>
  );
}

function Imported({ report }: { report: ImportReport }) {
  const { added, same, copied, problems, cut, stopped } = report;
  return (
    <>
      <p className="font-medium tabular-nums">
        {whole(added.length)} added, {whole(same.length)} already here, {whole(copied.length)} put beside what is here,{' '}
        {whole(problems.length)} {problems.length === 1 ? 'problem' : 'problems'}.
      </p>
      {stopped ? (
        <p className="text-trouble">
          {stopped.reason} {stopped.remedy}
        </p>
      ) : null}
      {cut && !stopped ? (
        <p className="text-trouble">The end of the file is missing: what came before it was taken in.</p>
      ) : null}
      <Listed
        title="Beside what is here, because something else has their place"
        lines={copied.map(({ kind, title }) => `${kind} “${title}”`)}
      />
      <Listed
        title="Not taken in"
        lines={problems.map(({ line, what, reason }) => `Line ${whole(line)}, ${what}: ${reason}`)}
      />
    </>
  );
}

function Listed({ title, lines }: { title: string; lines: readonly string[] }): ReactNode {
  if (lines.length === 0) return null;
  return (
    <>
      <p className="mt-2 text-ink-soft">{title}:</p>
      <ul className="list-disc pl-5">
        {lines.slice(0, LISTED).map((line, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a finished list, whose lines may be the same
          <li key={place} className="break-words">
            {line}
          </li>
        ))}
      </ul>
      {lines.length > LISTED ? <p className="text-ink-soft">and {whole(lines.length - LISTED)} more.</p> : null}
    </>
  );
}

/** What a link carries, for the sender before it goes out and for the receiver before it opens: the same lists for both. */

import type { OutgoingWord } from '@/lib/links/words';
import { whole } from '../ui/format';

export function SmallHeading({ children }: { children: React.ReactNode }) {
  return <h3 className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">{children}</h3>;
}

export function Lines({ lines, label }: { lines: readonly string[]; label: string }) {
  return (
    <ul aria-label={label} className="list-disc pl-5">
      {lines.map((line, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two lanes may be described by the same line, and the list never changes
        <li key={at} className="wrap-anywhere">
          {line}
        </li>
      ))}
    </ul>
  );
}

/** Rows that are shown; a stranger's link may have thousands. */
const SHOWN = 1000;

/** Every text that somebody wrote, with its place. Long ones are shown whole: nothing goes out unseen. */
export function Words({ words, none }: { words: readonly OutgoingWord[]; none: string }) {
  if (words.length === 0) return <p className="text-ink-soft">{none}</p>;
  return (
    <>
      <dl aria-label="Words" tabIndex={0} className="scroll-thin max-h-44 overflow-y-auto border-rule border-y">
        {words.slice(0, SHOWN).map(({ where, text }, at) => (
          <div
            // biome-ignore lint/suspicious/noArrayIndexKey: places may repeat, and the list never changes
            key={at}
            className="grid grid-cols-[minmax(0,2fr)_minmax(0,3fr)] gap-3 border-rule border-b py-1 text-[12px] last:border-b-0"
          >
            <dt className="wrap-anywhere font-mono text-ink-soft">{where}</dt>
            <dd className="wrap-anywhere whitespace-pre-wrap">{text}</dd>
          </div>
        ))}
      </dl>
      {words.length > SHOWN ? <p className="text-ink-soft">and {whole(words.length - SHOWN)} more</p> : null}
    </>
  );
}

/** Cells of the counters' tables: a share that is off, with its sign, and what stands there until it is known. */

import type { Deviation } from '@/lib/store/measuring';
import { whole } from '../ui/format';
import type { InTurn } from './use-in-turn';

const HEAD_FORM = 'border-rule border-b px-2 py-1.5 align-bottom font-medium text-ink-soft leading-tight';
export const HEAD = `${HEAD_FORM} text-right`;
export const WORD_HEAD = `${HEAD_FORM} text-left`;
export const CELL = 'border-rule border-b px-2 py-1 text-right';
/** For words instead of numbers. */
export const WORDS = 'border-rule border-b px-2 py-1 text-left';
export const FIRST_HEAD =
  'sticky left-0 z-10 border-rule border-b bg-paper px-4 py-1.5 text-left align-bottom font-medium text-ink-soft leading-tight';
export const FIRST =
  'sticky left-0 z-10 border-rule border-b bg-paper px-4 py-1 text-left font-normal group-hover:bg-hover';
/** A title stays in sight while a wide table moves under it. */
export const CAPTION = 'sticky left-0 inline-block max-w-[min(96ch,100vw)] px-4';
/**
 * Lines of whole pixels, so that the rules of a column that stays meet those of the columns that move. The last column ends where
 * the text of the panel does.
 */
export const TABLE =
  'w-max min-w-full border-separate border-spacing-0 text-[12.5px] leading-[18px] tabular-nums [&_tr>:last-child]:pr-4';

/** −12.345 → "−12.3 %", which never breaks. */
export function percentText(percent: number | null): string {
  if (percent === null) return '–';
  const rounded = Math.abs(percent) < 0.05 ? 0 : percent;
  const sign = rounded > 0 ? '+' : rounded < 0 ? '−' : '';
  return `${sign}${Math.abs(rounded).toFixed(Math.abs(rounded) >= 100 ? 0 : 1)}\u00a0%`;
}

export function signedText(tokens: number): string {
  return `${tokens > 0 ? '+' : ''}${whole(tokens)}`;
}

/** Too few are marked, since a window then overflows before anything is done about it. */
export function Percent({ of }: { of: Deviation | undefined }) {
  if (!of) return <span className="text-ink-faint">–</span>;
  const tone = of.percent !== null && of.percent <= -5 ? 'text-trouble' : '';
  return (
    <span className={tone} title={`${whole(of.counted)} counted, ${whole(of.exact)} exact`}>
      {percentText(of.percent)}
    </span>
  );
}

/** What stands in a row whose answer has not come. */
export function Waiting({ what, state, columns }: { what: string; state: InTurn<unknown>; columns: number }) {
  const failed = state.failed.get(what);
  const share = state.asking?.what === what ? state.asking.share : null;
  return (
    <td colSpan={columns} className={`${WORDS} ${failed === undefined ? 'text-ink-faint' : 'text-trouble'}`}>
      {failed ??
        (share === null
          ? 'waits its turn'
          : share > 0
            ? `counted ${(share * 100).toFixed(0)}\u00a0%`
            : 'being counted')}
    </td>
  );
}

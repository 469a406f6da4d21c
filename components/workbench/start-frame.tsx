/** Where everybody begins: what this is in three sentences, painted before anything else is fetched; the ways in follow. */
'use client';

import type { ReactNode } from 'react';
import { ThemeButton } from './theme-button';
import { Wordmark } from './wordmark';

interface StartFrameProps {
  /** False while it is not known yet whether there is work to come back to: then those who have some see an empty page. */
  settled?: boolean;
  children?: ReactNode;
}

export function StartFrame({ settled = false, children }: StartFrameProps) {
  return (
    <div className={`flex min-h-dvh flex-col ${settled ? '' : 'until-settled'}`}>
      <header className="flex h-12 items-center justify-between px-4">
        <Wordmark />
        <ThemeButton />
      </header>
      <main className="mx-auto w-full max-w-[880px] flex-1 px-5 pt-[min(5vh,64px)] pb-6">
        <h1 className="max-w-[22ch] text-balance font-medium sm:max-w-none font-serif text-[34px] leading-[1.15] tracking-[-0.01em]">
          See what your agent forgets, before it does.
        </h1>
        <p className="mt-3 mb-6 max-w-[74ch] text-[15px] text-ink-soft leading-[1.6]">
          Load a transcript and Palimpsest replays it through a memory system, call by call. The curve shows where the
          window fills, and every compaction, eviction and cut shows what the model no longer sees and why. Drag a
          threshold or pin a message and watch it change; nothing leaves this browser.
        </p>
        <div className="min-h-[300px]">{children}</div>
      </main>
    </div>
  );
}

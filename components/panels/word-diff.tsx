/** Two texts as one, word by word: what fell out struck through, what came underlined. */
'use client';

import type { ChangeObject } from 'diff';
import { useEffect, useState } from 'react';

/** Characters beyond which a diff by words would take too long: both texts are then shown whole. */
const MOST = 60_000;

export function WordDiff({ before, after }: { before: string; after: string }) {
  const [parts, setParts] = useState<ChangeObject<string>[] | null>(null);
  const long = before.length + after.length > MOST;
  useEffect(() => {
    if (long) return;
    let current = true;
    void import('diff').then(({ diffWordsWithSpace }) => {
      const found = diffWordsWithSpace(before, after, { timeout: 500 });
      if (current) setParts(found ?? null);
    });
    return () => {
      current = false;
    };
  }, [before, after, long]);
  if (long || !parts) {
    return (
      <div className="text-block">
        <del className="block bg-trouble-soft text-trouble">{before}</del>
        <ins className="block bg-summary-soft text-summary no-underline">{after}</ins>
      </div>
    );
  }
  return (
    <p className="text-block">
      {parts.map((part, at) => {
        if (part.removed) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their places
            <del key={at} className="rounded-sm bg-trouble-soft text-trouble">
              {part.value}
            </del>
          );
        }
        if (part.added) {
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the parts never change their places
            <ins key={at} className="rounded-sm bg-summary-soft text-summary underline-offset-2">
              {part.value}
            </ins>
          );
        }
        return part.value;
      })}
    </p>
  );
}

/** Counters side by side: how many tokens the same transcript has under each of them. */
'use client';

import { useStore } from '@/lib/store/use-store';
import { COUNTERS } from '@/lib/tokenizers/registry';
import { ScrollRegion } from '../ui/scroll-region';

export function CountersPanel() {
  const yardstick = useStore((state) => state.yardstick);
  return (
    <ScrollRegion label="Counters">
      <ul className="px-4 py-2">
        {COUNTERS.map(({ id, label, description }) => (
          <li key={id} className="py-0.5">
            <strong className="font-medium">{label}</strong> {id === yardstick ? '(the yardstick) ' : ''}
            <span className="text-ink-soft">{description}</span>
          </li>
        ))}
      </ul>
    </ScrollRegion>
  );
}

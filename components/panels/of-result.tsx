/** What is of a result: faint, and said to be busy, while another one stands. */
'use client';

import type { ReactNode } from 'react';
import { isComing, isOfOther, type VersionOf } from '@/lib/store/present';
import { useStore } from '@/lib/store/use-store';

interface OfResultProps {
  /** Of the result that the children are of. */
  version: VersionOf;
  as?: 'div' | 'span' | 'p' | 'dd';
  className?: string;
  /** Nothing where it is still to come. */
  children?: ReactNode;
}

/** It listens by itself: the children are not rendered again for becoming faint. */
export function OfResult({ version, as: Element = 'div', className = '', children }: OfResultProps) {
  const isBusy = useStore((state) => isOfOther(state, version));
  const isFaint = useStore((state) => isOfOther(state, version) && !isComing(state, version));
  return (
    <Element aria-busy={isBusy} className={`of-result ${isFaint ? 'late-faint' : ''} ${className}`}>
      {children}
    </Element>
  );
}

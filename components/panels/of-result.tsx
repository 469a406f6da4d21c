/** What is of a result: faint, and said to be busy, while another one stands. */
'use client';

import type { ReactNode } from 'react';
import { isOfOther, type VersionOf } from '@/lib/store/present';
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
  const isLate = useStore((state) => isOfOther(state, version));
  return (
    <Element aria-busy={isLate} className={`of-result ${isLate ? 'late-faint' : ''} ${className}`}>
      {children}
    </Element>
  );
}

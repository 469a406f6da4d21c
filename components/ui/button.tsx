/** Buttons: the quiet one, the one that matters, and the icon alone. */

import type { ButtonHTMLAttributes, Ref } from 'react';

type Variant = 'quiet' | 'primary' | 'plain';

const VARIANTS: Record<Variant, string> = {
  quiet: 'border border-rule-strong bg-panel text-ink hover:bg-hover',
  primary: 'border border-ink bg-ink text-paper hover:opacity-90',
  plain: 'border border-transparent text-ink-soft hover:bg-hover hover:text-ink',
};

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  variant?: Variant;
  /** Square, for an icon; needs an aria-label. */
  icon?: boolean;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ variant = 'quiet', icon = false, className = '', ...rest }: ButtonProps) {
  const size = icon ? 'h-7 w-7 justify-center' : 'h-7 px-2.5';
  return (
    <button
      type="button"
      className={`inline-flex shrink-0 items-center gap-1.5 whitespace-nowrap rounded-md font-medium transition-colors disabled:opacity-40 ${size} ${VARIANTS[variant]} ${className}`}
      {...rest}
    />
  );
}

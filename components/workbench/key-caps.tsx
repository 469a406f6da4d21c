/** A key of a command as caps. */

import { isMac, keyCaps } from './keys';

export function KeyCaps({ keys }: { keys: string }) {
  return (
    <span className="flex shrink-0 items-center gap-[3px]">
      {keyCaps(keys, isMac()).map((cap) => (
        <kbd
          key={cap}
          className="min-w-[19px] rounded-[4px] border border-rule-strong bg-paper px-1 text-center font-mono text-[11px] text-ink-soft leading-[17px]"
        >
          {cap}
        </kbd>
      ))}
    </span>
  );
}

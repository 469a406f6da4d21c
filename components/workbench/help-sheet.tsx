/** Every key and what it does, by group, from the list of commands itself. */
'use client';

import { Dialog } from '../ui/dialog';
import type { Command } from './command';
import { COMMANDS } from './commands';
import { KeyCaps } from './key-caps';

const GROUPS: Command['group'][] = ['Calls', 'Chart', 'Lanes', 'Panels', 'Transcript', 'Settings', 'App'];

/** Keys that belong to one place and not to the page; those of the mouse too. */
const PLACES: [string, string[]][] = [
  ['Move a threshold in the chart', ['ArrowUp', 'ArrowDown']],
  ['Zoom in on a stretch: drag across chart or map with', ['shift']],
  ['Give a panel more room', ['ArrowLeft', 'ArrowRight']],
  ['Go from tab to tab', ['ArrowLeft', 'ArrowRight']],
  ['Close a dialog', ['Escape']],
];

export function HelpSheet({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" subtitle="Keys work wherever nothing is being typed." wide onClose={onClose}>
      <div className="gap-8 sm:columns-2">
        {GROUPS.map((group) => (
          <Keys
            key={group}
            title={group}
            rows={COMMANDS.filter((command) => command.group === group && command.keys).map(({ label, keys }) => [
              label,
              [...(keys ?? [])],
            ])}
          />
        ))}
        <Keys title="Where the focus is" rows={PLACES} />
      </div>
    </Dialog>
  );
}

function Keys({ title, rows }: { title: string; rows: readonly [string, readonly string[]][] }) {
  return (
    <section className="mb-5 break-inside-avoid">
      <h3 className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">{title}</h3>
      <dl>
        {rows.map(([label, keys]) => (
          <div key={label} className="flex items-center justify-between gap-3 border-rule border-b py-1">
            <dt>{label}</dt>
            <dd className="flex gap-2">
              {keys.map((key) => (
                <KeyCaps key={key} keys={key} />
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What can be done with the selected messages, many at once. */
'use client';

import type { Change, Operation } from '@/lib/editing/operations';
import { ROLES } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';

/** "message 4" or "3 messages". */
export function nameOf(at: readonly number[]): string {
  return at.length === 1 ? `message ${at[0]}` : `${whole(at.length)} messages`;
}

/** What the select offers, as changes to every selected message. */
const CHANGES: { [value: string]: Change } = {
  ...Object.fromEntries(ROLES.map((role) => [`role: ${role}`, { role }])),
  'priority: low': { priority: 'low' },
  'priority: normal': { priority: 'normal' },
  'priority: high': { priority: 'high' },
  'no priority': { priority: null },
  'kind: user_message': { kind: 'user_message' },
  'kind: assistant_message': { kind: 'assistant_message' },
  'kind: tool_observation': { kind: 'tool_observation' },
  'kind: decision': { kind: 'decision' },
  'no kind': { kind: null },
  pinned: { pinned: true },
  'not pinned': { pinned: null },
};

export function SelectionBar({ selected, onClear }: { selected: ReadonlySet<number>; onClear: () => void }) {
  const { editing } = useWorkbench();
  const total = useStore((state) => state.document?.info.messageCount ?? 0);
  const at = [...selected].sort((one, other) => one - other);
  const first = at[0] ?? 0;
  const last = at.at(-1) ?? 0;
  const apply = (operation: Operation, verb: string) => void editing.apply(operation, `${verb} ${nameOf(at)}`);
  return (
    <section
      aria-label="Selected messages"
      className="flex flex-wrap items-center gap-1 border-rule border-y bg-accent-soft px-4 py-1.5 text-[12px]"
    >
      <span className="mr-1 font-medium tabular-nums">{whole(at.length)} selected</span>
      <Button className="h-6 px-1.5" onClick={() => apply({ do: 'delete', at }, 'Delete')}>
        Delete
      </Button>
      <Button className="h-6 px-1.5" onClick={() => apply({ do: 'duplicate', at }, 'Duplicate')}>
        Duplicate
      </Button>
      <Button
        className="h-6 px-1.5"
        aria-label="Move up"
        title="Move up"
        disabled={first === 0}
        onClick={() => apply({ do: 'move', at, to: first - 1 }, 'Move up')}
      >
        ↑
      </Button>
      <Button
        className="h-6 px-1.5"
        aria-label="Move down"
        title="Move down"
        disabled={last >= total - 1}
        onClick={() => apply({ do: 'move', at, to: last + 2 }, 'Move down')}
      >
        ↓
      </Button>
      <Button className="h-6 px-1.5" disabled={at.length < 2} onClick={() => apply({ do: 'merge', at }, 'Merge')}>
        Merge
      </Button>
      <select
        aria-label="Set on all selected"
        value=""
        onChange={(event) => {
          const change = CHANGES[event.target.value];
          if (change) apply({ do: 'change', at, change }, `Set ${event.target.value} on`);
        }}
        className="h-6 rounded-md border border-rule-strong bg-panel px-1 font-medium"
      >
        <option value="">Set…</option>
        {Object.keys(CHANGES).map((label) => (
          <option key={label}>{label}</option>
        ))}
      </select>
      <Button variant="plain" className="ml-auto h-6 px-1.5" onClick={onClear}>
        Clear
      </Button>
    </section>
  );
}

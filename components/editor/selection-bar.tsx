/** What can be done with the message at hand, or with all that are selected. */
'use client';

import type { Change, Operation } from '@/lib/editing/operations';
import { ROLES } from '@/lib/engine/transcript';
import { useChanging, useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { useInOrder } from './use-in-order';

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

interface Doing {
  verb: string;
  /** What is done with messages in order; null where it has no place to go. */
  operation: (at: readonly number[], total: number) => Operation | null;
}

interface SelectionBarProps {
  selected: ReadonlySet<number>;
  /** The message at hand, where none is selected. */
  current: number | null;
  onClear: () => void;
}

export function SelectionBar({ selected, current, onClear }: SelectionBarProps) {
  const { editing, writing, showItem } = useWorkbench();
  const total = useStore((state) => state.document?.info.messageCount ?? 0);
  const many = selected.size > 0;
  const at = many ? [...selected].sort((one, other) => one - other) : current === null ? [] : [current];
  const first = at[0] ?? 0;
  const last = at.at(-1) ?? 0;
  const changing = useChanging();
  const apply = useInOrder<Doing>(!changing, many, ({ verb, operation }) => {
    const wanted = at.length === 0 ? null : operation(at, total);
    if (wanted) void editing.apply(wanted, `${verb} ${nameOf(at)}`);
  });
  if (at.length === 0) return null;
  const movedUp = (moved: readonly number[]): Operation | null =>
    moved[0] ? { do: 'move', at: moved, to: moved[0] - 1 } : null;
  const movedDown = (moved: readonly number[], of: number): Operation | null => {
    const to = (moved.at(-1) ?? 0) + 2;
    return to <= of ? { do: 'move', at: moved, to } : null;
  };
  return (
    <section
      aria-label={many ? 'Selected messages' : 'Message at hand'}
      className={`scroll-thin flex items-center gap-1 border-rule border-y px-4 py-1.5 text-[12px] max-[1099px]:overflow-x-auto min-[1100px]:flex-wrap ${many ? 'bg-accent-soft' : ''}`}
    >
      <span className="mr-1 shrink-0 whitespace-nowrap font-medium tabular-nums">
        {many ? `${whole(at.length)} selected` : `Message ${whole(first)}`}
      </span>
      {many ? null : (
        <>
          <Button className="h-6 px-1.5" onClick={() => writing.edit(first)}>
            Edit
          </Button>
          <Button className="h-6 px-1.5 min-[1100px]:hidden" onClick={() => showItem(first)}>
            Show
          </Button>
        </>
      )}
      <Pick
        label={many ? 'Insert a message beside the selected ones' : 'Insert a message'}
        first="Insert…"
        options={['message above', 'message below']}
        onPick={(place) => writing.insert(place === 'message above' ? first : last + 1)}
      />
      <Button
        className="h-6 px-1.5"
        onClick={() => apply({ verb: 'Duplicate', operation: (at) => ({ do: 'duplicate', at }) })}
      >
        Duplicate
      </Button>
      <Button
        className="h-6 px-1.5"
        onClick={() => apply({ verb: 'Delete', operation: (at) => ({ do: 'delete', at }) })}
      >
        Delete
      </Button>
      <Button
        className="h-6 px-1.5"
        aria-label="Move up"
        title="Move up"
        disabled={first === 0}
        onClick={() => apply({ verb: 'Move up', operation: movedUp })}
      >
        ↑
      </Button>
      <Button
        className="h-6 px-1.5"
        aria-label="Move down"
        title="Move down"
        disabled={last >= total - 1}
        onClick={() => apply({ verb: 'Move down', operation: movedDown })}
      >
        ↓
      </Button>
      {at.length > 1 ? (
        <Button
          className="h-6 px-1.5"
          onClick={() => apply({ verb: 'Merge', operation: (at) => ({ do: 'merge', at }) })}
        >
          Merge
        </Button>
      ) : null}
      <Pick
        label={many ? 'Set on all selected' : `Set on message ${first}`}
        first="Set…"
        options={Object.keys(CHANGES)}
        onPick={(label) => {
          const change = CHANGES[label];
          if (change) apply({ verb: `Set ${label} on`, operation: (at) => ({ do: 'change', at, change }) });
        }}
      />
      {many ? (
        <Button variant="plain" className="ml-auto h-6 px-1.5" onClick={onClear}>
          Clear
        </Button>
      ) : null}
    </section>
  );
}

interface PickProps {
  label: string;
  /** What stands there while nothing is picked. */
  first: string;
  options: readonly string[];
  onPick: (option: string) => void;
}

/** A menu that does something: it goes back to its first entry at once. */
function Pick({ label, first, options, onPick }: PickProps) {
  return (
    <select
      aria-label={label}
      value=""
      onChange={(event) => onPick(event.target.value)}
      className="h-6 w-[74px] shrink-0 rounded-md border border-rule-strong bg-panel px-1 font-medium hover:bg-hover"
    >
      <option value="">{first}</option>
      {options.map((option) => (
        <option key={option}>{option}</option>
      ))}
    </select>
  );
}

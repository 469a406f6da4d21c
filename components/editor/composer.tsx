/** Writing at the end of the transcript, as in a chat: the roles take turns, Ctrl or ⌘ with Enter adds. */
'use client';

import { useId, useState } from 'react';
import { ASSISTANT } from '@/lib/engine/accounting';
import { ROLES, type Role } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';

/** Who speaks next after a role. */
function nextRole(roles: Uint8Array | undefined): Role {
  if (!roles || roles.length === 0) return 'user';
  return roles[roles.length - 1] === ASSISTANT ? 'user' : 'assistant';
}

export function Composer() {
  const { editing } = useWorkbench();
  const roles = useStore((state) => state.document?.info.roles);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Role | null>(null);
  const id = useId();
  const role = chosen ?? nextRole(roles);
  const add = async () => {
    if (text.trim() === '') return;
    const at = roles?.length ?? 0;
    const message = { role, content: text, ...(role === 'tool' ? { tool_call_id: '' } : {}) };
    if (await editing.apply({ do: 'insert', at, messages: [message] }, `Add a message of the ${role}`)) {
      setText('');
      setChosen(null);
    }
  };
  return (
    <form
      aria-label="Add a message"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      className="border-rule border-t px-4 py-2.5"
    >
      <div className="rounded-lg border border-rule-strong bg-panel focus-within:border-accent">
        <label htmlFor={id} className="sr-only">
          New message
        </label>
        <textarea
          id={id}
          rows={2}
          value={text}
          placeholder={`Write the next message of the ${role}`}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void add();
            }
          }}
          className="block w-full resize-none bg-transparent px-2.5 pt-2 outline-none [field-sizing:content] max-h-40 placeholder:text-ink-faint"
        />
        <div className="flex items-center justify-between gap-2 px-1.5 pb-1.5">
          <select
            aria-label="Role of the new message"
            value={role}
            onChange={(event) => setChosen(event.target.value as Role)}
            className="rounded-md bg-transparent px-1 py-0.5 text-[12px] text-ink-soft hover:bg-hover"
          >
            {ROLES.filter((one) => one !== 'tool').map((one) => (
              <option key={one}>{one}</option>
            ))}
          </select>
          <Button type="submit" variant="primary" className="h-6 px-2" disabled={text.trim() === ''}>
            Add
          </Button>
        </div>
      </div>
    </form>
  );
}

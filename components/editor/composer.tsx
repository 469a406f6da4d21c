/** Writing at the end of the transcript, as in a chat: the roles take turns, a call is followed by its result, Ctrl or ⌘ with Enter adds. */
'use client';

import { useId, useRef, useState } from 'react';
import { type Message, ROLES, type Role } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { roleAt } from '@/lib/store/writing';
import { Button } from '../ui/button';
import { PlusIcon } from '../ui/icons';
import { KeyCaps } from '../workbench/key-caps';
import { useOpenCalls } from './use-open-calls';

export function Composer() {
  const { editing, writing } = useWorkbench();
  const roles = useStore((state) => state.document?.info.roles);
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState<Role | null>(null);
  const [waiting] = useOpenCalls();
  const field = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  const at = roles?.length ?? 0;
  const role = chosen === 'tool' && !waiting ? null : chosen;
  const speaks: Role = role ?? (waiting ? 'tool' : roleAt(roles, at));
  const message: Message = {
    role: speaks,
    content: text,
    ...(speaks === 'tool' && waiting ? { tool_call_id: waiting.id } : {}),
  };
  const clear = () => {
    setText('');
    setChosen(null);
  };
  const add = async () => {
    if (text.trim() === '') return;
    const name = speaks === 'tool' ? `Add the result of ${waiting?.function.name}` : `Add a message of the ${speaks}`;
    if (await editing.apply({ do: 'insert', at, messages: [message] }, name)) {
      clear();
      field.current?.focus();
    }
  };
  const addCall = () => {
    const call = { id: `call_${at}_1`, type: 'function' as const, function: { name: '', arguments: '{}' } };
    writing.insert(at, { role: 'assistant', content: text, tool_calls: [call] });
    clear();
  };
  return (
    <form
      aria-label="Add a message"
      onSubmit={(event) => {
        event.preventDefault();
        void add();
      }}
      className="border-rule border-t px-4 py-2.5 max-[1099px]:py-1.5"
    >
      <div className="@container group rounded-lg border border-rule-strong bg-panel focus-within:border-accent">
        <label htmlFor={id} className="sr-only">
          New message
        </label>
        <textarea
          ref={field}
          id={id}
          rows={1}
          value={text}
          placeholder={
            speaks === 'tool'
              ? `Write the result of ${waiting?.function.name || 'the call'}`
              : `Write the next message of the ${speaks}`
          }
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
              event.preventDefault();
              void add();
            }
          }}
          className="block w-full resize-none bg-transparent px-2.5 pt-2 outline-none max-h-40 [field-sizing:content] max-[1099px]:min-h-9 max-[1099px]:pb-1.5 min-[1100px]:min-h-12 placeholder:text-ink-faint"
        />
        <div
          className={`flex items-center gap-2 px-1.5 pb-1.5 group-focus-within:flex ${text === '' && chosen === null ? 'max-[1099px]:hidden' : ''}`}
        >
          <select
            aria-label="Role of the new message"
            value={speaks}
            onChange={(event) => setChosen(event.target.value as Role)}
            className="max-w-[50%] rounded-md bg-transparent px-1 py-0.5 text-[12px] text-ink-soft [field-sizing:content] hover:bg-hover"
          >
            {ROLES.filter((one) => one !== 'tool' || waiting).map((one) => (
              <option key={one} value={one}>
                {one === 'tool' && waiting ? `result of ${waiting.function.name || 'the call'}` : one}
              </option>
            ))}
          </select>
          {speaks === 'assistant' ? (
            <Button variant="plain" className="h-6 px-1.5 text-[12px]" onClick={addCall}>
              <PlusIcon />
              Tool call
            </Button>
          ) : null}
          <span className="ml-auto flex items-center gap-2">
            <span className="hidden @[330px]:block">
              <KeyCaps keys="mod+Enter" />
            </span>
            <Button
              type="submit"
              variant="primary"
              className="h-6 px-2"
              title="Ctrl or ⌘ with Enter"
              disabled={text.trim() === ''}
            >
              Add
            </Button>
          </span>
        </div>
      </div>
    </form>
  );
}

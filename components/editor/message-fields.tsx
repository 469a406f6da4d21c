/** The fields of a message: role, labels, text, calls or the call it answers, name, time, reasoning. */
'use client';

import { type RefObject, useId } from 'react';
import { type Message, ROLES, type Role, type ToolCall } from '@/lib/engine/transcript';
import { Button } from '../ui/button';
import { PlusIcon } from '../ui/icons';
import { CallFields } from './call-fields';
import { Field, SELECT, TextArea, TextInput } from './fields';

const KINDS = ['user_message', 'assistant_message', 'tool_observation', 'decision'] as const;
const PRIORITIES = ['low', 'normal', 'high'] as const;

/** The message with a field set, or without it where the value is empty. */
function withField<Name extends keyof Message>(message: Message, name: Name, value: Message[Name] | ''): Message {
  const next = { ...message };
  if (value === '' || value === undefined) delete next[name];
  else next[name] = value as Message[Name];
  return next;
}

function withRole(message: Message, role: Role): Message {
  const next: Message = { ...message, role };
  if (role !== 'assistant') delete next.tool_calls;
  if (role === 'tool') next.tool_call_id ??= '';
  else {
    delete next.tool_call_id;
    delete next.is_error;
  }
  return next;
}

interface MessageFieldsProps {
  at: number;
  draft: Message;
  dirty: boolean;
  isNew: boolean;
  /** The text field. */
  content: RefObject<HTMLTextAreaElement | null>;
  onChange: (draft: Message) => void;
  /** At a UTF-16 offset of the text. */
  onSplit: (offset: number) => void;
}

export function MessageFields({ at, draft, dirty, isNew, content, onChange, onSplit }: MessageFieldsProps) {
  const id = useId();
  const setCall = (place: number, call: ToolCall | null) => {
    const calls = [...(draft.tool_calls ?? [])];
    if (call) calls[place] = call;
    else calls.splice(place, 1);
    onChange({ ...draft, tool_calls: calls });
  };
  return (
    <>
      <div className="grid grid-cols-3 gap-2">
        <Field label="Role" id={`${id}-role`}>
          <select
            id={`${id}-role`}
            value={draft.role}
            onChange={(event) => onChange(withRole(draft, event.target.value as Role))}
            className={SELECT}
          >
            {ROLES.map((role) => (
              <option key={role}>{role}</option>
            ))}
          </select>
        </Field>
        <Field label="Kind" id={`${id}-kind`}>
          <select
            id={`${id}-kind`}
            value={draft.kind ?? ''}
            onChange={(event) => onChange(withField(draft, 'kind', event.target.value as Message['kind'] & string))}
            className={SELECT}
          >
            <option value="">by role</option>
            {KINDS.map((kind) => (
              <option key={kind}>{kind}</option>
            ))}
          </select>
        </Field>
        <Field label="Priority" id={`${id}-priority`}>
          <select
            id={`${id}-priority`}
            value={draft.priority ?? ''}
            onChange={(event) =>
              onChange(withField(draft, 'priority', event.target.value as Message['priority'] & string))
            }
            className={SELECT}
          >
            <option value="">none</option>
            {PRIORITIES.map((priority) => (
              <option key={priority}>{priority}</option>
            ))}
          </select>
        </Field>
      </div>
      <Field
        label="Text"
        id={`${id}-content`}
        aside={
          draft.role === 'tool' ? null : (
            <Button
              variant="plain"
              className="h-5 px-1 text-[12px]"
              disabled={dirty || isNew}
              title={isNew || dirty ? 'Save the message first' : 'Two messages: the second begins at the text cursor'}
              onClick={() => onSplit(content.current?.selectionStart ?? 0)}
            >
              Split at the cursor
            </Button>
          )
        }
      >
        <TextArea
          id={`${id}-content`}
          ref={content}
          value={draft.content ?? ''}
          onChange={(text) => onChange({ ...draft, content: text })}
        />
      </Field>
      {draft.role === 'tool' ? (
        <Field label="Answers the call with the id" id={`${id}-answers`}>
          <TextInput
            id={`${id}-answers`}
            value={draft.tool_call_id ?? ''}
            onChange={(text) => onChange({ ...draft, tool_call_id: text })}
          />
          <label className="mt-2 flex items-center gap-1.5">
            <input
              type="checkbox"
              checked={draft.is_error === true}
              onChange={(event) => onChange(withField(draft, 'is_error', event.target.checked ? true : ''))}
              className="accent-(--accent)"
            />
            The tool failed: this is what went wrong
          </label>
        </Field>
      ) : null}
      {draft.role === 'assistant' ? (
        <fieldset className="flex flex-col gap-2">
          <legend className="mb-1 text-[12px] text-ink-soft">Tool calls</legend>
          {(draft.tool_calls ?? []).map((call, place) => (
            <CallFields
              // biome-ignore lint/suspicious/noArrayIndexKey: a call is known by its place while its id is typed
              key={place}
              call={call}
              onChange={(next) => setCall(place, next)}
              onRemove={() => setCall(place, null)}
            />
          ))}
          <Button
            className="self-start"
            onClick={() =>
              setCall(draft.tool_calls?.length ?? 0, {
                id: `call_${at}_${(draft.tool_calls?.length ?? 0) + 1}`,
                type: 'function',
                function: { name: '', arguments: '{}' },
              })
            }
          >
            <PlusIcon />
            Add a call
          </Button>
        </fieldset>
      ) : null}
      <div className="grid grid-cols-2 gap-2">
        <Field label="Name" id={`${id}-name`}>
          <TextInput
            id={`${id}-name`}
            value={draft.name ?? ''}
            onChange={(text) => onChange(withField(draft, 'name', text))}
          />
        </Field>
        <Field label="Time" id={`${id}-time`}>
          <TextInput
            id={`${id}-time`}
            value={draft.timestamp ?? ''}
            onChange={(text) => onChange(withField(draft, 'timestamp', text))}
          />
        </Field>
      </div>
      {draft.reasoning !== undefined ? (
        <Field label="Reasoning, shown and never counted" id={`${id}-reasoning`}>
          <TextArea
            id={`${id}-reasoning`}
            value={draft.reasoning}
            onChange={(text) => onChange(withField(draft, 'reasoning', text))}
          />
        </Field>
      ) : null}
      <label className="flex items-center gap-1.5">
        <input
          type="checkbox"
          checked={draft.pinned === true}
          onChange={(event) => onChange(withField(draft, 'pinned', event.target.checked ? true : ''))}
          className="accent-(--accent)"
        />
        Pinned in the transcript: every memory with pins keeps it
      </label>
    </>
  );
}

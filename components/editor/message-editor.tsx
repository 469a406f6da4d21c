/** One message as a form: role, text, calls, result, labels; what a provider would refuse is said as it is typed. */
'use client';

import { useEffect, useId, useRef, useState } from 'react';
import type { TranscriptProblem } from '@/lib/editing/problems';
import { type Message, ROLES, type Role, type ToolCall } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { PlusIcon } from '../ui/icons';
import { ScrollRegion } from '../ui/scroll-region';
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
  else delete next.tool_call_id;
  return next;
}

/** An assistant message with calls alone has no content; every other message has a text. */
function finished(message: Message): Message {
  const calls = message.tool_calls && message.tool_calls.length > 0;
  const next = {
    ...message,
    content: message.content === '' && calls ? null : (message.content ?? (calls ? null : '')),
  };
  if (!calls) delete next.tool_calls;
  return next;
}

/** Problems that the draft has or makes elsewhere, asked for once the hand rests. */
function useDraftProblems(at: number, draft: Message | null): readonly TranscriptProblem[] {
  const { transcript } = useWorkbench();
  const [problems, setProblems] = useState<readonly TranscriptProblem[]>([]);
  useEffect(() => {
    if (!draft) return;
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .problems({ at, message: finished(draft) })
        .then((found) => {
          if (current) setProblems(found);
        })
        .catch(() => undefined);
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [at, draft, transcript]);
  return problems;
}

export function MessageEditor({ at, onClose }: { at: number; onClose: () => void }) {
  const { transcript, editing } = useWorkbench();
  const [original, setOriginal] = useState<Message | null>(null);
  const [draft, setDraft] = useState<Message | null>(null);
  const total = useStore((state) => state.document?.info.messageCount ?? 0);
  const content = useRef<HTMLTextAreaElement>(null);
  const id = useId();
  useEffect(() => {
    let current = true;
    transcript
      .original(at)
      .then((message) => {
        if (!current) return;
        setOriginal(message);
        setDraft(message);
      })
      .catch(onClose);
    return () => {
      current = false;
    };
  }, [at, transcript, onClose]);
  // The field is there only once the message has been drawn.
  useEffect(() => {
    if (original) content.current?.focus();
  }, [original]);
  const problems = useDraftProblems(at, draft);
  if (!draft || !original) return <div className="flex-1" />;
  const dirty = JSON.stringify(finished(draft)) !== JSON.stringify(finished(original));
  const save = async () => {
    if (!dirty || (await editing.apply({ do: 'replace', at, message: finished(draft) }, `Edit message ${at}`)))
      onClose();
  };
  const split = async () => {
    const offset = content.current?.selectionStart ?? 0;
    if (await editing.apply({ do: 'split', at, offset }, `Split message ${at}`)) onClose();
  };
  const here = problems.filter(({ message }) => message === at);
  const elsewhere = problems.length - here.length;
  const setCall = (place: number, call: ToolCall | null) => {
    const calls = [...(draft.tool_calls ?? [])];
    if (call) calls[place] = call;
    else calls.splice(place, 1);
    setDraft({ ...draft, tool_calls: calls });
  };
  return (
    <form
      aria-label={`Message ${at}`}
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void save();
        }
        if (event.key === 'Escape') {
          event.preventDefault();
          if (!dirty) onClose();
        }
      }}
    >
      <div className="flex items-center justify-between gap-2 border-rule border-b px-4 py-2">
        <h2 className="text-[14px]">
          Message {at} <span className="font-normal text-ink-faint">of {total}</span>
        </h2>
        <span className="flex gap-1.5">
          <Button onClick={onClose}>{dirty ? 'Discard' : 'Back'}</Button>
          <Button type="submit" variant="primary" disabled={!dirty}>
            Save
          </Button>
        </span>
      </div>
      <ScrollRegion label={`Fields of message ${at}`} className="flex flex-col gap-3 px-4 py-3">
        <div className="grid grid-cols-3 gap-2">
          <Field label="Role" id={`${id}-role`}>
            <select
              id={`${id}-role`}
              value={draft.role}
              onChange={(event) => setDraft(withRole(draft, event.target.value as Role))}
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
              onChange={(event) => setDraft(withField(draft, 'kind', event.target.value as Message['kind'] & string))}
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
                setDraft(withField(draft, 'priority', event.target.value as Message['priority'] & string))
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
                disabled={dirty}
                title={dirty ? 'Save the changes first' : 'Two messages: the second begins at the text cursor'}
                onClick={() => void split()}
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
            onChange={(text) => setDraft({ ...draft, content: text })}
          />
        </Field>
        {draft.role === 'tool' ? (
          <Field label="Answers the call with the id" id={`${id}-answers`}>
            <TextInput
              id={`${id}-answers`}
              value={draft.tool_call_id ?? ''}
              onChange={(text) => setDraft({ ...draft, tool_call_id: text })}
            />
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
              onChange={(text) => setDraft(withField(draft, 'name', text))}
            />
          </Field>
          <Field label="Time" id={`${id}-time`}>
            <TextInput
              id={`${id}-time`}
              value={draft.timestamp ?? ''}
              onChange={(text) => setDraft(withField(draft, 'timestamp', text))}
            />
          </Field>
        </div>
        {draft.reasoning !== undefined ? (
          <Field label="Reasoning, shown and never counted" id={`${id}-reasoning`}>
            <TextArea
              id={`${id}-reasoning`}
              value={draft.reasoning}
              onChange={(text) => setDraft(withField(draft, 'reasoning', text))}
            />
          </Field>
        ) : null}
        <label className="flex items-center gap-1.5">
          <input
            type="checkbox"
            checked={draft.pinned === true}
            onChange={(event) => setDraft(withField(draft, 'pinned', event.target.checked ? true : ''))}
            className="accent-(--accent)"
          />
          Pinned in the transcript: every memory with pins keeps it
        </label>
      </ScrollRegion>
      <div role="status" className="border-rule border-t px-4 py-2 text-[12px] empty:hidden">
        {here.map(({ text }) => (
          <p key={text} className="text-trouble">
            {text}
          </p>
        ))}
        {elsewhere > 0 ? (
          <p className="text-ink-soft">
            {elsewhere === 1 ? '1 problem' : `${elsewhere} problems`} elsewhere in the transcript.
          </p>
        ) : null}
      </div>
    </form>
  );
}

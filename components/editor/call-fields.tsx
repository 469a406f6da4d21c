/** A tool call as fields: its name, its id, and arguments that are checked to be JSON as they are typed. */
'use client';

import { useId } from 'react';
import { argumentsFault } from '@/lib/editing/problems';
import { toolDraft } from '@/lib/editing/tool-schemas';
import type { ToolCall, ToolSchema } from '@/lib/engine/transcript';
import { useStore } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { CloseIcon } from '../ui/icons';
import { Field, TextArea, TextInput } from './fields';

const NO_TOOLS: readonly ToolSchema[] = [];

interface CallFieldsProps {
  call: ToolCall;
  onChange: (call: ToolCall) => void;
  onRemove: () => void;
}

/** The same JSON over several lines, or null where it is none. */
function laidOut(text: string): string | null {
  try {
    const pretty = JSON.stringify(JSON.parse(text), null, 2);
    return pretty === text ? JSON.stringify(JSON.parse(text)) : pretty;
  } catch {
    return null;
  }
}

export function CallFields({ call, onChange, onRemove }: CallFieldsProps) {
  const id = useId();
  const fault = argumentsFault(call);
  const tools = useStore((state) => state.document?.info.tools) ?? NO_TOOLS;
  const names = tools.map((tool) => toolDraft(tool).name).filter((name) => name !== '');
  const { name, arguments: text } = call.function;
  const layout = laidOut(text);
  const set = (change: Partial<ToolCall['function']>) =>
    onChange({ ...call, function: { ...call.function, ...change } });
  return (
    <div className="flex flex-col gap-2 rounded-md border border-rule-strong p-2.5">
      <div className="grid grid-cols-[1fr_1fr_28px] items-end gap-2">
        <Field label="Tool" id={`${id}-name`}>
          <TextInput
            id={`${id}-name`}
            value={name}
            invalid={name.trim() === ''}
            suggestions={names}
            onChange={(next) => set({ name: next })}
          />
        </Field>
        <Field label="Id" id={`${id}-id`}>
          <TextInput id={`${id}-id`} value={call.id} onChange={(next) => onChange({ ...call, id: next })} />
        </Field>
        <Button variant="plain" icon aria-label={`Remove the call of ${name || 'no tool'}`} onClick={onRemove}>
          <CloseIcon />
        </Button>
      </div>
      <Field
        label="Arguments"
        id={`${id}-arguments`}
        aside={
          <Button
            variant="plain"
            className="h-5 px-1 text-[12px]"
            disabled={layout === null}
            onClick={() => layout !== null && set({ arguments: layout })}
          >
            Format
          </Button>
        }
      >
        <TextArea
          id={`${id}-arguments`}
          value={text}
          invalid={fault !== null}
          describedBy={`${id}-fault`}
          onChange={(next) => set({ arguments: next })}
        />
        <p id={`${id}-fault`} role="status" className="mt-1 text-[12px] text-trouble empty:hidden">
          {fault}
        </p>
      </Field>
    </div>
  );
}

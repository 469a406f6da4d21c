/** One tool as a form: name, description, and parameters as JSON with every mistake at its line. */
'use client';

import { useEffect, useId, useRef, useState } from 'react';
import type { ToolDraft, ToolProblem } from '@/lib/editing/tool-schemas';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Field, TextArea, TextInput } from './fields';
import { type Mistake, MistakeList, NumberedText } from './numbered-text';

const NONE: readonly Mistake[] = [];

/** Where the text stops being JSON, asked for once the hand rests. */
function useJsonMistakes(text: string): readonly Mistake[] {
  const { transcript } = useWorkbench();
  const [mistakes, setMistakes] = useState(NONE);
  useEffect(() => {
    if (text.trim() === '') {
      setMistakes(NONE);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .jsonMistake(text)
        .then((mistake) => {
          if (current) setMistakes(mistake ? [mistake] : NONE);
        })
        .catch(() => undefined);
    }, 120);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [text, transcript]);
  return mistakes;
}

interface ToolFieldsProps {
  draft: ToolDraft;
  problems: readonly ToolProblem[];
  onChange: (draft: ToolDraft) => void;
}

export function ToolFields({ draft, problems, onChange }: ToolFieldsProps) {
  const id = useId();
  const area = useRef<HTMLTextAreaElement>(null);
  const mistakes = useJsonMistakes(draft.parameters);
  const isFunction = draft.shape !== 'other';
  const of = (where: ToolProblem['where']) => problems.filter((problem) => problem.where === where);
  // The scanner says the same at its line.
  const said = of('parameters').filter(({ text }) => mistakes.length === 0 || !text.endsWith('are no JSON.'));
  const format = () => onChange({ ...draft, parameters: JSON.stringify(JSON.parse(draft.parameters), null, 2) });
  return (
    <div className="flex min-w-0 flex-1 flex-col gap-3">
      {isFunction ? (
        <>
          <Field label="Name" id={`${id}-name`}>
            <TextInput
              id={`${id}-name`}
              value={draft.name}
              invalid={of('name').length > 0}
              describedBy={`${id}-name-fault`}
              onChange={(name) => onChange({ ...draft, name })}
            />
            <Faults id={`${id}-name-fault`} problems={of('name')} />
          </Field>
          <Field label="Description, for the model" id={`${id}-description`}>
            <TextArea
              id={`${id}-description`}
              value={draft.description}
              onChange={(description) => onChange({ ...draft, description })}
            />
          </Field>
        </>
      ) : (
        <p className="text-ink-soft">A tool of a provider’s own: it has no form, only its JSON.</p>
      )}
      <Field
        label={isFunction ? 'Parameters, as a JSON schema' : 'Schema'}
        id={`${id}-parameters`}
        aside={
          <Button
            variant="plain"
            className="h-5 px-1 text-[12px]"
            disabled={mistakes.length > 0 || of('parameters').some(({ broken }) => broken) || draft.parameters === ''}
            onClick={format}
          >
            Format
          </Button>
        }
      >
        <NumberedText
          id={`${id}-parameters`}
          label={isFunction ? 'Parameters, as a JSON schema' : 'Schema'}
          text={draft.parameters}
          onChange={(parameters) => onChange({ ...draft, parameters })}
          area={area}
          marked={mistakes}
          className="h-[min(34dvh,320px)]"
        />
        <MistakeList mistakes={mistakes} area={area} />
        <Faults id={`${id}-parameters-fault`} problems={said} />
      </Field>
    </div>
  );
}

function Faults({ id, problems }: { id: string; problems: readonly ToolProblem[] }) {
  return (
    <p id={id} role="status" className="mt-1 text-[12px] text-trouble empty:hidden">
      {problems.map(({ text }) => text).join(' ')}
    </p>
  );
}

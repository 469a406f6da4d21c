/** A system's settings in its own manifest form: written from the lane, read into it, with the field that won where two claim a job. */
'use client';

import { useEffect, useId, useState } from 'react';
import type { ManifestForm, SystemDescription } from '@/lib/engine/system';
import { laneOf } from '@/lib/store/lanes';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Section } from './settings-sections';

type Read = ReturnType<ManifestForm['read']>;

const FATES = {
  used: { mark: '✓', color: 'text-summary' },
  overruled: { mark: '✕', color: 'text-trouble' },
  ignored: { mark: '–', color: 'text-ink-faint' },
} as const;

export function ManifestSection({ system }: { system: SystemDescription }) {
  const { tuning } = useWorkbench();
  const lane = useStore(laneOf);
  const [form, setForm] = useState<ManifestForm | null>(null);
  const [text, setText] = useState<string | null>(null);
  const [read, setRead] = useState<Read | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  useEffect(() => {
    let current = true;
    void system.manifest?.().then((loaded) => {
      if (current) setForm(loaded);
    });
    return () => {
      current = false;
    };
  }, [system]);
  if (!form) return null;
  const shown = text ?? form.write(lane.config);
  const apply = () => {
    try {
      const next = form.read(shown);
      setRead(next);
      setProblem(null);
      const config = { ...lane.config };
      for (const parameter of system.parameters)
        config[parameter.name] = next.config[parameter.name] ?? parameter.default;
      tuning.setLane({ ...lane, config });
    } catch (error) {
      setRead(null);
      setProblem(error instanceof Error ? error.message : String(error));
    }
  };
  return (
    <Section name="Manifest" folded>
      <label htmlFor={id} className="text-[12px] text-ink-soft">
        These settings as YAML. Paste a manifest and read it to take its settings.
      </label>
      <textarea
        id={id}
        rows={8}
        value={shown}
        spellCheck={false}
        onChange={(event) => {
          setText(event.target.value);
          setProblem(null);
        }}
        className="mt-1 block w-full resize-y rounded-md border border-rule-strong bg-transparent px-2 py-1 font-mono text-[12px]"
      />
      <p className="mt-1 flex justify-end gap-1.5">
        {text === null ? null : (
          <Button
            onClick={() => {
              setText(null);
              setRead(null);
              setProblem(null);
            }}
          >
            Show the settings
          </Button>
        )}
        <Button disabled={text === null} onClick={apply}>
          Read
        </Button>
      </p>
      {problem ? (
        <p role="alert" className="mt-1 rounded-md bg-trouble-soft px-2 py-1.5 text-[12px] text-trouble">
          {problem}
        </p>
      ) : null}
      {read ? (
        <ul className="mt-1 text-[12px]">
          {read.fields.map((field) => (
            <li key={field.path} className="py-0.5">
              <span aria-hidden="true" className={FATES[field.fate].color}>
                {FATES[field.fate].mark}{' '}
              </span>
              <code className="font-mono">{field.path}</code>: {field.value}{' '}
              <span className="text-ink-soft">
                {field.fate}
                {field.reason ? `: ${field.reason}` : ''}
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </Section>
  );
}

/** What would go out, before it does: in which form, what is replaced, what does not come through, and how it begins. */
'use client';

import { useId } from 'react';
import { counted } from '@/lib/engine/figures';
import type { OutgoingForm } from '@/lib/exporters/forms';
import type { Replacement } from '@/lib/redaction/secrets';
import { sizeText } from '../ui/format';
import { Lines } from './link-contents';
import { type PrivacyMode, ReplacementList } from './privacy-choice';

/** A file or a copy as it would be. */
export interface Ready {
  file: Blob;
  replacements: readonly Replacement[];
  extension: string;
  losses: string[];
  /** What goes out though it might not be expected to. */
  notes: string[];
  /** What goes along beside the transcript: "2 lanes", "the counter chars4". */
  settings: string[];
  messages: number;
  beginning: string;
}

/** Characters that are shown before it goes out. */
export const PREVIEW = 4_000;

const FORMS: { [Form in OutgoingForm]: { label: string; help?: string } } = {
  file: { label: 'File' },
  messages: { label: 'Messages', help: 'The list of messages alone, to be pasted into code or another tool.' },
  body: { label: 'Request body', help: 'What the provider’s API takes. Put your model in the place of MODEL.' },
  command: {
    label: 'cURL',
    help: 'A command for a shell. Put your model in the place of MODEL; the key comes from the variable it names. Nothing is sent from here.',
  },
};

interface ExportOutcomeProps {
  /** Why nothing can be written, or null. */
  fault: string | null;
  ready: Ready | null;
  form: OutgoingForm;
  forms: readonly OutgoingForm[];
  onForm: (form: OutgoingForm) => void;
  privacy: PrivacyMode;
}

export function ExportOutcome({ fault, ready, form, forms, onForm, privacy }: ExportOutcomeProps) {
  const group = useId();
  const { help } = FORMS[form];
  return (
    <div className="min-w-0">
      {forms.length > 1 ? (
        <fieldset className="mb-3">
          <legend className="sr-only">Form</legend>
          <div className="inline-flex max-w-full flex-wrap gap-0.5 rounded-md bg-hover p-0.5">
            {forms.map((one) => (
              <label
                key={one}
                className="rounded-[5px] px-2.5 py-1 text-ink-soft has-checked:bg-raised has-checked:font-medium has-checked:text-ink has-checked:shadow-[0_0_0_1px_var(--rule-strong)] has-focus-visible:outline-2 has-focus-visible:outline-accent hover:text-ink"
              >
                <input
                  type="radio"
                  name={group}
                  checked={form === one}
                  onChange={() => onForm(one)}
                  className="sr-only"
                />
                {FORMS[one].label}
              </label>
            ))}
          </div>
        </fieldset>
      ) : null}
      {help ? <p className="mb-2 text-[12px] text-ink-soft">{help}</p> : null}
      {fault !== null ? (
        <p role="alert" className="mb-2 text-trouble">
          {fault}
        </p>
      ) : null}
      {ready && privacy === 'redacted' ? (
        <div className="mb-3">
          <ReplacementList replacements={ready.replacements} />
        </div>
      ) : null}
      <p className="text-ink-soft tabular-nums">
        {fault !== null
          ? ''
          : ready
            ? [counted(ready.messages, 'message'), ...ready.settings, sizeText(ready.file.size)].join(' · ')
            : 'Writing…'}
      </p>
      <div role="status" className="mt-1 min-h-10">
        {ready && ready.losses.length === 0 ? <p className="text-summary">{complete(form, privacy, ready)}</p> : null}
        {ready && ready.losses.length > 0 ? (
          <>
            <p className="font-medium">What does not come through</p>
            <ul className="list-disc pl-5 text-ink-soft">
              {ready.losses.map((loss) => (
                <li key={loss}>{loss}</li>
              ))}
            </ul>
          </>
        ) : null}
        {ready && ready.notes.length > 0 ? (
          <>
            <p className="font-medium">To be noted</p>
            <Lines label="Notes" lines={ready.notes} />
          </>
        ) : null}
      </div>
      <pre className="scroll-thin mt-2 h-[min(40dvh,340px)] overflow-auto rounded-md border border-rule bg-paper p-3 font-mono text-[11.5px] leading-[1.5]">
        {ready?.beginning}
        {ready && ready.file.size > PREVIEW ? '\n…' : ''}
      </pre>
    </div>
  );
}

function complete(form: OutgoingForm, privacy: PrivacyMode, { settings }: Ready): string {
  if (privacy !== 'as it is') return '✓ Everything comes through but what was replaced.';
  if (settings.length > 0) return '✓ Everything comes through: opened again, it is the same scenario.';
  if (form === 'file') return '✓ Everything comes through: read back, it is the same transcript.';
  return form === 'messages' ? '✓ Every message is there as it is.' : '✓ Everything that a model reads is there.';
}

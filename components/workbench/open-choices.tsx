/** The ways in: a file, a paste, a sample, or what was open before. */
'use client';

import { useId, useRef, useState } from 'react';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { OpenIcon } from '../ui/icons';
import { LibraryPlace } from './library-place';
import { SampleChoices } from './sample-choices';

/** `onOpen` hears that something was chosen. */
export default function OpenChoices({ onOpen }: { onOpen?: () => void }) {
  return (
    <div className="flex flex-col gap-6">
      <FileChoice {...(onOpen ? { onOpen } : {})} />
      <SampleChoices {...(onOpen ? { onOpen } : {})} />
      <LibraryPlace {...(onOpen ? { onOpen } : {})} />
    </div>
  );
}

function FileChoice({ onOpen }: { onOpen?: () => void }) {
  const { files, incoming } = useWorkbench();
  const picker = useRef<HTMLInputElement>(null);
  const [pasting, setPasting] = useState(false);
  const [text, setText] = useState('');
  const id = useId();
  const open = (file: File) => {
    onOpen?.();
    void files.open(file);
  };
  return (
    <div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-xl border border-rule-strong border-dashed bg-panel px-5 py-4">
        <input
          ref={picker}
          type="file"
          className="sr-only"
          tabIndex={-1}
          aria-label="Transcript file"
          onChange={(event) => {
            const file = event.target.files?.[0];
            event.target.value = '';
            if (file) open(file);
          }}
        />
        <div className="min-w-[220px] flex-1">
          <p className="font-medium text-[15px]">Drop your transcript here</p>
          <p className="text-ink-soft">
            A session of almost any agent: Claude Code, Codex, Gemini, Cursor, OpenCode, OpenAI and Anthropic messages,
            LangChain, traces and benchmarks. JSON, JSONL, Markdown, .gz.
          </p>
        </div>
        <Button variant="primary" onClick={() => picker.current?.click()}>
          <OpenIcon />
          Choose a file
        </Button>
        <Button aria-expanded={pasting} onClick={() => setPasting((shown) => !shown)}>
          Paste
        </Button>
        <Button
          onClick={() => {
            onOpen?.();
            void files.create();
          }}
        >
          Write a new one
        </Button>
      </div>
      {pasting ? (
        <form
          className="mt-2 flex flex-col gap-2"
          onSubmit={(event) => {
            event.preventDefault();
            if (incoming.takes(text)) onOpen?.();
            else if (text.trim() !== '') open(new File([text], 'pasted.json'));
          }}
        >
          <label htmlFor={id} className="sr-only">
            Transcript text, or a link
          </label>
          <textarea
            id={id}
            rows={6}
            value={text}
            spellCheck={false}
            placeholder='[{"role": "user", "content": "…"}, …]'
            onChange={(event) => setText(event.target.value)}
            className="w-full rounded-md border border-rule-strong bg-panel px-3 py-2 font-mono text-[12px]"
          />
          <Button type="submit" variant="primary" className="self-end" disabled={text.trim() === ''}>
            Open the pasted text
          </Button>
        </form>
      ) : null}
    </div>
  );
}

/** The ways in: a file, a paste, a sample, or what was open before. */
'use client';

import { useId, useRef, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { agoText, sizeText, whole } from '../ui/format';
import { CloseIcon, OpenIcon } from '../ui/icons';
import { SampleChoices } from './sample-choices';

/** `onOpen` hears that something was chosen. */
export default function OpenChoices({ onOpen }: { onOpen?: () => void }) {
  return (
    <div className="flex flex-col gap-6">
      <FileChoice {...(onOpen ? { onOpen } : {})} />
      <SampleChoices {...(onOpen ? { onOpen } : {})} />
      <Recent {...(onOpen ? { onOpen } : {})} />
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

function Recent({ onOpen }: { onOpen?: () => void }) {
  const { files, shelf } = useWorkbench();
  const recent = useStore((state) => state.recent);
  const open = useStore((state) => state.scenario?.id);
  const now = Date.now();
  if (recent.length === 0) return null;
  return (
    <section aria-labelledby="recent">
      <h2 id="recent" className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">
        Kept in this browser
      </h2>
      <ul className="divide-y divide-rule border-rule border-y">
        {recent.map((entry) => (
          <li key={entry.id} className="flex items-center gap-2">
            <button
              type="button"
              onClick={() => {
                onOpen?.();
                if (entry.id !== open) void files.restore(entry.id);
              }}
              className="grid min-w-0 flex-1 grid-cols-[1fr_auto] items-baseline gap-x-4 px-1 py-2 text-left hover:bg-hover sm:grid-cols-[1fr_130px_110px_80px_100px]"
            >
              <span className="truncate font-medium">
                {entry.title}
                {entry.id === open ? <span className="ml-2 font-normal text-ink-faint">open</span> : null}
              </span>
              <span className="truncate text-ink-soft max-sm:hidden">{entry.formatLabel}</span>
              <span className="text-right text-ink-soft tabular-nums">{whole(entry.messages)} messages</span>
              <span className="text-right text-ink-soft tabular-nums max-sm:hidden">{sizeText(entry.fileBytes)}</span>
              <span className="text-right text-ink-faint max-sm:hidden">{agoText(entry.changedAt, now)}</span>
            </button>
            <Button
              variant="plain"
              icon
              aria-label={`Remove ${entry.title}`}
              title={entry.id === open ? 'It is open' : 'Remove it from this browser'}
              disabled={entry.id === open}
              onClick={() => void shelf.remove(entry.id)}
            >
              <CloseIcon />
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

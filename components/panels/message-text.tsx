/** A message's whole text: its calls and results, and where it was cut, what fell out. Always inert text. */
'use client';

import { useEffect, useState } from 'react';
import type { FullMessage } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { whole } from '../ui/format';

/** UTF-16 units of a text that are shown at first: a megabyte in one element stalls any browser. */
const FIRST = 20_000;
/** Units shown at first on each side of a cut: the cut itself is what the eye looks for. */
const NEAR = 700;

/** The message behind an item, and null until it has come. It follows the settings. */
function useFullMessage(item: number): FullMessage | null {
  const workbench = useWorkbench();
  const version = useStore((state) => state.result?.version ?? 0);
  const document = useStore((state) => state.document?.id);
  const [message, setMessage] = useState<FullMessage | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result or document means a new text
  useEffect(() => {
    let current = true;
    workbench
      .message(item)
      .then((full) => {
        if (current) setMessage(full);
      })
      .catch(() => {
        if (current) setMessage(null);
      });
    return () => {
      current = false;
    };
  }, [workbench, item, version, document]);
  return message;
}

export function MessageText({ item }: { item: number }) {
  const message = useFullMessage(item);
  if (!message) return <div className="h-16" />;
  const { sent, cut } = message;
  return (
    <div className="flex flex-col gap-2">
      {cut ? (
        <div className="text-block">
          <LongText text={cut.head} keep="end" first={NEAR} />
          <del className="my-1 block rounded-md bg-trouble-soft px-2 py-1 text-trouble no-underline">
            <span className="mb-1 block font-sans text-[11px]">
              − {whole(cut.droppedLength)} characters that the model never sees
            </span>
            <LongText text={cut.dropped} first={NEAR} />
          </del>
          <ins className="my-1 block rounded-md bg-summary-soft px-2 py-1 text-summary no-underline">
            <span className="mb-1 block font-sans text-[11px]">+ stands in their place</span>
            {cut.marker.trim()}
          </ins>
          <LongText text={cut.tail} first={NEAR} />
        </div>
      ) : sent.content ? (
        <div className="text-block">
          <LongText text={sent.content} />
        </div>
      ) : null}
      {sent.tool_calls?.map((call, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: ids repeat in real transcripts, positions do not
        <div key={at} className="rounded-md border border-rule bg-hover/60 px-2 py-1.5">
          <p className="font-medium font-mono text-[12px]">
            {call.function.name} <span className="font-normal text-ink-faint">{call.id}</span>
          </p>
          <div className="text-block">
            <LongText text={indented(call.function.arguments)} />
          </div>
        </div>
      ))}
      {(message.original?.reasoning ?? sent.reasoning) ? (
        <details className="rounded-md border border-rule px-2 py-1.5">
          <summary className="text-[12px] text-ink-soft">Reasoning, recorded but not sent back as text</summary>
          <div className="text-block pt-1 text-ink-soft">
            <LongText text={message.original?.reasoning ?? sent.reasoning ?? ''} />
          </div>
        </details>
      ) : null}
      {!sent.content && !sent.tool_calls?.length ? <p className="text-ink-faint">No text.</p> : null}
    </div>
  );
}

/** Arguments as indented JSON where they are JSON, as they stand otherwise. */
function indented(text: string): string {
  if (text.length > FIRST) return text;
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

interface LongTextProps {
  text: string;
  /** Units shown at first. */
  first?: number;
  /** Which end is shown at first. */
  keep?: 'start' | 'end';
}

function LongText({ text, first = FIRST, keep = 'start' }: LongTextProps) {
  const [shown, setShown] = useState(first);
  if (text.length <= shown * 1.2) return <>{text}</>;
  const more = (
    <button
      type="button"
      onClick={() => setShown((length) => length * 10)}
      className="my-0.5 block rounded-md border border-rule-strong bg-panel px-2 font-sans text-[12px] text-ink-soft hover:bg-hover hover:text-ink"
    >
      {whole(text.length - shown)} {keep === 'end' ? 'earlier' : 'more'} characters
    </button>
  );
  return keep === 'end' ? (
    <>
      {more}
      {text.slice(-shown)}
    </>
  ) : (
    <>
      {text.slice(0, shown)}
      {more}
    </>
  );
}

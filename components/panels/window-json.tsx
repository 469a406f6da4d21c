/** The window as the request that a provider would get: any number of lines, the ones that a search finds marked. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PROVIDER_LABELS } from '@/lib/engine/provider-rules';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';

const LINE = 17;
/** Characters of a line that are shown; a result of a megabyte is one line of JSON. */
const LONGEST = 1_500;
/** Provider formats by the exporter that writes them. */
const FORMATS = [
  { id: 'openai-chat', label: PROVIDER_LABELS['openai-chat'] },
  { id: 'openai-responses', label: PROVIDER_LABELS['openai-responses'] },
  { id: 'anthropic', label: PROVIDER_LABELS.anthropic },
  { id: 'gemini', label: PROVIDER_LABELS.gemini },
];

interface WindowJsonProps {
  call: number;
  /** Of the result: a new one has other windows. */
  version: number;
  query: string;
}

export function WindowJson({ call, version, query }: WindowJsonProps) {
  const workbench = useWorkbench();
  const [format, setFormat] = useState('openai-chat');
  const [text, setText] = useState('');
  const [copied, setCopied] = useState(false);
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result has another window at the same call
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      workbench
        .exported(format, call)
        .then(({ file }) => file.text())
        .then((made) => {
          if (wanted) setText(made);
        })
        .catch(() => undefined);
    }, 60);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [workbench, format, call, version]);
  const lines = useMemo(() => text.split('\n'), [text]);
  const hits = useMemo(() => {
    const needle = query.toLowerCase();
    if (needle === '') return [];
    const found: number[] = [];
    for (let line = 0; line < lines.length; line++) {
      if ((lines[line] as string).toLowerCase().includes(needle)) found.push(line);
    }
    return found;
  }, [lines, query]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => list.current,
    estimateSize: () => LINE,
    overscan: 20,
  });
  const at = Math.min(current, Math.max(0, hits.length - 1));
  const hit = hits[at];
  useEffect(() => {
    if (hit !== undefined) virtual.scrollToIndex(hit, { align: 'center' });
  }, [hit, virtual]);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <>
      <div className="flex items-center gap-2 px-4 pb-2 text-[12px]">
        <select
          aria-label="Provider"
          value={format}
          onChange={(event) => setFormat(event.target.value)}
          className="rounded-md border border-rule-strong bg-panel px-1 py-0.5"
        >
          {FORMATS.map(({ id, label }) => (
            <option key={id} value={id}>
              {label}
            </option>
          ))}
        </select>
        {query !== '' ? (
          <span className="flex items-center gap-1 text-ink-soft tabular-nums">
            {hits.length === 0 ? 'not found' : `${whole(at + 1)} of ${whole(hits.length)}`}
            <Button
              variant="plain"
              className="h-6 px-1.5"
              aria-label="Next line found"
              disabled={hits.length < 2}
              onClick={() => setCurrent((at + 1) % hits.length)}
            >
              ↓
            </Button>
          </span>
        ) : null}
        <Button className="ml-auto h-6 px-2" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <ScrollRegion ref={list} label="Window as JSON" className="overflow-x-auto border-rule border-t bg-paper">
        <pre
          className="relative min-w-full font-mono text-[11.5px]"
          style={{ height: virtual.getTotalSize(), lineHeight: `${LINE}px` }}
        >
          {virtual.getVirtualItems().map(({ index, start }) => {
            const line = lines[index] as string;
            const shown = line.length > LONGEST ? `${line.slice(0, LONGEST)}… ${whole(line.length)} characters` : line;
            const found = query !== '' && line.toLowerCase().includes(query.toLowerCase());
            return (
              <span
                key={index}
                className={`absolute left-0 block min-w-full whitespace-pre px-4 ${index === hit ? 'bg-selected' : found ? 'bg-accent-soft' : ''}`}
                style={{ transform: `translateY(${start}px)`, height: LINE }}
              >
                {shown}
              </span>
            );
          })}
        </pre>
      </ScrollRegion>
    </>
  );
}

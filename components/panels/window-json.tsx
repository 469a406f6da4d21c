/** The window as the request that a provider would get: any number of lines, the ones that a search finds marked. */
'use client';

import { useVirtualizer } from '@tanstack/react-virtual';
import { useEffect, useMemo, useRef, useState } from 'react';
import { PROVIDER_LABELS } from '@/lib/engine/provider-rules';
import { LATE } from '@/lib/store/present';
import { useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';
import { OfResult } from './of-result';
import { hitsIn, piecesOf } from './text-hits';

const LINE = 17;
/** Characters of a line that are shown; a result of a megabyte is one line of JSON. */
const LONGEST = 1_500;
/** Characters that are shown before a hit far out in such a line. */
const BEFORE = 200;
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

/** A window as JSON, and what it is of. */
interface Made {
  text: string;
  format: string;
  call: number;
  version: number | undefined;
}

const NOTHING: Made = { text: '', format: '', call: -1, version: undefined };

export function WindowJson({ call, version, query }: WindowJsonProps) {
  const workbench = useWorkbench();
  const [format, setFormat] = useState('openai-chat');
  const [made, setMade] = useState<Made>(NOTHING);
  const [copied, setCopied] = useState(false);
  const [current, setCurrent] = useState(0);
  const list = useRef<HTMLElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new result has another window at the same call
  useEffect(() => {
    let wanted = true;
    const timer = setTimeout(() => {
      workbench
        .exported(format, call)
        .then(async ({ file }) => {
          // The worker writes its latest run, which is the result on the page.
          const of = { format, call, version: workbench.state.get().result?.version };
          const text = await file.text();
          if (wanted) setMade({ text, ...of });
        })
        .catch(() => undefined);
    }, 60);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [workbench, format, call, version]);
  const { text } = made;
  const isOfThis = made.format === format && made.call === call;
  const lines = useMemo(() => text.split('\n'), [text]);
  const hits = useMemo(() => hitsIn(lines, query), [lines, query]);
  const virtual = useVirtualizer({
    count: lines.length,
    getScrollElement: () => list.current,
    estimateSize: () => LINE,
    overscan: 20,
  });
  const count = hits.line.length;
  const at = Math.min(current, Math.max(0, count - 1));
  const hitLine = hits.line[at];
  const hitFrom = hits.from[at];
  const toSight = useRef(false);
  useEffect(() => {
    if (hitLine === undefined || hitFrom === undefined) return;
    toSight.current = true;
    virtual.scrollToIndex(hitLine, { align: 'center' });
  }, [hitLine, hitFrom, virtual]);
  // Its line may only come into the page once the list has been scrolled to it.
  useEffect(() => {
    const region = list.current;
    const mark = region?.querySelector<HTMLElement>('mark[data-current]');
    if (!toSight.current || !region || !mark) return;
    toSight.current = false;
    const { offsetLeft, offsetWidth } = mark;
    const { scrollLeft, clientWidth } = region;
    if (offsetLeft < scrollLeft || offsetLeft + offsetWidth > scrollLeft + clientWidth) {
      region.scrollLeft = Math.max(0, offsetLeft - clientWidth / 3);
    }
  });
  const step = (by: 1 | -1) => setCurrent((at + by + count) % count);
  const copy = async () => {
    const { result } = workbench.state.get();
    const isNow = isOfThis && made.version === result?.version;
    await navigator.clipboard.writeText(isNow ? text : await (await workbench.exported(format, call)).file.text());
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
            <span role="status">{count === 0 ? 'not found' : `${whole(at + 1)} of ${whole(count)}`}</span>
            {(
              [
                [-1, 'Previous hit', '↑'],
                [1, 'Next hit', '↓'],
              ] as const
            ).map(([by, label, arrow]) => (
              <Button
                key={label}
                variant="plain"
                className="h-6 px-1.5"
                aria-label={label}
                disabled={count < 2}
                onClick={() => step(by)}
              >
                {arrow}
              </Button>
            ))}
          </span>
        ) : null}
        <Button className="ml-auto h-6 px-2" onClick={() => void copy()}>
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <OfResult version={isOfThis ? made.version : LATE} className="flex min-h-0 flex-1 flex-col">
        <ScrollRegion ref={list} label="Window as JSON" className="overflow-x-auto border-rule border-t bg-paper">
          <pre
            className="relative min-w-full font-mono text-[11.5px]"
            style={{ height: virtual.getTotalSize(), lineHeight: `${LINE}px` }}
          >
            {virtual.getVirtualItems().map(({ index, start }) => {
              const line = lines[index] as string;
              const isCurrent = index === hitLine && hitFrom !== undefined;
              // A hit far out in a long line has its surroundings shown instead of the beginning.
              const from = isCurrent && hitFrom + query.length > LONGEST ? hitFrom - BEFORE : 0;
              return (
                <span
                  key={index}
                  className={`absolute left-0 block min-w-full whitespace-pre px-4 ${isCurrent ? 'bg-selected' : ''}`}
                  style={{ transform: `translateY(${start}px)`, height: LINE }}
                >
                  {from > 0 ? <span className="text-ink-faint">… </span> : null}
                  {piecesOf(line, query, from, LONGEST).map((piece) =>
                    piece.hit ? (
                      <mark
                        key={piece.from}
                        data-current={isCurrent && piece.from === hitFrom ? '' : undefined}
                        className={`rounded-[2px] text-ink ${isCurrent && piece.from === hitFrom ? 'bg-accent-soft outline outline-2 outline-accent' : 'bg-accent-soft'}`}
                      >
                        {piece.text}
                      </mark>
                    ) : (
                      piece.text
                    ),
                  )}
                  {from + LONGEST < line.length ? (
                    <span className="text-ink-faint">… {whole(line.length)} characters</span>
                  ) : null}
                </span>
              );
            })}
          </pre>
        </ScrollRegion>
      </OfResult>
    </>
  );
}

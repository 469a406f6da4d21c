/** The transcript as raw JSON: line numbers beside the text, every mistake at its line, one step in the history. */
'use client';

import { useEffect, useRef, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { whole } from '../ui/format';

interface Mistake {
  line: number;
  column: number;
  text: string;
}

interface Part {
  text: string;
  from: number;
  to: number;
  total: number;
}

/** The UTF-16 offset at which a line begins. */
function lineStart(text: string, line: number): number {
  let at = 0;
  for (let passed = 1; passed < line; passed++) {
    const next = text.indexOf('\n', at);
    if (next < 0) return at;
    at = next + 1;
  }
  return at;
}

export default function JsonDialog({ onClose }: { onClose: () => void }) {
  const { transcript, editing } = useWorkbench();
  const item = useStore((state) => state.item);
  const [part, setPart] = useState<Part | null>(null);
  const [text, setText] = useState('');
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const area = useRef<HTMLTextAreaElement>(null);
  const dirty = part !== null && text !== part.text;

  const load = async (from: number) => {
    const next = await transcript.json(from);
    setPart(next);
    setText(next.text);
    setMistakes([]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => {
    const opened = async () => {
      await load(0);
      area.current?.setSelectionRange(0, 0);
      area.current?.focus();
    };
    void opened();
  }, []);

  // Mistakes follow the hand once it rests.
  useEffect(() => {
    if (!part || text === part.text) {
      setMistakes([]);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .readJson(text, part.from, part.to)
        .then((answer) => {
          if (current) setMistakes(answer.mistakes);
        })
        .catch(() => undefined);
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [part, text, transcript]);

  const goTo = ({ line, column }: Mistake) => {
    const field = area.current;
    if (!field) return;
    const start = lineStart(text, line);
    const end = text.indexOf('\n', start);
    field.focus();
    field.setSelectionRange(start + column - 1, end < 0 ? text.length : end);
    field.scrollTop = (line - 5) * LINE;
  };
  const apply = async () => {
    if (!part) return;
    const { mistakes: found, operation } = await transcript.readJson(text, part.from, part.to);
    setMistakes(found);
    if (found[0]) goTo(found[0]);
    else if (operation && (await editing.apply(operation, 'Edit as JSON'))) onClose();
  };
  const partial = part !== null && (part.from > 0 || part.to < part.total);
  return (
    <Dialog
      title="The transcript as JSON"
      subtitle={
        part && partial
          ? `Messages ${whole(part.from)} to ${whole(part.to - 1)} of ${whole(part.total)}`
          : `${whole(part?.total ?? 0)} messages and the tool schemas`
      }
      wide
      onClose={onClose}
      footer={
        <>
          {partial && part ? (
            <span className="mr-auto flex gap-2">
              <Button
                disabled={part.from === 0 || dirty}
                onClick={() => {
                  const before = starts.slice(0, -1);
                  setStarts(before.length > 0 ? before : [0]);
                  void load(before.at(-1) ?? 0);
                }}
              >
                Earlier
              </Button>
              <Button
                disabled={part.to === part.total || dirty}
                onClick={() => {
                  setStarts([...starts, part.to]);
                  void load(part.to);
                }}
              >
                Later
              </Button>
              {item !== null && item >= 0 ? (
                <Button
                  disabled={dirty}
                  onClick={() => {
                    setStarts([...starts, item]);
                    void load(item);
                  }}
                >
                  From message {whole(item)}
                </Button>
              ) : null}
            </span>
          ) : null}
          <Button onClick={onClose}>{dirty ? 'Discard' : 'Close'}</Button>
          <Button variant="primary" disabled={!dirty || mistakes.length > 0} onClick={() => void apply()}>
            Apply
          </Button>
        </>
      }
    >
      <Numbered text={text} onChange={setText} area={area} marked={mistakes} />
      <ul role="status" aria-label="Mistakes" className="mt-2 max-h-32 overflow-y-auto empty:hidden">
        {mistakes.map((mistake) => (
          <li key={`${mistake.line} ${mistake.column} ${mistake.text}`}>
            <button
              type="button"
              onClick={() => goTo(mistake)}
              className="grid w-full grid-cols-[96px_1fr] gap-2 rounded-sm px-1 py-0.5 text-left text-trouble hover:bg-hover"
            >
              <span className="tabular-nums">
                line {whole(mistake.line)}
                {mistake.column > 1 ? `:${mistake.column}` : ''}
              </span>
              <span>{mistake.text}</span>
            </button>
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

/** Pixels of a line of the text field. */
const LINE = 18;

interface NumberedProps {
  text: string;
  onChange: (text: string) => void;
  area: React.RefObject<HTMLTextAreaElement | null>;
  marked: readonly Mistake[];
}

/** A text field with the numbers of the lines in sight; long lines are not wrapped, so that a line is a line. */
function Numbered({ text, onChange, area, marked }: NumberedProps) {
  const [top, setTop] = useState(0);
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  const first = Math.floor(top / LINE);
  const shown = Math.min(lines - first, 60);
  const troubled = new Set(marked.map(({ line }) => line));
  return (
    <div className="flex h-[min(56dvh,560px)] overflow-hidden rounded-md border border-rule-strong focus-within:border-accent">
      <div aria-hidden="true" className="relative w-14 shrink-0 overflow-hidden border-rule border-r bg-paper">
        <ol
          className="absolute inset-x-0 text-right font-mono text-[11px] text-ink-faint tabular-nums"
          style={{ top: 8 - (top - first * LINE) }}
        >
          {Array.from({ length: shown }, (_, row) => first + row + 1).map((line) => (
            <li
              key={line}
              className={`pr-2 ${troubled.has(line) ? 'bg-trouble-soft text-trouble' : ''}`}
              style={{ height: LINE, lineHeight: `${LINE}px` }}
            >
              {line}
            </li>
          ))}
        </ol>
      </div>
      <textarea
        ref={area}
        aria-label="Transcript as JSON"
        value={text}
        wrap="off"
        spellCheck={false}
        aria-invalid={marked.length > 0 || undefined}
        onScroll={(event) => setTop(event.currentTarget.scrollTop)}
        onChange={(event) => onChange(event.target.value)}
        className="scroll-thin flex-1 resize-none bg-panel px-3 py-2 font-mono text-[12px] outline-none"
        style={{ lineHeight: `${LINE}px` }}
      />
    </div>
  );
}

/** A text field with numbered lines, and the mistakes in its text with the way to each. */
'use client';

import { type RefObject, useState } from 'react';
import { whole } from '../ui/format';

export interface Mistake {
  line: number;
  column: number;
  text: string;
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

/** Puts the cursor of the field at a mistake, and the line in sight. */
export function showMistake(field: HTMLTextAreaElement | null, { line, column }: Mistake): void {
  if (!field) return;
  const start = lineStart(field.value, line);
  const end = field.value.indexOf('\n', start);
  field.focus();
  field.setSelectionRange(start + column - 1, end < 0 ? field.value.length : end);
  field.scrollTop = (line - 5) * LINE;
}

interface MistakeListProps {
  mistakes: readonly Mistake[];
  area: RefObject<HTMLTextAreaElement | null>;
}

export function MistakeList({ mistakes, area }: MistakeListProps) {
  return (
    <ul role="status" aria-label="Mistakes" className="scroll-thin mt-2 max-h-32 overflow-y-auto empty:hidden">
      {mistakes.map((mistake) => (
        <li key={`${mistake.line} ${mistake.column} ${mistake.text}`}>
          <button
            type="button"
            onClick={() => showMistake(area.current, mistake)}
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
  );
}

/** Pixels of a line of the text field. */
const LINE = 18;

interface NumberedTextProps {
  label: string;
  id?: string;
  text: string;
  onChange: (text: string) => void;
  area: RefObject<HTMLTextAreaElement | null>;
  marked: readonly Mistake[];
  /** With its height. */
  className: string;
}

/** The numbers of the lines in sight stand beside the text; long lines are not wrapped, so that a line is a line. */
export function NumberedText({ label, id, text, onChange, area, marked, className }: NumberedTextProps) {
  const [top, setTop] = useState(0);
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) lines++;
  const first = Math.floor(top / LINE);
  const shown = Math.min(lines - first, 60);
  const troubled = new Set(marked.map(({ line }) => line));
  return (
    <div
      className={`flex ${className} overflow-hidden rounded-md border border-rule-strong focus-within:border-accent`}
    >
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
        id={id}
        aria-label={label}
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

/** The line between two panels: dragged, moved by arrow keys, put back by a double click, as the window splitter pattern has it. */
'use client';

import { type KeyboardEvent, type PointerEvent, useRef } from 'react';

interface SplitterProps {
  label: string;
  /** A vertical line moves to the sides, a horizontal one up and down. */
  orientation: 'vertical' | 'horizontal';
  /** Size of the panel that it gives room to, in pixels. */
  size: number;
  min: number;
  max: number;
  initial: number;
  /** 1 where the panel grows as the line moves right or down, -1 where it shrinks. */
  direction: 1 | -1;
  onResize: (size: number) => void;
}

const STEP = 16;

export function Splitter({ label, orientation, size, min, max, initial, direction, onResize }: SplitterProps) {
  const start = useRef<{ at: number; size: number } | null>(null);
  const along = (event: PointerEvent) => (orientation === 'vertical' ? event.clientX : event.clientY);
  const set = (next: number) => onResize(Math.round(Math.min(max, Math.max(min, next))));
  const onKeyDown = (event: KeyboardEvent) => {
    const less = orientation === 'vertical' ? 'ArrowLeft' : 'ArrowUp';
    const more = orientation === 'vertical' ? 'ArrowRight' : 'ArrowDown';
    const moves: { [key: string]: number } = {
      [less]: size - STEP * direction,
      [more]: size + STEP * direction,
      Home: min,
      End: max,
      Enter: initial,
    };
    const next = moves[event.key];
    if (next === undefined) return;
    event.preventDefault();
    set(next);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a separator that takes the focus and has a value is no <hr>
    <div
      role="separator"
      aria-label={label}
      aria-orientation={orientation}
      aria-valuenow={size}
      aria-valuemin={min}
      aria-valuemax={max}
      tabIndex={0}
      onKeyDown={onKeyDown}
      onDoubleClick={() => set(initial)}
      onPointerDown={(event) => {
        event.currentTarget.setPointerCapture(event.pointerId);
        start.current = { at: along(event), size };
      }}
      onPointerMove={(event) => {
        if (start.current) set(start.current.size + (along(event) - start.current.at) * direction);
      }}
      onPointerUp={() => {
        start.current = null;
      }}
      onPointerCancel={() => {
        start.current = null;
      }}
      className={`group relative z-10 touch-none select-none ${orientation === 'vertical' ? '-mx-[3px] w-[7px] cursor-col-resize' : '-my-[3px] h-[7px] cursor-row-resize'}`}
    >
      <span
        aria-hidden="true"
        className={`absolute bg-rule transition-colors group-hover:bg-accent group-active:bg-accent ${orientation === 'vertical' ? 'inset-y-0 left-[3px] w-px' : 'inset-x-0 top-[3px] h-px'}`}
      />
    </div>
  );
}

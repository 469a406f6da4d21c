/** One handle: the name and the number of a line, a slider to those who cannot see it, and its words while it is moved. */
'use client';

import type { LaneSpec } from '@/lib/store/state';
import { amountWords, LINE_LOOKS, shortAmount } from './line-look';
import { type Line, rangeOf } from './lines';
import type { LineDrag } from './use-line-drag';

export interface HandleProps {
  line: Line;
  lane: LaneSpec;
  unit: string;
  narrow: boolean;
  /** It stands above the top of the axis. */
  over: boolean;
  held: boolean;
  /** Left and top in pixels, and the room to the right edge. */
  x: number;
  y: number;
  width: number;
  drag: LineDrag;
}

export function Handle(props: HandleProps) {
  const { line, narrow, over, held, x, y, width } = props;
  const { color } = LINE_LOOKS[line.tone];
  const frame = { transform: `translate(${x}px, ${y}px)`, maxWidth: width, color };
  const words = (
    <>
      {narrow && line.tone !== 'window' ? null : <span className="truncate">{line.label}</span>}
      {narrow && line.tone === 'window' ? null : <span className="shrink-0">{shortAmount(line)}</span>}
      {over && (
        <span aria-hidden="true" className="shrink-0">
          ↑
        </span>
      )}
    </>
  );
  const shape =
    'absolute top-0 left-0 flex h-[18px] items-center gap-1 rounded-[4px] text-[10.5px] leading-[16px] tabular-nums';
  // What is held is where the hand is; the others make room for it without jumping.
  const moving = held ? '' : 'transition-transform duration-100';
  if (!line.parameter) {
    return (
      <span
        aria-hidden="true"
        data-picture-label={`${line.label} ${shortAmount(line)}`}
        className={`${shape} px-1 ${moving}`}
        style={frame}
      >
        {words}
      </span>
    );
  }
  return <Grip {...props} parameter={line.parameter} shape={`${shape} ${moving}`} frame={frame} words={words} />;
}

interface GripProps extends HandleProps {
  parameter: NonNullable<Line['parameter']>;
  shape: string;
  frame: React.CSSProperties;
  words: React.ReactNode;
}

function Grip({ line, lane, unit, held, drag, parameter, shape, frame, words }: GripProps) {
  const { min, max } = rangeOf(lane, parameter);
  const value = lane.config[parameter.name] as number;
  return (
    <div
      role="slider"
      tabIndex={0}
      aria-label={`${parameter.label}, in the chart`}
      aria-orientation="vertical"
      aria-valuemin={min}
      aria-valuemax={max}
      aria-valuenow={value}
      aria-valuetext={amountWords(line, unit)}
      data-line={parameter.name}
      data-picture-label={`${line.label} ${shortAmount(line)}`}
      title={`${parameter.label}: ${amountWords(line, unit)}. Drag, or use the arrow keys.`}
      className={`${shape} group pointer-events-auto cursor-ns-resize touch-none select-none border bg-panel pr-1 pl-0.5 outline-offset-1 after:absolute after:-inset-y-[3px] after:right-0 after:-left-2 after:content-[''] ${held ? 'z-10 shadow-raised' : ''}`}
      style={{ ...frame, borderColor: `color-mix(in srgb, ${frame.color} 55%, transparent)` }}
      {...drag.handlersFor(line)}
    >
      <svg
        width="6"
        height="10"
        viewBox="0 0 6 10"
        aria-hidden="true"
        className="shrink-0 opacity-60 group-hover:opacity-100"
      >
        <path d="M3 1v8M1.2 2.6L3 .8l1.8 1.8M1.2 7.4L3 9.2l1.8-1.8" stroke="currentColor" fill="none" />
      </svg>
      {words}
      <span
        aria-hidden="true"
        className={`-translate-y-1/2 absolute top-1/2 right-full mr-3 whitespace-nowrap rounded-[4px] bg-ink px-1.5 py-0.5 text-[11px] text-paper leading-[14px] ${held ? '' : 'hidden group-focus-visible:block'}`}
      >
        {line.label} {amountWords(line, unit)}
      </span>
    </div>
  );
}

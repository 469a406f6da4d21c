/** One handle: the name and the number of a line, a slider to those who cannot see it, and its amount while it is moved. */
'use client';

import type { LaneSpec } from '@/lib/store/state';
import { whole } from '../../ui/format';
import { amountWords, handleWords, LINE_LOOKS, lineWords, shortAmount } from './line-look';
import { type Line, rangeOf } from './lines';
import type { LineDrag } from './use-line-drag';

/** Height of the chip that is seen. */
export const CHIP = 18;
/** Pixels of the target left of its chip. */
const REACH = 8;

export interface HandleProps {
  line: Line;
  lane: LaneSpec;
  unit: string;
  narrow: boolean;
  /** It stands above the top of the axis. */
  over: boolean;
  held: boolean;
  /** Its amount is told under it: it is moved, or the keyboard is on it. */
  told: boolean;
  /** What is drawn has other settings: these have not been tried. */
  untried: boolean;
  /** Left and middle in pixels, the room to the right edge, and the height that it has for itself. */
  x: number;
  y: number;
  width: number;
  pitch: number;
  drag: LineDrag;
  onTell(id: string | null): void;
}

export function Handle(props: HandleProps) {
  const { line, narrow, over, held, untried, x, y, width } = props;
  const { color } = LINE_LOOKS[line.tone];
  // What was recorded is told by the note where there is no room for it here.
  const short = narrow && line.tone === 'recorded';
  const words = (
    <>
      <span className="truncate">{short ? 'recorded' : line.label}</span>
      {short ? null : <span className="shrink-0">{shortAmount(line)}</span>}
      {over && (
        <span aria-hidden="true" className="shrink-0">
          ↑
        </span>
      )}
    </>
  );
  const chip = {
    className: `flex h-[18px] items-center rounded-[4px] leading-[16px] ${narrow ? 'gap-[3px] text-[10px]' : 'gap-1 text-[10.5px]'} tabular-nums ${untried ? 'border-dashed' : ''}`,
    style: { maxWidth: width, color, borderColor: `color-mix(in srgb, ${color} 55%, transparent)` },
    picture: lineWords(line, over),
    words,
  };
  // What is held is where the hand is; the others make room for it without jumping.
  const moving = held ? '' : 'transition-transform duration-100';
  if (!line.parameter) {
    return (
      <span
        aria-hidden="true"
        data-picture-label={chip.picture}
        className={`absolute top-0 left-0 px-1 ${chip.className} ${moving}`}
        style={{ ...chip.style, transform: `translate(${x}px, ${y - CHIP / 2}px)` }}
      >
        {words}
      </span>
    );
  }
  return <Grip {...props} parameter={line.parameter} chip={chip} moving={moving} />;
}

interface GripProps extends HandleProps {
  parameter: NonNullable<Line['parameter']>;
  chip: { className: string; style: React.CSSProperties; picture: string; words: React.ReactNode };
  moving: string;
}

/** The target is larger than the chip in it, so that a finger finds it. */
function Grip(props: GripProps) {
  const { line, lane, unit, narrow, held, told, x, y, pitch, drag, parameter, chip, moving, onTell } = props;
  const { min, max } = rangeOf(lane, parameter);
  const value = lane.config[parameter.name] as number;
  const handlers = drag.handlersFor(line);
  const amount = whole(Math.round(line.at));
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
      title={`${handleWords({ ...line, parameter }, value, unit)}. Drag, or use the arrow keys.`}
      className={`group pointer-events-auto absolute top-0 left-0 flex min-w-11 cursor-ns-resize touch-none select-none items-center rounded-[5px] ${moving} ${held ? 'z-10' : ''}`}
      style={{
        height: pitch,
        paddingLeft: REACH,
        transform: `translate(${x - REACH}px, ${y - pitch / 2}px)`,
      }}
      {...handlers}
      onFocus={(event) => {
        handlers.onFocus();
        if (event.currentTarget.matches(':focus-visible')) onTell(line.id);
      }}
      onBlur={() => {
        handlers.onBlur();
        onTell(null);
      }}
      onKeyDown={(event) => {
        onTell(line.id);
        handlers.onKeyDown(event);
      }}
    >
      <span
        data-picture-label={chip.picture}
        className={`${chip.className} border bg-panel ${narrow ? 'px-[3px]' : 'pr-1 pl-0.5'} ${held ? 'shadow-raised' : ''}`}
        style={chip.style}
      >
        <svg
          width="6"
          height="10"
          viewBox="0 0 6 10"
          aria-hidden="true"
          className={`shrink-0 opacity-60 group-hover:opacity-100 ${narrow ? 'hidden' : ''}`}
        >
          <path d="M3 1v8M1.2 2.6L3 .8l1.8 1.8M1.2 7.4L3 9.2l1.8-1.8" stroke="currentColor" fill="none" />
        </svg>
        {chip.words}
      </span>
      {told && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute whitespace-nowrap rounded-[4px] bg-ink px-1 text-[10.5px] text-paper leading-[16px]"
          style={{ left: REACH, top: pitch / 2 + CHIP / 2 + 2 }}
        >
          {narrow ? amount : `${amount} ${unit}`}
        </span>
      )}
    </div>
  );
}

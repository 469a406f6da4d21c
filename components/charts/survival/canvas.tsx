/** The drawn part of the survival map: one canvas, drawn in slices for a result, a zoom, a theme or a size, and for nothing else. */
'use client';

import { memo, type RefObject, useEffect, useRef } from 'react';
import { type BoxSize, MAP_TAIL, type Plot } from '../frame/geometry';
import type { Domain } from '../frame/zoom';
import { MapPainter, type MessageLooks, type Palette } from './pixels';
import type { SurvivalRuns } from './runs';

/** CSS pixels of the tick at an eviction. */
const TICK = 3;
/** Milliseconds that a slice takes before the page gets its turn. */
const SLICE = 8;
/** Rows between looks at the clock. */
const ROWS = 8;

export interface SurvivalCanvasProps {
  plot: Plot;
  runs: SurvivalRuns;
  looks: MessageLooks;
  palette: Palette;
}

function SurvivalCanvasView({ plot, runs, looks, palette }: SurvivalCanvasProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const kept = useRef<ImageData | null>(null);
  const width = Math.round(plot.right - plot.left) + MAP_TAIL;
  const height = Math.round(plot.bottom - plot.top);
  const { from, to } = plot;
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the frame that shows the curve, which answers the hand, has been painted.
    const frame = requestAnimationFrame(() => {
      const element = canvas.current;
      if (!element) return;
      const slices = paintSlices(element, kept, { width, height, from, to }, { runs, looks, palette });
      const step = () => {
        if (!slices.next().done) timer = setTimeout(step);
      };
      timer = setTimeout(step);
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [width, height, from, to, runs, looks, palette]);
  return <canvas ref={canvas} className="absolute" style={{ left: plot.left, top: plot.top, width, height }} />;
}

/** Nothing but clear pixels, in the memory of the last picture where that has the size: each takes megabytes, and a drag makes many. */
function clearImage(kept: RefObject<ImageData | null>, { width, height }: BoxSize): ImageData {
  const { current } = kept;
  if (current?.width === width && current.height === height) {
    current.data.fill(0);
    return current;
  }
  kept.current = new ImageData(width, height);
  return kept.current;
}

/** Stops after each slice; the picture changes at the end, so that nobody sees half of one. */
function* paintSlices(
  canvas: HTMLCanvasElement,
  kept: RefObject<ImageData | null>,
  { width, height, from, to }: Domain & BoxSize,
  input: Pick<SurvivalCanvasProps, 'runs' | 'looks' | 'palette'>,
): Generator<void, void, void> {
  const context = canvas.getContext('2d');
  const ratio = Math.max(1, window.devicePixelRatio);
  const pixels = { width: Math.round(width * ratio), height: Math.round(height * ratio) };
  if (!context || pixels.width < 1 || pixels.height < 1) return;
  const shape = {
    ...pixels,
    from,
    perCall: to > from ? ((width - MAP_TAIL) * ratio) / (to - from) : 0,
    tick: TICK * ratio,
    cell: Math.max(1, Math.round(ratio)),
  };
  const image = clearImage(kept, shape);
  const painter = new MapPainter(new Uint32Array(image.data.buffer), { ...input, shape });
  let since = performance.now();
  while (!painter.done) {
    for (let row = 0; row < ROWS && !painter.done; row++) painter.next();
    if (performance.now() - since < SLICE) continue;
    yield;
    since = performance.now();
  }
  if (canvas.width !== shape.width) canvas.width = shape.width;
  if (canvas.height !== shape.height) canvas.height = shape.height;
  context.putImageData(image, 0, 0);
}

export const SurvivalCanvas = memo(SurvivalCanvasView);

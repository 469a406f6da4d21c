/** The drawn part of the survival map: one canvas, drawn again for a result, a theme or a size, and for nothing else. */
'use client';

import { memo, useEffect, useRef } from 'react';
import { type BoxSize, MAP_TAIL, type Plot } from './geometry';
import { drawSurvival, type MessageLooks, type Palette } from './survival-pixels';
import type { SurvivalRuns } from './survival-runs';

/** CSS pixels of an eviction's or a refusal's tick. */
const TICK = 6;

export interface SurvivalCanvasProps {
  box: BoxSize;
  plot: Plot;
  runs: SurvivalRuns;
  looks: MessageLooks;
  palette: Palette;
}

function SurvivalCanvasView({ plot, runs, looks, palette }: SurvivalCanvasProps) {
  const { first, last } = plot;
  const canvas = useRef<HTMLCanvasElement>(null);
  const width = Math.round(plot.right - plot.left) + MAP_TAIL;
  const height = Math.round(plot.bottom - plot.top);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    // After the frame that shows the curve, which answers the hand, has been painted.
    const frame = requestAnimationFrame(() => {
      timer = setTimeout(() => {
        if (canvas.current) draw(canvas.current, width, height, runs, looks, palette, first, last);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [width, height, runs, looks, palette, first, last]);
  return <canvas ref={canvas} className="absolute" style={{ left: plot.left, top: plot.top, width, height }} />;
}

function draw(
  canvas: HTMLCanvasElement,
  width: number,
  height: number,
  runs: SurvivalRuns,
  looks: MessageLooks,
  palette: Palette,
  first: number,
  last: number,
): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const ratio = Math.max(1, window.devicePixelRatio);
  const inner = (width - MAP_TAIL) * ratio;
  // Zoomed in, the first and the last call of all stand outside of the canvas.
  const pitch = last > first ? inner / (last - first) : 0;
  const shape = {
    width: Math.round(width * ratio),
    height: Math.round(height * ratio),
    left: Math.round(-first * pitch),
    right: pitch === 0 ? Math.round(inner) : Math.round((runs.lastCall - first) * pitch),
    tick: TICK * ratio,
  };
  if (shape.width < 1 || shape.height < 1) return;
  if (canvas.width !== shape.width) canvas.width = shape.width;
  if (canvas.height !== shape.height) canvas.height = shape.height;
  const image = context.createImageData(shape.width, shape.height);
  drawSurvival(new Uint32Array(image.data.buffer), runs, looks, shape, palette);
  context.putImageData(image, 0, 0);
}

export const SurvivalCanvas = memo(SurvivalCanvasView);

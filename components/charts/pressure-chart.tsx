/** The pressure chart: policy tokens at every model call against limit and window, with handles on its thresholds. */
'use client';

import { useRef } from 'react';
import { useStore } from '@/lib/store/use-store';
import { plotOf } from './frame/geometry';
import { useBoxSize } from './frame/use-box-size';
import { PressureBody } from './pressure/body';
import { PressureHeader } from './pressure/header';
import { EmptyPlot } from './pressure/plot-ground';

/** Height of the whole, title included, where the page does not say otherwise. */
const HEIGHT =
  'h-[clamp(230px,34vh,380px)] min-h-[200px] shrink max-sm:h-[clamp(230px,31vh,310px)] short:h-[clamp(172px,34dvh,215px)] short:min-h-0 max-[1099px]:pt-1.5';

/** On the narrowest screens the tools have the place of the title. */
const NARROWEST = 'max-[359px]:[&_h2]:sr-only';

/** `className` sets the height; the width is the parent's. It brings its own padding left and right. */
export function PressureChart({ className = HEIGHT }: { className?: string }) {
  const result = useStore((state) => state.result);
  const box = useRef<HTMLDivElement>(null);
  const size = useBoxSize(box);
  return (
    <section className={`flex flex-col px-4 ${NARROWEST} ${className}`} aria-label="Pressure">
      <PressureHeader result={result} box={box} />
      <div ref={box} className="relative min-h-0 flex-1">
        {size &&
          (result ? (
            <PressureBody result={result} size={size} />
          ) : (
            <EmptyPlot plot={plotOf(size, { from: 0, to: 0 }, 0)} />
          ))}
      </div>
    </section>
  );
}

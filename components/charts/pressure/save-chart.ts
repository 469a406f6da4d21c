/** Writes the chart into a file: as a picture, or as its numbers. It comes when something is to be saved. */

import type { Cell, Result, State } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { saveAs } from '../../ui/save-as';
import { pngOf, svgOf } from '../frame/picture';
import type { Composition } from './composition';
import { type ChartNumbers, chartCsv } from './numbers';
import { pictureParts, type ShownChart } from './picture-parts';
import { recordedCompactions, recordedUsage } from './recorded';
import { whenKnown } from './when-known';

/** Letters of a title that a file's name keeps. */
function fileName(title: string, extension: string, part = ''): string {
  const plain = title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'chart' : plain}-pressure${part}.${extension}`;
}

/** What is drawn in `box` now. `title` is the transcript's. */
export async function savePicture(
  box: HTMLElement,
  title: string,
  shown: ShownChart,
  form: 'svg' | 'png',
): Promise<void> {
  const { svg, width, height } = svgOf(box, pictureParts(title, shown));
  const file = form === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg, width, height);
  saveAs(file, fileName(title, form));
}

/** Everything that is known of a result, once it is: sent tokens and misses are read after the curve. */
export async function numbersOf(
  state: Pick<Cell<State>, 'get' | 'subscribe'>,
  { run, lane, version }: Result,
  stretch: ChartNumbers['stretch'],
  composition: Composition | null,
): Promise<ChartNumbers> {
  const [sent, misses] = await Promise.all([
    whenKnown(state, version, (now) => (now.sent?.version === version ? now.sent : null)),
    whenKnown(state, version, ({ recall, unrecalled }) => {
      if (recall?.version === version) return { calls: recall.misses.call };
      return unrecalled === version ? { calls: null } : null;
    }),
  ]);
  const { document, yardstick } = state.get();
  const info = document?.info.callCount === run.calls.tokens.length ? document.info : null;
  return {
    run,
    stretch,
    sent: sent?.tokens ?? null,
    counter: sent?.counter ?? yardstick,
    unit: systemById(lane.system).unit,
    recorded: {
      usage: info && recordedUsage(run, info.usage),
      compactions: info ? recordedCompactions(run, info.boundaries) : [],
    },
    misses: misses?.calls ?? null,
    composition,
  };
}

export function saveNumbers(numbers: ChartNumbers, title: string): void {
  const { stretch } = numbers;
  const part = stretch ? `-calls-${Math.ceil(stretch.from) + 1}-to-${Math.floor(stretch.to) + 1}` : '';
  saveAs(new Blob([chartCsv(numbers)], { type: 'text/csv' }), fileName(title, 'csv', part));
}

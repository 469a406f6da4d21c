/** Writes the chart into a file: as a picture, or as its numbers. It comes when something is to be saved. */

import { saveAs } from '../../ui/save-as';
import { pngOf, svgOf } from '../frame/picture';
import { type ChartNumbers, chartCsv } from './numbers';
import { pictureParts, type ShownChart } from './picture-parts';

/** Letters of a title that a file's name keeps. */
function fileName(title: string, extension: string): string {
  const plain = title
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 60);
  return `${plain === '' ? 'chart' : plain}-pressure.${extension}`;
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

export function saveNumbers(numbers: ChartNumbers, title: string): void {
  saveAs(new Blob([chartCsv(numbers)], { type: 'text/csv' }), fileName(title, 'csv'));
}

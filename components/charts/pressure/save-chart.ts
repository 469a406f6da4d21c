/** Writes the chart into a file: as a picture, or as its numbers. It comes when something is to be saved. */

import { saveAs } from '../../ui/save-as';
import { type PictureParts, pngOf, svgOf } from '../frame/picture';
import { type ChartNumbers, chartCsv } from './numbers';

/** What is drawn in `box` now. */
export async function savePicture(
  box: HTMLElement,
  parts: PictureParts,
  name: string,
  form: 'svg' | 'png',
): Promise<void> {
  const { svg, width, height } = svgOf(box, parts);
  saveAs(form === 'svg' ? new Blob([svg], { type: 'image/svg+xml' }) : await pngOf(svg, width, height), name);
}

export function saveNumbers(numbers: ChartNumbers, name: string): void {
  saveAs(new Blob([chartCsv(numbers)], { type: 'text/csv' }), name);
}

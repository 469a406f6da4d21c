/** The chart as a file: what is drawn as SVG with its colours resolved, the same as PNG, and the figures as CSV. */

import { decisionsAt } from '@/lib/engine/ledger';
import { DECISIONS } from '@/lib/engine/run';
import type { Result, State } from '@/lib/store/state';

const NAMESPACE = 'http://www.w3.org/2000/svg';
/** Pixels of the picture for each pixel of the page. */
const SHARPNESS = 2;

/** Replaces `var(--name)` by its value where the element stands. */
function resolved(text: string, styles: CSSStyleDeclaration): string {
  return text.replace(/var\((--[\w-]+)\)/g, (whole, name: string) => styles.getPropertyValue(name).trim() || whole);
}

/** Every drawing inside the box in one SVG that needs nothing else. */
function drawing(box: HTMLElement): { svg: SVGSVGElement; width: number; height: number } {
  const { width, height, left, top } = box.getBoundingClientRect();
  const styles = getComputedStyle(document.documentElement);
  const svg = document.createElementNS(NAMESPACE, 'svg');
  svg.setAttribute('xmlns', NAMESPACE);
  svg.setAttribute('width', String(width));
  svg.setAttribute('height', String(height));
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('font-family', 'Geist, Helvetica, Arial, sans-serif');
  const ground = document.createElementNS(NAMESPACE, 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', styles.getPropertyValue('--paper').trim());
  svg.append(ground);
  for (const part of box.querySelectorAll('svg')) {
    if (part.parentElement?.closest('svg')) continue;
    const place = part.getBoundingClientRect();
    const group = document.createElementNS(NAMESPACE, 'g');
    group.setAttribute('transform', `translate(${place.left - left} ${place.top - top})`);
    for (const child of part.childNodes) group.append(child.cloneNode(true));
    for (const element of group.querySelectorAll('*')) {
      for (const { name, value } of [...element.attributes]) {
        if (value.includes('var(')) element.setAttribute(name, resolved(value, styles));
      }
      element.removeAttribute('class');
    }
    svg.append(group);
  }
  for (const label of box.querySelectorAll<HTMLElement>('[data-threshold]')) {
    const place = label.getBoundingClientRect();
    const text = document.createElementNS(NAMESPACE, 'text');
    text.setAttribute('x', String(place.left - left + 4));
    text.setAttribute('y', String(place.top - top + 11));
    text.setAttribute('font-size', '10.5');
    text.setAttribute('fill', getComputedStyle(label).color);
    text.textContent = Array.from(label.children, (child) => child.textContent).join(' ');
    svg.append(text);
  }
  return { svg, width, height };
}

export function chartSvg(box: HTMLElement): Blob {
  return new Blob([new XMLSerializer().serializeToString(drawing(box).svg)], { type: 'image/svg+xml' });
}

/** Rejects where the browser cannot draw the picture. */
export async function chartPng(box: HTMLElement): Promise<Blob> {
  const { svg, width, height } = drawing(box);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(new XMLSerializer().serializeToString(svg))}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = Math.round(width * SHARPNESS);
  canvas.height = Math.round(height * SHARPNESS);
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('No picture was made.'))), 'image/png');
  });
}

/** One line a call: what a spreadsheet needs to draw the chart again. */
export function chartCsv(
  { run, version }: Result,
  sent: State['sent'],
  usage: readonly { message: number; input: number }[],
): Blob {
  const recorded = new Map(usage.map(({ message, input }) => [message, input]));
  const tokens = sent?.version === version ? sent.tokens : null;
  const lines = ['call,before_message,policy_tokens,pressure,limit,sent_tokens,recorded_input_tokens,events'];
  for (let call = 0; call < run.calls.tokens.length; call++) {
    const before = run.calls.before[call] as number;
    const { from, to } = decisionsAt(run, call);
    const events = Array.from({ length: to - from }, (_, at) => DECISIONS[run.decisions.kind[from + at] as number]);
    lines.push(
      [
        call + 1,
        before < 0 ? '' : before,
        run.calls.tokens[call],
        ((run.calls.tokens[call] as number) / Math.max(1, run.limit)).toFixed(4),
        run.limit,
        tokens?.[call] ?? '',
        recorded.get(before) ?? '',
        events.join(' '),
      ].join(','),
    );
  }
  return new Blob([`${lines.join('\n')}\n`], { type: 'text/csv' });
}

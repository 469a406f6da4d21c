/** A chart as a picture that stands by itself: its drawings and labels in one SVG with resolved colours, or as PNG. */

import { takeWords } from './picture-words';

/** A path as the chart draws it, in a box of 16 pixels from the left, the middle at 0. */
export interface PictureMark {
  path: string;
  fill?: string;
  stroke?: string;
  strokeWidth?: number;
  strokeDasharray?: string;
}

export interface PictureKey {
  label: string;
  mark: PictureMark;
}

export interface PictureParts {
  title: string;
  /** One line under the title. */
  note: string;
  key: readonly PictureKey[];
}

const MARGIN = 16;
const HEAD = 46;
const FOOT = 8;
/** Height of a line of the key. */
const KEY_LINE = 17;
/** Width that a letter takes, a little more than most do. */
const LETTER = 6.4;
/** Width of a mark of the key, and what is kept after its words. */
const MARK = 21;
const AFTER = 14;

/** Colours as the page has them now in the place of the names of its tokens. */
function resolved(markup: string, style: CSSStyleDeclaration): string {
  return markup.replace(/var\((--[\w-]+)\)/g, (_, token: string) => style.getPropertyValue(token).trim());
}

function escaped(text: string): string {
  return text.replace(/[&<>"]/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

function textAt(x: number, y: number, text: string, fill: string, size = 11, weight = 400): string {
  return `<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" font-size="${size}" font-weight="${weight}" fill="${fill}">${escaped(text)}</text>`;
}

/** Words of the page that belong to the drawing, as text at the place where they stand, and how far they reach to the right. */
function labelsOf(box: HTMLElement): { markup: string; right: number } {
  const origin = box.getBoundingClientRect();
  const labels: string[] = [];
  let right = 0;
  for (const element of box.querySelectorAll<HTMLElement>('[data-picture-label]')) {
    const place = element.getBoundingClientRect();
    const { color } = getComputedStyle(element);
    const words = element.dataset.pictureLabel ?? '';
    const x = place.left - origin.left + 4;
    labels.push(textAt(x, place.top - origin.top + 13, words, color, 10.5));
    right = Math.max(right, x + words.length * LETTER);
  }
  return { markup: labels.join(''), right };
}

/** The drawings of a box, one over the other as they are on the page. */
function drawingsOf(box: HTMLElement): string {
  const serializer = new XMLSerializer();
  const origin = box.getBoundingClientRect();
  const drawings: string[] = [];
  // What is still of an earlier result does not go out as this one's.
  for (const drawing of box.querySelectorAll<SVGSVGElement>('svg[data-picture]:not([aria-busy=true] *)')) {
    const place = drawing.getBoundingClientRect();
    const copy = drawing.cloneNode(true) as SVGSVGElement;
    for (const name of ['class', 'style', 'aria-hidden', 'data-picture']) copy.removeAttribute(name);
    for (const inner of copy.querySelectorAll('[class]')) inner.removeAttribute('class');
    // What gives way to the cursor on the page does not have to here.
    for (const inner of copy.querySelectorAll('[visibility]')) inner.removeAttribute('visibility');
    copy.setAttribute('x', String(place.left - origin.left));
    copy.setAttribute('y', String(place.top - origin.top));
    copy.setAttribute('width', String(place.width));
    copy.setAttribute('height', String(place.height));
    drawings.push(serializer.serializeToString(copy));
  }
  return drawings.join('');
}

function markAt(x: number, y: number, { path, ...paint }: PictureMark): string {
  const named = { fill: paint.fill ?? 'none', ...paint };
  const attributes = Object.entries(named).map(
    ([name, value]) => `${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}="${escaped(String(value))}"`,
  );
  return `<path transform="translate(${x} ${y})" d="${path}" ${attributes.join(' ')}/>`;
}

/** Key entries in as many lines as they need. */
function keyOf(key: readonly PictureKey[], top: number, width: number): { markup: string; bottom: number } {
  const parts: string[] = [];
  let x = MARGIN;
  let y = top + KEY_LINE / 2;
  for (const { label, mark } of key) {
    const room = MARK + label.length * LETTER;
    if (x > MARGIN && x + room > width - MARGIN) {
      x = MARGIN;
      y += KEY_LINE;
    }
    parts.push(markAt(x, y, mark), textAt(x + MARK, y + 4, label, 'var(--ink-soft)'));
    x += room + AFTER;
  }
  return { markup: parts.join(''), bottom: y + KEY_LINE / 2 };
}

/** A title cut to the width that there is. */
function fitted(title: string, width: number): string {
  const most = Math.floor(width / (LETTER * 1.2));
  return title.length <= most ? title : `${title.slice(0, Math.max(1, most - 1)).trimEnd()}…`;
}

/** What is drawn in `box` now as one SVG file: no style sheet, no font and no other file is needed to show it. */
export function svgOf(
  box: HTMLElement,
  { title, note, key }: PictureParts,
): { svg: string; width: number; height: number } {
  const size = box.getBoundingClientRect();
  const labels = labelsOf(box);
  const width = Math.ceil(Math.max(size.width, labels.right)) + 2 * MARGIN;
  const keys = keyOf(key, HEAD + Math.ceil(size.height), width);
  const height = Math.ceil(keys.bottom) + FOOT;
  const style = getComputedStyle(document.documentElement);
  // Under its own name too: the page's name of its font is known nowhere else.
  const font = `Geist, ${getComputedStyle(document.body).fontFamily}`;
  const body = [
    `<rect width="${width}" height="${height}" fill="var(--paper)"/>`,
    textAt(MARGIN, 20, fitted(title, width - 2 * MARGIN), 'var(--ink)', 13, 600),
    textAt(MARGIN, 37, note, 'var(--ink-soft)'),
    `<g transform="translate(${MARGIN} ${HEAD})">${drawingsOf(box)}${labels.markup}</g>`,
    keys.markup,
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${escaped(font)}" role="img" aria-label="${escaped(title)}">${resolved(body, style)}</svg>`;
  return { svg, width, height };
}

/** Device pixels of a PNG for each of the page. */
const DENSITY = 2;

/** An SVG file drawn on a canvas, in the page's typeface. Data addresses are what the page's policy allows for images. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const { drawing, write } = takeWords(svg);
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(drawing)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  const context = canvas.getContext('2d');
  context?.drawImage(image, 0, 0, canvas.width, canvas.height);
  if (context) write(context, DENSITY);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new PictureError())), 'image/png');
  });
}

/** The browser made no picture of the chart. */
class PictureError extends Error {
  override readonly name = 'PictureError';
  readonly remedy = 'Save it as SVG, or make the window smaller and try again.';
  constructor() {
    super('The browser could not make a PNG of the chart.');
  }
}

/** A chart as a picture that stands by itself: its drawings and labels in one SVG with resolved colours, or as PNG. */

export interface PictureKey {
  label: string;
  color: string;
}

export interface PictureParts {
  title: string;
  /** One line under the title. */
  note: string;
  key: readonly PictureKey[];
}

const MARGIN = 16;
const HEAD = 46;
const FOOT = 24;
const FONT = 'Geist, ui-sans-serif, system-ui, sans-serif';
/** Width that a letter of the key takes, a little more than most do. */
const LETTER = 6.4;

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

/** Words of the page that belong to the drawing, as text at the place where they stand. */
function labelsOf(box: HTMLElement): string {
  const origin = box.getBoundingClientRect();
  const labels: string[] = [];
  for (const element of box.querySelectorAll<HTMLElement>('[data-picture-label]')) {
    const place = element.getBoundingClientRect();
    const { color } = getComputedStyle(element);
    labels.push(
      textAt(
        place.left - origin.left + 4,
        place.top - origin.top + 13,
        element.dataset.pictureLabel ?? '',
        color,
        10.5,
      ),
    );
  }
  return labels.join('');
}

/** The drawings of a box, one over the other as they are on the page. */
function drawingsOf(box: HTMLElement): string {
  const serializer = new XMLSerializer();
  const origin = box.getBoundingClientRect();
  const drawings: string[] = [];
  for (const drawing of box.querySelectorAll<SVGSVGElement>('svg[data-picture]')) {
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

/** Key entries in one line, as far as there is room. */
function keyOf(key: readonly PictureKey[], y: number, width: number): string {
  const parts: string[] = [];
  let x = MARGIN;
  for (const { label, color } of key) {
    const next = x + 16 + label.length * LETTER + 12;
    if (next > width) break;
    parts.push(`<rect x="${x}" y="${y - 8}" width="10" height="8" rx="1.5" fill="${color}"/>`);
    parts.push(textAt(x + 15, y, label, 'var(--ink-soft)'));
    x = next;
  }
  return parts.join('');
}

/** What is drawn in `box` now as one SVG file: no style sheet, no font and no other file is needed to show it. */
export function svgOf(
  box: HTMLElement,
  { title, note, key }: PictureParts,
): { svg: string; width: number; height: number } {
  const size = box.getBoundingClientRect();
  const width = Math.ceil(size.width) + 2 * MARGIN;
  const height = Math.ceil(size.height) + HEAD + FOOT;
  const style = getComputedStyle(document.documentElement);
  const body = [
    `<rect width="${width}" height="${height}" fill="var(--paper)"/>`,
    textAt(MARGIN, 20, title, 'var(--ink)', 13, 600),
    textAt(MARGIN, 37, note, 'var(--ink-soft)'),
    `<g transform="translate(${MARGIN} ${HEAD})">${drawingsOf(box)}${labelsOf(box)}</g>`,
    keyOf(key, height - 10, width),
  ].join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" font-family="${FONT}" role="img" aria-label="${escaped(title)}">${resolved(body, style)}</svg>`;
  return { svg, width, height };
}

/** Device pixels of a PNG for each of the page. */
const DENSITY = 2;

/** An SVG file drawn on a canvas. Data addresses are what the page's policy allows for images. */
export async function pngOf(svg: string, width: number, height: number): Promise<Blob> {
  const image = new Image();
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = width * DENSITY;
  canvas.height = height * DENSITY;
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
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

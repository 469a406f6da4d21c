/** The words of a picture, written on its canvas in the page's typeface: an image of an SVG file knows only the system's. */

interface Word {
  text: string;
  x: number;
  y: number;
  /** From the word's own pixels to those of the picture. */
  place: DOMMatrix;
  font: string;
  fill: string;
  align: CanvasTextAlign;
}

const ALIGN: { [anchor: string]: CanvasTextAlign } = { middle: 'center', end: 'right' };

/** The file without its words, and what writes them where they stood, `density` pixels for each of the picture. */
export function takeWords(svg: string): {
  drawing: string;
  write(context: CanvasRenderingContext2D, density: number): void;
} {
  const parsed = new DOMParser().parseFromString(svg, 'image/svg+xml').documentElement;
  const drawing = document.importNode(parsed, true) as unknown as SVGSVGElement;
  // Only what is in the page has places and fonts; nobody sees or hears it there.
  drawing.setAttribute('aria-hidden', 'true');
  drawing.style.cssText = 'position: fixed; top: 0; left: 0; visibility: hidden';
  document.body.append(drawing);
  const texts = [...drawing.querySelectorAll('text')];
  const words = texts.map((text) => wordOf(text, drawing));
  drawing.remove();
  for (const text of texts) text.remove();
  drawing.removeAttribute('style');
  return {
    drawing: new XMLSerializer().serializeToString(drawing),
    write(context, density) {
      for (const { text, x, y, place, font, fill, align } of words) {
        context.setTransform(new DOMMatrix().scale(density).multiply(place));
        context.font = font;
        context.fillStyle = fill;
        context.textAlign = align;
        context.fillText(text, x, y);
      }
      context.resetTransform();
    },
  };
}

function wordOf(text: SVGTextElement, drawing: SVGSVGElement): Word {
  const { fill, fontSize, fontWeight, textAnchor } = getComputedStyle(text);
  const from = drawing.getScreenCTM();
  const to = text.getScreenCTM();
  return {
    text: text.textContent ?? '',
    x: text.x.baseVal[0]?.value ?? 0,
    y: text.y.baseVal[0]?.value ?? 0,
    place: from && to ? DOMMatrix.fromMatrix(from.inverse().multiply(to)) : new DOMMatrix(),
    font: `${fontWeight} ${fontSize} ${getComputedStyle(document.body).fontFamily}`,
    fill,
    align: ALIGN[textAnchor] ?? 'left',
  };
}

/** The scoreboard as a picture: figures down, lanes across, drawn in the page's own colours. */

import type { Scoreboard } from '@/lib/store/scoreboard';

const ROW = 26;
const LABEL_WIDTH = 190;
const COLUMN_WIDTH = 150;
const EDGE = 24;
const HEAD = 84;

interface Ink {
  paper: string;
  rule: string;
  ink: string;
  soft: string;
  best: string;
  worst: string;
}

function inkOf(): Ink {
  const style = getComputedStyle(document.documentElement);
  const token = (name: string) => style.getPropertyValue(name).trim();
  return {
    paper: token('--paper'),
    rule: token('--rule'),
    ink: token('--ink'),
    soft: token('--ink-soft'),
    best: token('--summary'),
    worst: token('--trouble'),
  };
}

/** A text that fits a width, shortened with an ellipsis. */
function fitted(context: CanvasRenderingContext2D, text: string, width: number): string {
  if (context.measureText(text).width <= width) return text;
  const letters = [...text];
  while (letters.length > 1 && context.measureText(`${letters.join('')}…`).width > width) letters.pop();
  return `${letters.join('')}…`;
}

/** PNG at twice the size, for screens of today; null where the browser has no canvas. */
export function scoreboardPicture(board: Scoreboard, title: string): Promise<Blob | null> {
  const { figures, rows } = board;
  const width = EDGE * 2 + LABEL_WIDTH + COLUMN_WIDTH * rows.length;
  const height = HEAD + ROW * figures.length + EDGE;
  const canvas = document.createElement('canvas');
  canvas.width = width * 2;
  canvas.height = height * 2;
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  const ink = inkOf();
  const sans = getComputedStyle(document.body).fontFamily;
  context.scale(2, 2);
  context.fillStyle = ink.paper;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  context.fillStyle = ink.ink;
  context.font = `600 15px ${sans}`;
  context.fillText(fitted(context, title, width - EDGE * 2), EDGE, 28);
  context.font = `12px ${sans}`;
  context.textAlign = 'right';
  for (const [place, { lane }] of rows.entries()) {
    const right = EDGE + LABEL_WIDTH + COLUMN_WIDTH * (place + 1);
    context.fillStyle = ink.ink;
    context.fillText(fitted(context, lane, COLUMN_WIDTH - 12), right, HEAD - 18);
  }
  for (const [line, figure] of figures.entries()) {
    const y = HEAD + ROW * line + ROW / 2;
    context.fillStyle = ink.rule;
    context.fillRect(EDGE, HEAD + ROW * line, width - EDGE * 2, 1);
    context.textAlign = 'left';
    context.fillStyle = ink.soft;
    context.font = `12px ${sans}`;
    context.fillText(fitted(context, figure.label, LABEL_WIDTH - 8), EDGE, y);
    context.textAlign = 'right';
    for (const [place, { cells }] of rows.entries()) {
      const cell = cells[line];
      if (!cell) continue;
      context.font = `${cell.mark === 'best' ? '600 ' : ''}12px ${sans}`;
      context.fillStyle = cell.mark === 'best' ? ink.best : cell.mark === 'worst' ? ink.worst : ink.ink;
      const sign = cell.mark === 'best' ? '▲ ' : cell.mark === 'worst' ? '▼ ' : '';
      context.fillText(`${sign}${cell.shown}`, EDGE + LABEL_WIDTH + COLUMN_WIDTH * (place + 1), y);
    }
  }
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

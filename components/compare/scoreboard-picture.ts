/** The scoreboard as a picture: figures down, lanes across, what stands behind the numbers below, in the page's own colours. */

import type { BoardNotes, ExportedBoard } from '@/lib/store/board-notes';
import { EDGE, LINE, pictureLayout, ROW, signOf } from './picture-layout';

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

/** PNG at twice the size, for screens of today; null where the browser has no canvas. */
export function scoreboardPicture(board: ExportedBoard, notes: BoardNotes, title: string): Promise<Blob | null> {
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d');
  if (!context) return Promise.resolve(null);
  const ink = inkOf();
  const sans = getComputedStyle(document.body).fontFamily;
  const fonts = { plain: `12px ${sans}`, bold: `600 12px ${sans}`, title: `600 15px ${sans}` };
  const measureIn = (font: string) => (text: string) => {
    context.font = font;
    return context.measureText(text).width;
  };
  const layout = pictureLayout(board, notes, title, {
    text: measureIn(fonts.plain),
    bold: measureIn(fonts.bold),
    title: measureIn(fonts.title),
  });
  const { width, height, tableTop } = layout;
  canvas.width = width * 2;
  canvas.height = height * 2;
  context.scale(2, 2);
  context.fillStyle = ink.paper;
  context.fillRect(0, 0, width, height);
  context.textBaseline = 'middle';
  const write = (text: string, x: number, y: number, colour: string, font = fonts.plain) => {
    context.font = font;
    context.fillStyle = colour;
    context.fillText(text, x, y);
  };
  for (const [line, text] of layout.title.entries())
    write(text, EDGE, layout.titleTop + line * 20, ink.ink, fonts.title);
  context.textAlign = 'right';
  for (const { lines, right } of layout.heads) {
    const top = tableTop - 14 - (lines.length - 1) * LINE;
    for (const [line, text] of lines.entries()) write(text, right, top + line * LINE, ink.ink);
  }
  for (const [line, text] of layout.labels.entries()) {
    const y = tableTop + ROW * line + ROW / 2;
    context.fillStyle = ink.rule;
    context.fillRect(EDGE, tableTop + ROW * line, width - EDGE * 2, 1);
    context.textAlign = 'left';
    write(text, EDGE, y, ink.soft);
    context.textAlign = 'right';
    for (const [place, { cells }] of board.rows.entries()) {
      const cell = cells[line];
      const right = layout.heads[place]?.right;
      if (!cell || right === undefined) continue;
      const isBest = cell.mark === 'best';
      const colour = isBest ? ink.best : cell.mark === 'worst' ? ink.worst : ink.ink;
      write(`${signOf(cell)}${cell.shown}`, right, y, colour, isBest ? fonts.bold : fonts.plain);
    }
  }
  context.textAlign = 'left';
  for (const { text, y } of layout.foot) write(text, EDGE, y, ink.soft);
  return new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
}

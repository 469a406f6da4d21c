/** Bounds on the figures of a scoreboard, written as text: `recall<0.9,invalid>0` says what must not be. */

import type { FigureInfo, Scoreboard } from './scoreboard';

export const OPERATORS = ['<=', '>=', '<', '>'] as const;
export type Operator = (typeof OPERATORS)[number];

/** A lane breaks it where its value stands in this relation to the number. */
export interface Bound {
  figure: string;
  operator: Operator;
  limit: number;
  /** As it was written. */
  text: string;
}

export interface BrokenBound {
  lane: string;
  figure: FigureInfo;
  value: number;
  bound: Bound;
}

/** Bounds that cannot be read. */
export class BoundError extends Error {
  override readonly name = 'BoundError';

  constructor(
    readonly problem: string,
    readonly remedy: string,
  ) {
    super(`${problem} ${remedy}`);
  }
}

const BOUND = /^\s*([A-Za-z][A-Za-z-]*)\s*(<=|>=|<|>)\s*([-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?)\s*(%?)\s*$/i;

/**
 * Reads bounds with commas between them; `%` after a number divides it by a hundred. `names` are the figures there are.
 * Throws BoundError.
 */
export function parseBounds(text: string, names: readonly string[]): Bound[] {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  if (parts.length === 0) throw new BoundError('No bound is given.', 'Write bounds like "recall<0.9,invalid>0".');
  return parts.map((part) => {
    const [, name, operator, number, percent] = BOUND.exec(part) ?? [];
    if (name === undefined || operator === undefined) {
      const how = 'Write a figure, one of < <= > >=, and a number: "recall<0.9,invalid>0".';
      throw new BoundError(`"${part.trim()}" is no bound.`, how);
    }
    const figure = names.find((one) => one.toLowerCase() === name.toLowerCase());
    if (figure === undefined) {
      throw new BoundError(`There is no figure "${name}".`, `The figures are ${names.join(', ')}.`);
    }
    const limit = Number(number) / (percent === '%' ? 100 : 1);
    if (!Number.isFinite(limit)) throw new BoundError(`"${number}" is too large.`, 'Write a number below 1e308.');
    return { figure, operator: operator as Operator, limit, text: part.trim() };
  });
}

function holds(value: number, operator: Operator, limit: number): boolean {
  if (operator === '<') return value < limit;
  if (operator === '<=') return value <= limit;
  return operator === '>' ? value > limit : value >= limit;
}

/** Every lane that breaks a bound, lane by lane. A lane without a number for a figure breaks none on it. */
export function brokenBounds({ figures, rows }: Scoreboard, bounds: readonly Bound[]): BrokenBound[] {
  const broken: BrokenBound[] = [];
  for (const { lane, cells } of rows) {
    for (const bound of bounds) {
      const column = figures.findIndex(({ id }) => id === bound.figure);
      const figure = figures[column];
      const value = cells[column]?.value ?? null;
      if (figure && value !== null && holds(value, bound.operator, bound.limit)) {
        broken.push({ lane, figure, value, bound });
      }
    }
  }
  return broken;
}

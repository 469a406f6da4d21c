/** Numbers as people read them, the same in every locale: the engine's explanations are part of its result. */

/** 85600 → "85,600". */
export function whole(value: number): string {
  return String(Math.round(value))
    .replace('-', '−')
    .replace(/\B(?=(\d{3})+(?!\d))/g, ',');
}

/** 0.7 → "0.70". */
export function decimal(value: number, digits = 2): string {
  return value.toFixed(digits);
}

/** "1 message", "27 messages". */
export function counted(count: number, noun: string): string {
  return `${whole(count)} ${noun}${count === 1 ? '' : 's'}`;
}

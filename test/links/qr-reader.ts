/** Reads a clean QR code of level L back, from ISO/IEC 18004 and by no code of the encoder: unmasks, collects, sorts blocks. */

/** Error correction words a block, and blocks, at level L by version from 1. */
const CORRECTION = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12];

const MASKS: readonly ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** Centres of alignment patterns on either axis. */
function alignment(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const last = version * 4 + 10;
  const step = Math.ceil((last - 6) / (count - 1) / 2) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step)];
}

function isFunction(version: number, size: number, centres: readonly number[], row: number, column: number): boolean {
  if (row === 6 || column === 6) return true;
  if (row < 9 && column < 9) return true;
  if (row < 9 && column >= size - 8) return true;
  if (row >= size - 8 && column < 9) return true;
  if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
  const far = size - 7;
  return centres.some((y) =>
    centres.some((x) => {
      const corner = (x === 6 && y === 6) || (x === 6 && y === far) || (x === far && y === 6);
      return !corner && Math.abs(row - y) <= 2 && Math.abs(column - x) <= 2;
    }),
  );
}

/** The words of the code in the order in which they are drawn: two columns at a time from the right, up and down. */
function wordsOf(rows: readonly (readonly boolean[])[], version: number): number[] {
  const size = rows.length;
  const centres = alignment(version);
  // Format information beside the upper left finder: level, mask, then its correction, under a mask of its own.
  const at = (column: number) => (rows[8]?.[column] ? 1 : 0);
  const level = ((at(0) << 1) | at(1)) ^ 0b10;
  if (level !== 0b01) throw new Error(`level ${level} is not L`);
  const mask = MASKS[((at(2) << 2) | (at(3) << 1) | at(4)) ^ 0b101] as (typeof MASKS)[number];
  const words: number[] = [];
  let word = 0;
  let bits = 0;
  let up = true;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let step = 0; step < size; step++) {
      const row = up ? size - 1 - step : step;
      for (const column of [right, right - 1]) {
        if (isFunction(version, size, centres, row, column)) continue;
        word = (word << 1) | (rows[row]?.[column] !== mask(row, column) ? 1 : 0);
        if (++bits < 8) continue;
        words.push(word);
        word = 0;
        bits = 0;
      }
    }
    up = !up;
  }
  return words;
}

/** The text of a code in byte mode. */
export function readQr(rows: readonly (readonly boolean[])[]): string {
  const version = (rows.length - 17) / 4;
  const words = wordsOf(rows, version);
  const blocks = BLOCKS[version - 1] as number;
  const total = words.length - blocks * (CORRECTION[version - 1] as number);
  const short = Math.floor(total / blocks);
  const firstLong = blocks - (total % blocks);
  const data: number[][] = Array.from({ length: blocks }, () => []);
  let next = 0;
  for (let position = 0; position <= short; position++) {
    for (let block = position < short ? 0 : firstLong; block < blocks; block++)
      data[block]?.push(words[next++] as number);
  }
  const bits = data
    .flat()
    .map((word) => word.toString(2).padStart(8, '0'))
    .join('');
  if (bits.slice(0, 4) !== '0100') throw new Error(`mode ${bits.slice(0, 4)} is not bytes`);
  const start = version < 10 ? 12 : 20;
  const length = Number.parseInt(bits.slice(4, start), 2);
  const bytes = Uint8Array.from({ length }, (_, index) =>
    Number.parseInt(bits.slice(start + index * 8, start + index * 8 + 8), 2),
  );
  return new TextDecoder().decode(bytes);
}

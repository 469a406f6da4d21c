/** SHA-256 in pieces and at once: the browser's own is asynchronous, wants everything in one buffer, and is missing on plain http. */

const ROUNDS = 64;
const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function primeRoots(count: number, root: (prime: number) => number): Uint32Array {
  const found = new Uint32Array(count);
  let length = 0;
  for (let candidate = 2; length < count; candidate++) {
    let prime = true;
    for (let divisor = 2; divisor * divisor <= candidate; divisor++) if (candidate % divisor === 0) prime = false;
    if (prime) found[length++] = (root(candidate) % 1) * 2 ** 32;
  }
  return found;
}

const CONSTANTS = primeRoots(ROUNDS, Math.cbrt);

const turned = (word: number, by: number) => (word >>> by) | (word << (32 - by));

export class Sha256 {
  private readonly state = primeRoots(8, Math.sqrt);
  private readonly block = new Uint8Array(BLOCK);
  private readonly words = new Uint32Array(ROUNDS);
  private readonly view = new DataView(this.block.buffer);
  private filled = 0;
  private length = 0;

  add(bytes: Uint8Array): void {
    this.length += bytes.length;
    for (let at = 0; at < bytes.length; ) {
      const taken = Math.min(BLOCK - this.filled, bytes.length - at);
      this.block.set(bytes.subarray(at, at + taken), this.filled);
      this.filled += taken;
      at += taken;
      if (this.filled === BLOCK) this.mix();
    }
  }

  /** The 32 bytes. Nothing can be added afterwards. */
  digest(): Uint8Array {
    const bits = this.length * 8;
    const end = new Uint8Array(this.filled < BLOCK - 8 ? BLOCK - this.filled : 2 * BLOCK - this.filled);
    end[0] = 0x80;
    const tail = new DataView(end.buffer);
    tail.setUint32(end.length - 8, Math.floor(bits / 2 ** 32));
    tail.setUint32(end.length - 4, bits >>> 0);
    this.add(end);
    const out = new DataView(new ArrayBuffer(32));
    for (const [position, word] of this.state.entries()) out.setUint32(position * 4, word);
    return new Uint8Array(out.buffer);
  }

  private mix(): void {
    const { words, state } = this;
    for (let round = 0; round < ROUNDS; round++) {
      if (round < 16) words[round] = this.view.getUint32(round * 4);
      else {
        const two = words[round - 2] as number;
        const fifteen = words[round - 15] as number;
        const late = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
        const early = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
        words[round] = late + (words[round - 7] as number) + early + (words[round - 16] as number);
      }
    }
    let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
    for (let round = 0; round < ROUNDS; round++) {
      const chosen = (e & f) ^ (~e & g);
      const first =
        (h +
          (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) +
          chosen +
          (CONSTANTS[round] as number) +
          (words[round] as number)) |
        0;
      const second = ((turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      h = g;
      g = f;
      f = e;
      e = (d + first) | 0;
      d = c;
      c = b;
      b = a;
      a = (first + second) | 0;
    }
    for (const [position, word] of [a, b, c, d, e, f, g, h].entries())
      state[position] = (state[position] as number) + word;
    this.filled = 0;
  }
}

/** SHA-256 in pieces and at once: the browser's own is asynchronous, wants everything in one buffer, and is missing on plain http. */

const ROUNDS = 64;
const BLOCK = 64;

/** The first 32 bits of the fractional parts of a root of the first primes (FIPS 180-4, 4.2.2 and 5.3.3). */
function primeRoots(count: number, root: (prime: number) => number): Int32Array {
  const found = new Int32Array(count);
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

/** Its numbers are signed, 32 bits each: engines reckon with those fastest. */
export class Sha256 {
  private readonly state = primeRoots(8, Math.sqrt);
  private readonly block = new Uint8Array(BLOCK);
  private readonly words = new Int32Array(ROUNDS);
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
    for (const [position, word] of this.state.entries()) out.setInt32(position * 4, word);
    return new Uint8Array(out.buffer);
  }

  private mix(): void {
    const { words, state } = this;
    for (let round = 0; round < ROUNDS; round++) {
      if (round < 16) words[round] = this.view.getInt32(round * 4);
      else {
        const two = words[round - 2] as number;
        const fifteen = words[round - 15] as number;
        const late = turned(two, 17) ^ turned(two, 19) ^ (two >>> 10);
        const early = turned(fifteen, 7) ^ turned(fifteen, 18) ^ (fifteen >>> 3);
        words[round] =
          (((late + (words[round - 7] as number)) | 0) + ((early + (words[round - 16] as number)) | 0)) | 0;
      }
    }
    let a = state[0] as number;
    let b = state[1] as number;
    let c = state[2] as number;
    let d = state[3] as number;
    let e = state[4] as number;
    let f = state[5] as number;
    let g = state[6] as number;
    let h = state[7] as number;
    for (let round = 0; round < ROUNDS; round++) {
      const chosen = (e & f) ^ (~e & g);
      const turns = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const known = ((CONSTANTS[round] as number) + (words[round] as number)) | 0;
      const first = (((h + turns) | 0) + ((chosen + known) | 0)) | 0;
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
    // The array keeps 32 bits of each sum.
    state[0] = (state[0] as number) + a;
    state[1] = (state[1] as number) + b;
    state[2] = (state[2] as number) + c;
    state[3] = (state[3] as number) + d;
    state[4] = (state[4] as number) + e;
    state[5] = (state[5] as number) + f;
    state[6] = (state[6] as number) + g;
    state[7] = (state[7] as number) + h;
    this.filled = 0;
  }
}

/** Pixel sizes of PNG, JPEG, GIF and WebP images, read from the few header bytes of their base64 text that say so. */

interface PixelSize {
  width: number;
  height: number;
}

/** Segments of a JPEG file before the one with its size: previews and colour profiles come first. */
const SEGMENTS_SEARCHED = 500;

const SIX_BITS = new Int8Array(128).fill(-1);
for (const alphabet of [
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/',
  // The URL-safe alphabet differs in its last two.
  'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_',
]) {
  for (let value = 0; value < 64; value++) SIX_BITS[alphabet.charCodeAt(value)] = value;
}

/** Bytes of a base64 text by their number, without decoding what is not asked for; -1 where there is none. */
class Base64Bytes {
  constructor(
    private readonly text: string,
    private readonly from: number,
  ) {}

  at(index: number): number {
    const place = this.from + Math.floor(index / 3) * 4 + (index % 3);
    const high = this.bits(place);
    const low = this.bits(place + 1);
    if (high < 0 || low < 0) return -1;
    if (index % 3 === 0) return (high << 2) | (low >> 4);
    return index % 3 === 1 ? ((high & 15) << 4) | (low >> 2) : ((high & 3) << 6) | low;
  }

  /** A whole number of so many bytes, the highest first; negative where one is missing. */
  big(index: number, bytes: number): number {
    let value = 0;
    for (let offset = 0; offset < bytes; offset++) {
      const byte = this.at(index + offset);
      if (byte < 0) return -1;
      value = value * 256 + byte;
    }
    return value;
  }

  /** The same, the lowest byte first. */
  little(index: number, bytes: number): number {
    let value = 0;
    for (let offset = bytes - 1; offset >= 0; offset--) {
      const byte = this.at(index + offset);
      if (byte < 0) return -1;
      value = value * 256 + byte;
    }
    return value;
  }

  startsWith(index: number, text: string): boolean {
    for (let offset = 0; offset < text.length; offset++) {
      if (this.at(index + offset) !== text.charCodeAt(offset)) return false;
    }
    return true;
  }

  private bits(place: number): number {
    const code = this.text.charCodeAt(place);
    return code < 128 ? (SIX_BITS[code] as number) : -1;
  }
}

/** The size of the image whose base64 text starts at `from`; undefined where the header does not say it. */
export function imageSize(text: string, from = 0): PixelSize | undefined {
  const bytes = new Base64Bytes(text, from);
  const size = png(bytes) ?? gif(bytes) ?? webp(bytes) ?? jpeg(bytes);
  return size && size.width > 0 && size.height > 0 ? size : undefined;
}

function png(bytes: Base64Bytes): PixelSize | undefined {
  if (!bytes.startsWith(0, '\x89PNG\r\n\x1a\n')) return undefined;
  return { width: bytes.big(16, 4), height: bytes.big(20, 4) };
}

function gif(bytes: Base64Bytes): PixelSize | undefined {
  if (!bytes.startsWith(0, 'GIF8')) return undefined;
  return { width: bytes.little(6, 2), height: bytes.little(8, 2) };
}

function webp(bytes: Base64Bytes): PixelSize | undefined {
  if (!bytes.startsWith(0, 'RIFF') || !bytes.startsWith(8, 'WEBP')) return undefined;
  if (bytes.startsWith(12, 'VP8X')) return { width: bytes.little(24, 3) + 1, height: bytes.little(27, 3) + 1 };
  if (bytes.startsWith(12, 'VP8L')) {
    const packed = bytes.little(21, 4);
    return packed < 0 ? undefined : { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 };
  }
  if (!bytes.startsWith(12, 'VP8 ')) return undefined;
  const width = bytes.little(26, 2);
  const height = bytes.little(28, 2);
  // The two highest bits of each are a scale for display; below zero the header breaks off.
  return width < 0 || height < 0 ? undefined : { width: width & 0x3fff, height: height & 0x3fff };
}

function jpeg(bytes: Base64Bytes): PixelSize | undefined {
  if (!bytes.startsWith(0, '\xff\xd8\xff')) return undefined;
  let at = 2;
  for (let segment = 0; segment < SEGMENTS_SEARCHED; segment++) {
    if (bytes.at(at) !== 0xff) return undefined;
    const marker = bytes.at(at + 1);
    // Start of frame, but for the three codes in between that mean tables.
    const isFrame = marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc;
    if (isFrame) return { width: bytes.big(at + 7, 2), height: bytes.big(at + 5, 2) };
    const length = marker === 0xff ? -1 : bytes.big(at + 2, 2);
    if (marker === 0xff) at += 1;
    else if (length < 2) return undefined;
    else at += 2 + length;
  }
  return undefined;
}

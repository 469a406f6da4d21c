/** Stand-ins for images, files and sounds: a line that says what stood there, and the tokens that an image costs. */

import { imageSize } from './image-size';
import { formatNumber, isRecord, type JsonRecord, own, ownRecord, ownWord } from './json-values';

const ADDRESS_SHOWN = 200;

/**
 * An image costs width × height / 750 tokens once it is scaled down to a longest edge of 1,568 pixels, and about 1,600
 * at most (Anthropic's vision guide, "Calculate image costs"). Other providers cut images into tiles and come out in
 * the same range: a replay needs one figure for all of them.
 */
const PIXELS_PER_TOKEN = 750;
const LONGEST_EDGE = 1568;
const DEAREST_IMAGE = 1600;
/** Where the size is not in the file: what OpenAI's vision guide gives for a large image (2,048 × 4,096, high detail). */
const UNKNOWN_IMAGE = 1105;
/** An image that the request asks to be read in low detail, whatever its size (OpenAI's vision guide). */
const LOW_DETAIL_IMAGE = 85;

/** Tokens that an image costs: `source` is its base64 text, a data URL, an address, or undefined where it is not there. */
export function imageTokens(source?: string): number {
  if (source === undefined) return UNKNOWN_IMAGE;
  const start = source.slice(0, 300);
  const data = /^data:[^,]{0,200},/.exec(start);
  const size = data || !start.includes(':') ? imageSize(source, data?.[0].length ?? 0) : undefined;
  if (!size) return UNKNOWN_IMAGE;
  const scale = Math.min(1, LONGEST_EDGE / Math.max(size.width, size.height));
  return Math.min(DEAREST_IMAGE, Math.ceil((size.width * scale * size.height * scale) / PIXELS_PER_TOKEN));
}

/** Tokens of an image part in the forms of OpenAI and Anthropic; 0 for every other part, text files among them. */
export function partImageTokens(part: JsonRecord): number {
  switch (own(part, 'type')) {
    case 'image_url':
    case 'input_image': {
      const image = own(part, 'image_url');
      const detail = own(isRecord(image) ? image : part, 'detail') ?? own(part, 'detail');
      if (detail === 'low') return LOW_DETAIL_IMAGE;
      return imageTokens(isRecord(image) ? ownWord(image, 'url') : typeof image === 'string' ? image : undefined);
    }
    case 'image': {
      const source = ownRecord(part, 'source') ?? {};
      return imageTokens(ownWord(source, 'data') ?? ownWord(source, 'url'));
    }
    default:
      return 0;
  }
}

/** "[image: image/png, 12,345 bytes]"; sizes come from the length of base64, which is never decoded. */
function mediaText(kind: string, mimeType: string | undefined, source: string | undefined, name?: string): string {
  const label = name ? `${kind} ${name}` : kind;
  if (source === undefined) return mimeType ? `[${label}: ${mimeType}]` : `[${label}]`;
  const data = /^data:([^,;]*)[^,]{0,100},/.exec(source.slice(0, 300));
  if (data)
    return `[${label}: ${[data[1] || mimeType, bytes(source.length - data[0].length, source)].filter(Boolean).join(', ')}]`;
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(source))
    return `[${label}: ${[...source.slice(0, 2 * ADDRESS_SHOWN)].slice(0, ADDRESS_SHOWN).join('')}]`;
  return `[${label}: ${[mimeType, bytes(source.length, source)].filter(Boolean).join(', ')}]`;
}

function bytes(length: number, text: string): string {
  const padding = text.endsWith('==') ? 2 : text.endsWith('=') ? 1 : 0;
  return `${formatNumber(Math.max(0, Math.floor((length * 3) / 4) - padding))} bytes`;
}

/** A content part that is no text, in the forms of OpenAI and Anthropic, with a text that stands beside; undefined where it is neither. */
export function mediaPart(part: JsonRecord): string | undefined {
  const line = mediaLine(part);
  const beside = line === undefined ? undefined : ownWord(part, 'text');
  return beside === undefined ? line : `${line} ${beside}`;
}

function mediaLine(part: JsonRecord): string | undefined {
  switch (own(part, 'type')) {
    case 'image_url':
    case 'input_image': {
      const image = own(part, 'image_url');
      return mediaText(
        'image',
        undefined,
        isRecord(image) ? ownWord(image, 'url') : typeof image === 'string' ? image : ownWord(part, 'file_id'),
      );
    }
    case 'input_audio': {
      const audio = ownRecord(part, 'input_audio') ?? {};
      return mediaText('audio', ownWord(audio, 'format'), ownWord(audio, 'data'));
    }
    case 'file':
    case 'input_file': {
      const file = ownRecord(part, 'file') ?? part;
      return mediaText(
        'file',
        undefined,
        ownWord(file, 'file_data') ?? ownWord(file, 'file_url'),
        ownWord(file, 'filename') ?? ownWord(file, 'file_id'),
      );
    }
    case 'image':
    case 'document': {
      const written = own(part, 'source') ?? {};
      // In a form that is not known: whoever asks keeps all of it.
      if (!isRecord(written)) return undefined;
      const source = written;
      if (own(source, 'type') === 'text') return ownWord(source, 'data') ?? '';
      return mediaText(
        String(part.type),
        ownWord(source, 'media_type'),
        ownWord(source, 'data') ?? ownWord(source, 'url'),
        ownWord(part, 'title'),
      );
    }
    case 'video_url': {
      return mediaText('video', undefined, ownWord(ownRecord(part, 'video_url') ?? {}, 'url'));
    }
    default:
      return undefined;
  }
}

/** Placeholders for images, files and sounds: a line that says what stood there and how large, never the data itself. */

import { formatNumber, isRecord, type JsonRecord, own, ownRecord, ownWord } from './json-values';

const ADDRESS_SHOWN = 200;

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

/** A content part that is no text, in the forms of OpenAI and Anthropic; undefined where it is neither. */
export function mediaPart(part: JsonRecord): string | undefined {
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
      const source = ownRecord(part, 'source') ?? {};
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

/** Texts of the Responses API: message parts, arguments of calls of every kind, and what calls brought back, images counted. */

import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import { imageTokens, mediaPart, partImageTokens } from './media-text';

export interface OutputText {
  text: string;
  images: number;
  /** The item says that the tool failed. */
  failed?: boolean;
}

const ARGUMENT_KEYS = ['arguments', 'input', 'action', 'operation', 'code', 'queries'];

/** Arguments as the model wrote them; those of the provider's own tools are an object beside the call. */
export function argumentsOf(item: JsonRecord): string {
  for (const key of ARGUMENT_KEYS) {
    const value = own(item, key);
    if (typeof value === 'string') return key === 'code' ? jsonText({ code: value }) : value;
    if (isRecord(value)) return jsonText(value);
    if (Array.isArray(value)) return jsonText({ [key]: value });
  }
  return '{}';
}

/** The text of a message's parts, and the tokens of its images. */
export function partsText(content: unknown): OutputText {
  if (typeof content === 'string') return { text: content, images: 0 };
  if (content === undefined || content === null) return { text: '', images: 0 };
  const texts: string[] = [];
  let images = 0;
  for (const part of Array.isArray(content) ? content : [content]) {
    if (typeof part === 'string') texts.push(part);
    else if (!isRecord(part) && part !== null) texts.push(jsonText(part));
    if (!isRecord(part)) continue;
    images += partImageTokens(part);
    texts.push(mediaPart(part) ?? ownString(part, 'text') ?? ownString(part, 'refusal') ?? jsonText(part));
  }
  return { text: texts.join('\n'), images };
}

/** What an output item holds: a text, parts, a screenshot, or anything else as JSON. */
export function outputText(value: unknown): OutputText {
  if (typeof value === 'string') return { text: value, images: 0 };
  if (value === undefined || value === null) return { text: '', images: 0 };
  if (Array.isArray(value)) return value.every(isPart) ? partsText(value) : { text: jsonText(value), images: 0 };
  if (isRecord(value) && own(value, 'type') === 'computer_screenshot') {
    const image = { type: 'input_image', image_url: ownWord(value, 'image_url'), file_id: ownWord(value, 'file_id') };
    return partsText([image]);
  }
  return { text: jsonText(value), images: 0 };
}

function isPart(value: unknown): boolean {
  return (
    isRecord(value) && /^(?:input|output)_(?:text|image|file)$|^text$|^refusal$/.test(ownString(value, 'type') ?? '')
  );
}

/** What a call that the provider ran brought back; undefined where the file does not say. */
export function serverOutput(item: JsonRecord): OutputText | undefined {
  const image = ownWord(item, 'result');
  if (own(item, 'type') === 'image_generation_call' && image !== undefined) {
    const url = image.startsWith('data:')
      ? image
      : `data:image/${ownWord(item, 'output_format') ?? 'png'};base64,${image}`;
    return { text: mediaPart({ type: 'input_image', image_url: url }) ?? '[image]', images: imageTokens(url) };
  }
  const outputs = ownArray(item, 'outputs');
  if (outputs) return codeOutputs(outputs);
  const output = own(item, 'output') ?? own(item, 'results');
  if (output !== undefined && output !== null) return outputText(output);
  const error = own(item, 'error');
  if (error === undefined || error === null) return undefined;
  return {
    text: isRecord(error) ? (ownWord(error, 'message') ?? jsonText(error)) : outputText(error).text,
    images: 0,
    failed: true,
  };
}

/** What code printed, and the pictures that it drew. */
function codeOutputs(outputs: readonly unknown[]): OutputText {
  const texts: string[] = [];
  let images = 0;
  for (const output of outputs) {
    if (!isRecord(output)) continue;
    const url = ownWord(output, 'url') ?? ownWord(ownRecord(output, 'image') ?? {}, 'url');
    if (own(output, 'type') === 'image' && url !== undefined) {
      const part = { type: 'input_image', image_url: url };
      images += partImageTokens(part);
      texts.push(mediaPart(part) ?? '[image]');
    } else texts.push(ownString(output, 'logs') ?? jsonText(output));
  }
  return { text: texts.join('\n'), images };
}

/** Links, written and read: `#p1.` and the deflated JSON in base64url. Everything is in the fragment, which is never sent to a server. */

import { whole } from '../engine/figures';
import { isRecord, type JsonObject } from '../scenario/json';
import type { ScenarioProblem } from '../scenario/scenario-error';
import { fromBase64Url, toBase64Url } from './base64url';
import { type LinkContents, type LinkKind, MOST_BYTES, MOST_LANES } from './contents';
import { deflated, inflated } from './deflate';
import { MOST_CHARACTERS } from './fragment';
import { LinkError } from './link-error';
import { readPayload, writePayload } from './payload';
import { MOST_VALUES, tooMuchIn } from './shape';
import { checkVersion, LINK_VERSION, upgradeLink } from './versions';

/**
 * Characters of a whole link that get through. Starting a browser from another program is the narrowest way: a command line
 * of Windows has 32,767. Firefox keeps 65,536 in its history, Slack 40,000 in a message, Chrome opens 2 million.
 */
export const LINK_LIMIT = 32_000;
/** Characters of a whole link that a phone reads off a screen: what version 25 of a QR code (117 × 117) holds at level L. */
export const QR_LIMIT = 1273;

export interface EncodedLink {
  readonly kind: LinkKind;
  /** Begins with `#`. */
  readonly fragment: string;
  /** The base with the fragment. */
  readonly link: string;
  /** Of the link; it has only characters of one byte. */
  readonly bytes: number;
  readonly fits: {
    /** Whether browsers and chats keep it. Where not: a scenario file, or the settings alone. */
    readonly link: boolean;
    /** Whether a QR code of it can be read off a screen. */
    readonly qr: boolean;
  };
}

export interface DecodedLink {
  readonly contents: LinkContents;
  /** The version it was written in. */
  readonly version: number;
  /** What was in the link and is left out, and what will not do what its author may expect. */
  readonly warnings: readonly ScenarioProblem[];
}

const TOO_MUCH = {
  deep: 'It nests too deep.',
  many: `It has more than ${whole(MOST_VALUES)} values, which no link needs.`,
};

/** Throws LinkError where there is more than any link can hold. Whether the link is short enough is in `fits`. */
export async function encodeLink(contents: LinkContents, base = ''): Promise<EncodedLink> {
  const lanes = contents.scenario.lanes.length;
  const file = 'Save a scenario file instead.';
  if (lanes > MOST_LANES) throw new LinkError('lanes', `There are ${lanes}; a link has ${MOST_LANES} at most.`, file);
  const json = JSON.stringify(writePayload(contents));
  const bytes = new TextEncoder().encode(json);
  if (bytes.length > MOST_BYTES) {
    const what = `It is ${(bytes.length / 1024 / 1024).toFixed(1)} MiB; a link holds ${MOST_BYTES / 1024 / 1024}.`;
    throw new LinkError('the scenario', what, 'Save a scenario file, or share the settings alone.');
  }
  const tooMuch = tooMuchIn(json);
  if (tooMuch !== null) throw new LinkError('the scenario', TOO_MUCH[tooMuch], file);
  const fragment = `#p${LINK_VERSION}.${toBase64Url(await deflated(bytes))}`;
  const link = `${base.replace(/#.*$/s, '')}${fragment}`;
  const { length } = new TextEncoder().encode(link);
  return {
    kind: contents.kind,
    fragment,
    link,
    bytes: length,
    fits: { link: length <= LINK_LIMIT, qr: length <= QR_LIMIT },
  };
}

/** Reads a whole link or its fragment. Throws LinkError, and nothing else. */
export async function decodeLink(text: string): Promise<DecodedLink> {
  if (text.length > MOST_CHARACTERS) {
    throw new LinkError('the link', 'It is longer than any browser opens.', 'Ask for a scenario file instead.');
  }
  const { version, packed, offset } = partsOf(text);
  checkVersion(version);
  const bytes = await inflated(fromBase64Url(packed, offset), MOST_BYTES);
  const { contents, warnings } = readPayload(upgradeLink(jsonOf(bytes), version));
  return { contents, version, warnings };
}

/** Signs that chats and sentences put after a link. */
const TRAILING = new Set(' \t\r\n<>()[]{}"\'`.,;:!?*»”’');

function partsOf(text: string): { version: number; packed: string; offset: number } {
  const hash = text.indexOf('#');
  const start = hash < 0 ? text.search(/\S/) : hash + 1;
  const found = start < 0 ? null : /^p(\d{1,9})\./.exec(text.slice(start, start + 12));
  if (!found) {
    const remedy = 'Give an address that ends in #p1. and many letters.';
    throw new LinkError('the link', 'It is no link of Palimpsest.', remedy);
  }
  let end = text.length;
  while (end > 0 && TRAILING.has(text.charAt(end - 1))) end--;
  const offset = start + found[0].length;
  return { version: Number(found[1]), packed: text.slice(offset, end), offset };
}

function jsonOf(bytes: Uint8Array): JsonObject {
  let value: unknown;
  try {
    const json = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    const tooMuch = tooMuchIn(json);
    if (tooMuch !== null) throw new LinkError('the link', TOO_MUCH[tooMuch], 'Ask for a scenario file instead.');
    value = JSON.parse(json);
  } catch (error) {
    if (error instanceof LinkError) throw error;
    throw new LinkError('the link', 'What is in it is no JSON.', 'Ask for a new link.', { cause: error });
  }
  if (isRecord(value)) return value;
  throw new LinkError('the link', 'What is in it is no object.', 'Ask for a new link.');
}

/** The worker's side of links: what goes out is prepared and described here, and what comes in is unpacked here, off the page. */

import { counted } from '../engine/figures';
import { type Message, ROLES } from '../engine/transcript';
import { decodeLink, type EncodedLink, encodeLink, LINK_LIMIT } from '../links/codec';
import { describeLink } from '../links/describe';
import { fingerprintOf } from '../links/fingerprint';
import { LinkError } from '../links/link-error';
import { type Prepared, prepareLink, type ShareChoice } from '../links/prepare';
import { qrRows } from '../links/qr';
import { wordsOf } from '../links/words';
import { matcherOf } from '../redaction/own-rules';
import { scenarioJson } from '../scenario/encode';
import type { Scenario } from '../scenario/scenario';
import { loadCounter } from '../tokenizers/registry';
import type { Fingerprinted, LinkRequests, ReadLink, Shared, SharedSettings, Sharing } from './protocol-links';
import type { Session } from './session';

export async function shareLink(
  session: Session,
  { settings, sharing, base }: LinkRequests['shareLink']['input'],
): Promise<Shared> {
  const { contents, replacements, notes } = await preparedShare(session, settings, sharing);
  const { encoded, refused } = await encodedOrNot(contents, base);
  const isShort = encoded?.fits.link === true;
  const counter = isShort && sharing.kind !== 'settings' ? await session.counter(settings.counter) : undefined;
  return {
    encoded,
    refused,
    most: LINK_LIMIT,
    description: describeLink(contents, { bytes: encoded?.bytes ?? null, ...(counter ? { counter } : {}) }),
    words: wordsOf(contents),
    replacements,
    notes,
    code: encoded?.fits.qr ? qrRows(encoded.link) : null,
  };
}

export async function shareFile(
  session: Session,
  { settings, sharing }: LinkRequests['shareFile']['input'],
): Promise<Blob> {
  const { contents } = await preparedShare(session, settings, sharing);
  return scenarioFile(contents.scenario);
}

export async function readLink({ text }: LinkRequests['readLink']['input']): Promise<ReadLink> {
  const { contents, warnings } = await decodeLink(text);
  const { scenario, meant } = contents;
  const { palimpsest: _version, transcript: _transcript, ...settings } = scenario;
  const isWhole = contents.kind !== 'settings';
  const counter = isWhole ? await loadCounter(scenario.counter) : undefined;
  return {
    description: describeLink(contents, counter ? { counter } : {}),
    words: wordsOf(contents),
    warnings,
    settings,
    meant: meant ?? null,
    file: isWhole ? scenarioFile(scenario) : null,
  };
}

export function importedPlaces(session: Session): LinkRequests['importedPlaces']['output'] {
  const roles = Uint8Array.from(session.edited.imported, ({ role }) => ROLES.indexOf(role));
  return { to: session.edited.importedPlaces(), roles };
}

export function fingerprints(session: Session): LinkRequests['fingerprints']['output'] {
  const { imported } = session.edited;
  const { messages } = session.conversation;
  const first = fingerprinted(imported);
  return { imported: first, standing: messages === imported ? first : fingerprinted(messages) };
}

function fingerprinted(messages: readonly Message[]): Fingerprinted {
  const pins: number[] = [];
  for (const [position, { pinned }] of messages.entries()) if (pinned) pins.push(position);
  return { fingerprint: fingerprintOf(messages), pins };
}

/**
 * Settings alone go with the transcript as it was imported: the other side loads that file, not the changes made to it
 * here. Changes are told in a note, and pins by hand are those of now on the messages that are in the file.
 */
export async function preparedShare(session: Session, settings: SharedSettings, sharing: Sharing): Promise<Prepared> {
  const changes = session.edited.patches.length;
  if (sharing.kind !== 'settings' || changes === 0) {
    const { transcript } = session.index;
    return prepareLink({ palimpsest: 1, ...settings, transcript }, await choiceOf(session, settings, sharing));
  }
  const messages = withPinsOfNow(session);
  const made = prepareLink(
    { palimpsest: 1, ...settings, transcript: { messages } },
    { ...titleOf(sharing), kind: 'settings' },
  );
  const note = `The ${counted(changes, 'change')} made to the transcript ${changes === 1 ? 'stays' : 'stay'} here: the settings go with the file as it was opened.`;
  return { ...made, notes: [note, ...made.notes] };
}

function withPinsOfNow(session: Session): Message[] {
  const to = session.edited.importedPlaces();
  const { messages } = session.conversation;
  const pinned = new Set<number>();
  for (let index = 0; index < to.length; index++) if (messages[index]?.pinned) pinned.add(to[index] as number);
  return session.edited.imported.map(({ pinned: _, ...message }, position) =>
    pinned.has(position) ? { ...message, pinned: true } : message,
  );
}

async function choiceOf(session: Session, settings: SharedSettings, sharing: Sharing): Promise<ShareChoice> {
  const title = titleOf(sharing);
  if (sharing.kind === 'settings') return { ...title, kind: 'settings' };
  if (sharing.kind === 'structure') {
    return { ...title, kind: 'structure', counter: await session.counter(settings.counter) };
  }
  const { redaction } = sharing;
  if (!redaction) return { ...title, kind: 'transcript' };
  const { kinds, texts, expressions } = redaction;
  const matchers = await Promise.all(expressions.map(matcherOf));
  return { ...title, kind: 'transcript', redaction: { kinds: new Set(kinds), texts, matchers } };
}

function titleOf({ title }: Sharing): { title?: string } {
  return title === undefined ? {} : { title };
}

async function encodedOrNot(
  contents: Prepared['contents'],
  base: string,
): Promise<{ encoded: EncodedLink | null; refused: string | null }> {
  try {
    return { encoded: await encodeLink(contents, base), refused: null };
  } catch (error) {
    if (!(error instanceof LinkError)) throw error;
    return { encoded: null, refused: error.what };
  }
}

function scenarioFile(scenario: Scenario): Blob {
  return new Blob([scenarioJson(scenario)], { type: 'application/json' });
}

/** What of a scenario goes into a link, as the sender chose it; nothing that was not chosen gets past here. */

import type { TokenCounter } from '../engine/accounting';
import { activePinRules, pinRuleName } from '../engine/pin-rule';
import type { Transcript } from '../engine/transcript';
import { redact } from '../redaction/redact';
import type { RedactionRules, Replacement } from '../redaction/secrets';
import { structureOnly } from '../redaction/structure';
import type { Scenario } from '../scenario/scenario';
import type { LinkContents, MeantTranscript } from './contents';
import { fingerprintOf } from './fingerprint';
import { travellingLane } from './payload';
import { wordsOf } from './words';

export type ShareChoice = {
  /** In place of the scenario's own, whatever it says. */
  readonly title?: string;
} & (
  | { readonly kind: 'settings' }
  /** The counter under which the tokens of every text stay the same. */
  | { readonly kind: 'structure'; readonly counter: TokenCounter }
  /** Without redaction rules everything goes out as it is. */
  | { readonly kind: 'transcript'; readonly redaction?: RedactionRules }
);

export interface Prepared {
  readonly contents: LinkContents;
  /** What a redaction replaced. */
  readonly replacements: readonly Replacement[];
  /** Sentences on what does not go out though it might be expected to, and on what goes out though it might not. */
  readonly notes: readonly string[];
}

/** Linear in the transcript. */
export function prepareLink(scenario: Scenario, choice: ShareChoice): Prepared {
  const notes: string[] = [];
  const lanes = scenario.lanes.map((lane) => {
    const travelling = travellingLane(lane);
    if (travelling.summarizer.kind !== lane.summarizer.kind) {
      notes.push(`The summarizer of “${lane.name}” stays here: it calls a model. The extractive one goes out instead.`);
    }
    return travelling;
  });
  const own = choice.title ?? scenario.title;
  if (choice.kind === 'transcript') {
    const { redaction } = choice;
    // A secret that was cut with the title is not known for one any more.
    const isCut = choice.title === undefined && own.endsWith('…') && comesFrom(own, scenario.transcript);
    if (redaction && isCut) notes.push('The title stays here: it was cut from a message, perhaps within a secret.');
    const given = redaction && isCut ? '' : own;
    const whole = { transcript: scenario.transcript, title: own, replacements: [] };
    const { transcript, title, replacements } = redaction ? redact(scenario.transcript, given, redaction) : whole;
    const contents: LinkContents = { kind: choice.kind, scenario: { ...scenario, title, lanes, transcript } };
    for (const note of unredacted(contents, replacements)) notes.push(note);
    return { contents, replacements, notes };
  }
  let title = own;
  if (choice.title === undefined && comesFrom(own, scenario.transcript)) {
    title = '';
    notes.push('The title stays here: its words are from the transcript.');
  }
  const { kind } = choice;
  if (kind === 'structure') {
    const transcript = structureOnly(scenario.transcript, { counter: choice.counter, ...lookedFor(scenario) });
    for (const note of blindExpressions(scenario)) notes.push(note);
    return { contents: { kind, scenario: { ...scenario, title, lanes, transcript } }, replacements: [], notes };
  }
  const meant = meantTranscript(scenario.transcript);
  const settings: Scenario = { ...scenario, title, lanes, transcript: { messages: [] } };
  return { contents: { kind, scenario: settings, ...(meant ? { meant } : {}) }, replacements: [], notes };
}

function meantTranscript({ messages }: Transcript): MeantTranscript | undefined {
  if (messages.length === 0) return undefined;
  const pins: number[] = [];
  for (const [position, { pinned }] of messages.entries()) if (pinned) pins.push(position);
  return { fingerprint: fingerprintOf(messages), messages: messages.length, pins };
}

/** Texts that policies and probes look for: filler keeps them where they stand, so that they are found there again. */
function lookedFor({ lanes, probes }: Scenario): { markers: string[]; contained: string[] } {
  const markers = new Set<string>();
  const contained = new Set<string>();
  const add = (to: Set<string>, text: unknown) => {
    if (typeof text === 'string' && text !== '') to.add(text.toLowerCase());
  };
  for (const { config } of lanes) {
    const { correctionMarkers, priorityRules } = config;
    if (Array.isArray(correctionMarkers)) for (const marker of correctionMarkers) add(markers, marker);
    if (Array.isArray(priorityRules)) for (const rule of priorityRules) add(contained, rule?.contains);
    for (const { match } of activePinRules(config)) add(contained, match.text);
  }
  for (const { text } of probes) add(contained, text);
  return { markers: [...markers], contained: [...contained] };
}

/** Expressions fit no filler, so what looks by one finds nothing on the other side. */
function blindExpressions({ lanes, probes }: Scenario): string[] {
  const blind = new Set<string>();
  for (const { config } of lanes) {
    for (const rule of activePinRules(config)) if (rule.match.regex !== undefined) blind.add(pinRuleName(rule));
  }
  for (const probe of probes) if (probe.regex !== undefined) blind.add(String(probe.name ?? probe.id));
  return [...blind].map((name) => `“${name}” looks for an expression, and filler has nothing that it fits.`);
}

/** What was replaced in the transcript may stand in the settings, which the sender wrote: they are told, not changed. */
function unredacted(contents: LinkContents, replacements: readonly Replacement[]): string[] {
  if (replacements.length === 0) return [];
  const places = wordsOf(contents).filter(({ text }) => replacements.some(({ found }) => text.includes(found)));
  return places.map(({ where }) => `${where} holds something that is replaced in the transcript; here it goes out.`);
}

/** Code units of a message that a title can come from, and from which length on it is looked for everywhere. */
const LOOKED_AT = 4000;
const TELLING = 12;

/** Whether a title repeats a message, as one does that was made from the first words of the user. */
function comesFrom(title: string, { messages }: Transcript): boolean {
  const plain = (text: string) => text.replace(/\s+/g, ' ').trim();
  const words = plain(title).replace(/…$/, '').trim();
  if (words === '') return false;
  return messages.some(({ content }) => {
    if (content === null) return false;
    if (words.length >= TELLING && content.includes(words)) return true;
    const start = content.slice(0, LOOKED_AT);
    const bare = plain(start.replace(/<([a-z][a-z-]{0,40})>[\s\S]*?<\/\1>/g, ' '));
    return (
      bare.startsWith(words) || (words.length >= TELLING && (bare.includes(words) || plain(start).includes(words)))
    );
  });
}

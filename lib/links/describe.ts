/** What goes out with a link, or comes in, thing by thing: for the sender before it leaves and for the receiver before it opens. */

import { countTranscript, type TokenCounter } from '../engine/accounting';
import { counted, whole } from '../engine/figures';
import { field, isRecord, type JsonObject } from '../scenario/json';
import { laneTitle } from '../scenario/lane-name';
import type { LinkContents, LinkKind } from './contents';
import { writePayload } from './payload';

export interface DescribedLane {
  readonly name: string;
  /** Id of its memory system. */
  readonly system: string;
  /** Names of the settings that are not the defaults. */
  readonly settings: readonly string[];
  /** Names of the guards that are off; `all` alone where all are. */
  readonly guardsOff: readonly string[];
  readonly summarizer: string;
}

export interface LinkDescription {
  readonly kind: LinkKind;
  /** The empty text where it has none. */
  readonly title: string;
  readonly counter: string;
  readonly lanes: readonly DescribedLane[];
  readonly probes: number;
  /** Names of what is set of the prices. */
  readonly prices: readonly string[];
  /** Messages that are in the link, or of the transcript that is meant; of that only the number is known. */
  readonly messages: number;
  readonly toolSchemas: number;
  /** Pinned by hand, message by message. */
  readonly pins: number;
  /** Of the messages in the link, under the counter given; null where none was given or no message is in the link. */
  readonly tokens: number | null;
  /** Of the whole link; null where it has not been made. */
  readonly bytes: number | null;
  /** All of it as sentences. */
  readonly lines: readonly string[];
}

export function describeLink(
  contents: LinkContents,
  { bytes = null, counter }: { bytes?: number | null; counter?: TokenCounter } = {},
): LinkDescription {
  const { kind, scenario, meant } = contents;
  const { messages, tools = [] } = scenario.transcript;
  const description: Omit<LinkDescription, 'lines'> = {
    kind,
    title: scenario.title,
    counter: scenario.counter,
    lanes: lanesOf(contents),
    probes: scenario.probes.length,
    prices: Object.keys(scenario.prices),
    messages: meant?.messages ?? messages.length,
    toolSchemas: tools.length,
    pins: meant ? meant.pins.length : messages.filter(({ pinned }) => pinned).length,
    tokens: counter && kind !== 'settings' ? tokensOf(contents, counter) : null,
    bytes,
  };
  return { ...description, lines: linesOf(description) };
}

function tokensOf({ scenario }: LinkContents, counter: TokenCounter): number {
  const { message, tools } = countTranscript(scenario.transcript, counter);
  return message.reduce((sum, tokens) => sum + tokens, tools);
}

function lanesOf(contents: LinkContents): DescribedLane[] {
  const json = field(writePayload(contents), 'scenario') as JsonObject;
  const written = field(json, 'lanes') as JsonObject[];
  return contents.scenario.lanes.map((lane, position) => {
    const { config, guards } = written[position] ?? {};
    const { system, summarizer } = lane;
    return {
      name: laneTitle(lane),
      system,
      settings: isRecord(config) ? Object.keys(config) : [],
      guardsOff: guards === false ? ['all'] : isRecord(guards) ? Object.keys(guards) : [],
      summarizer: summarizer.kind,
    };
  });
}

function linesOf(description: Omit<LinkDescription, 'lines'>): string[] {
  const { kind, title, counter, lanes, probes, prices, bytes, pins } = description;
  const lines: string[] = [transcriptLine(description)];
  if (title !== '') lines.push(`The title: ${title}`);
  for (const lane of lanes) lines.push(laneLine(lane));
  lines.push(`The counter: ${counter}.`);
  if (probes > 0) lines.push(`${counted(probes, 'probe')}.`);
  if (prices.length > 0) lines.push(`Prices: ${prices.join(', ')}.`);
  if (pins > 0) lines.push(`${counted(pins, 'pin')} by hand${kind === 'settings' ? ', by message number' : ''}.`);
  if (bytes !== null) lines.push(`${whole(bytes)} bytes in all.`);
  return lines;
}

function transcriptLine({ kind, messages, tokens, toolSchemas }: Omit<LinkDescription, 'lines'>): string {
  const many = counted(messages, 'message');
  if (kind === 'settings') {
    if (messages === 0) return 'Settings only, without a transcript.';
    return `Settings only. Of the transcript: its fingerprint and that it has ${many}.`;
  }
  const size = tokens === null ? many : `${many}, ${counted(tokens, 'token')}`;
  const schemas = toolSchemas > 0 ? `, ${counted(toolSchemas, 'tool schema')}` : '';
  const how =
    kind === 'structure' ? 'The structure of the transcript, every text replaced by filler' : 'The transcript';
  return `${how}: ${size}${schemas}.`;
}

function laneLine({ name, system, settings, guardsOff, summarizer }: DescribedLane): string {
  const parts = [`system ${system}`, `summarizer ${summarizer}`];
  if (settings.length > 0) parts.push(`settings ${settings.join(', ')}`);
  if (guardsOff.length > 0) parts.push(`guards off: ${guardsOff.join(', ')}`);
  return `Lane ${name}: ${parts.join('; ')}.`;
}

/** Every word of the user's that goes out with the settings, each with its place, so that it can be read before it leaves. */

import { isRecord } from '../scenario/json';
import { isOwnName } from '../scenario/lane-name';
import type { LinkContents } from './contents';
import { writePayload } from './payload';

export interface OutgoingWord {
  /** Place in the scenario: `lanes[0].config.correctionMarkers[2]`. */
  readonly where: string;
  readonly text: string;
}

/** Words of ours, which say nothing of the user: ids of systems, counters and kinds, and choices among a few. */
const OURS = new RegExp(
  [
    /^counter$/,
    /^lanes\[\d+\]\.(system|summarizer\.kind)$/,
    /^lanes\[\d+\]\.config\.(pinRules|priorityRules)\[\d+\]\.(match\.role|match\.kind|keep|role|kind|priority)$/,
    /^probes\[\d+\]\.(at|at\.to|where)$/,
    /^prices\.(profile|cache\.matching)$/,
  ]
    .map(({ source }) => source)
    .join('|'),
);
/** Settings that are JSON of the user's own: their names are words of the user's too. Rules have only names of ours. */
const OWN_NAMES = /^lanes\[\d+\]\.config\.(?!pinRules|priorityRules)/;

/** Whether the name of a lane is only that of its system. */
function isSystemName({ scenario }: LinkContents, where: string): boolean {
  const lane = scenario.lanes[Number(/^lanes\[(\d+)\]\.name$/.exec(where)?.[1] ?? -1)];
  return lane !== undefined && !isOwnName(lane);
}

/**
 * Every text in a link beside the messages, the schemas and the fingerprint: title, names of lanes, markers and wordings
 * that are not the defaults, pin rules, fixed summaries, probes, prices. Iterative.
 */
export function wordsOf(contents: LinkContents): OutgoingWord[] {
  const { scenario } = writePayload(contents);
  const isOurs = (where: string) => OURS.test(where) || isSystemName(contents, where);
  const words: OutgoingWord[] = [];
  const waiting: { where: string; value: unknown }[] = [];
  const later = (entries: (readonly [where: string, value: unknown])[]) => {
    for (const [where, value] of entries.reverse()) waiting.push({ where, value });
  };
  if (isRecord(scenario)) later(Object.entries(scenario).filter(([name]) => name !== 'transcript'));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { where, value } = next;
    if (typeof value === 'string' && value !== '' && !isOurs(where)) words.push({ where, text: value });
    else if (Array.isArray(value)) later(value.map((one, position) => [`${where}[${position}]`, one]));
    else if (isRecord(value)) {
      if (OWN_NAMES.test(where))
        for (const name of Object.keys(value)) words.push({ where: `${where}, a name`, text: name });
      later(Object.entries(value).map(([name, one]) => [`${where}.${name}`, one]));
    }
  }
  return words;
}

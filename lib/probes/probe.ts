/** A probe: something that must be known at a call. Its form is that of scenario files and links, version 1, and stays. */

/**
 * Calls at which a probe is asked, by their numbers as people read them: from 1, where call 1 is the first. `end` is the
 * last call there is. A range is asked at every call from the one at which the thing has first been said.
 */
export type ProbeAt = number | 'end' | { from: number; to: number | 'end' };

/**
 * What counts as known: `verbatim` word for word in a message as it is sent, `anywhere` also in what a memory system
 * wrote itself, as a summary.
 */
export type ProbeWhere = 'anywhere' | 'verbatim';

/**
 * Exactly one of `text`, `regex` and `message` says what must be known.
 *
 *     {"id": "staging", "at": 40, "text": "staging"}
 *     {"id": "port", "at": {"from": 12, "to": 40}, "regex": "port[ =:]+8443", "where": "verbatim"}
 *     {"id": "task", "name": "The task", "message": 1}
 */
export interface Probe {
  /** Its own among the probes; it stays when the probe changes. */
  id: string;
  name?: string;
  at: ProbeAt;
  /** Part of a message's content, or of one of its calls written as NAME(ARGUMENTS); in any case. */
  text?: string;
  /** Only with `text`: capital and small letters differ. */
  case?: true;
  /** A regular expression of RE2 (linear time: no lookaround, no backreference) that fits a part of them. */
  regex?: string;
  /** Number of a message, from 0, that must survive. */
  message?: number;
  /** Left out it is `anywhere` for text and regex, and `verbatim` for a message: that a summary covers it says little. */
  where?: ProbeWhere;
}

/** Where a probe must find what it asks for. */
export function whereOf({ where, message }: Pick<Probe, 'where' | 'message'>): ProbeWhere {
  return where ?? (message === undefined ? 'anywhere' : 'verbatim');
}

/** What a probe is called where it has no name: what it asks for. */
export function probeName({ name, id, text, regex, message }: Probe): string {
  if (name !== undefined && name !== '') return name;
  if (text !== undefined) return `“${text}”`;
  if (regex !== undefined) return `/${regex}/`;
  return message === undefined ? id : `message ${message}`;
}

/** When a probe is asked, in words: "at call 40", "at the end", "from call 12 to the end". */
export function probeTime({ at }: Pick<Probe, 'at'>): string {
  if (at === 'end') return 'at the end';
  if (typeof at === 'number') return `at call ${at}`;
  return `from call ${at.from} ${at.to === 'end' ? 'to the end' : `to call ${at.to}`}`;
}

/** An id that no probe has yet: `p1`, `p2`, … */
export function freeProbeId(taken: Iterable<string>): string {
  const known = new Set(taken);
  for (let number = known.size + 1; ; number++) {
    const id = `p${number}`;
    if (!known.has(id)) return id;
  }
}

/** A probe as JSON: only what differs from what a reader would put there. */
export function encodeProbe(probe: Probe): { [field: string]: unknown } {
  const { id, name, at, text, regex, message, where } = probe;
  return {
    id,
    ...(name === undefined || name === '' ? {} : { name }),
    ...(at === 'end' ? {} : { at: encodeAt(at) }),
    ...(text === undefined ? {} : { text }),
    ...(probe.case ? { case: true } : {}),
    ...(regex === undefined ? {} : { regex }),
    ...(message === undefined ? {} : { message }),
    ...(where === undefined || where === whereOf({ ...(message === undefined ? {} : { message }) }) ? {} : { where }),
  };
}

function encodeAt(at: Exclude<ProbeAt, 'end'>): unknown {
  if (typeof at === 'number') return at;
  return at.to === 'end' ? { from: at.from } : { from: at.from, to: at.to };
}

/** A probe while it is being written: fields as they stand in the form, and the probe that they make or what is wrong with them. */

import type { RegexProblem } from '@/lib/pin-rules/regex-problem';
import type { Probe, ProbeAt } from '@/lib/probes/probe';
import { type ProbeFault, readProbe } from '@/lib/probes/read';

export type ProbeKind = 'text' | 'regex' | 'message';
export type ProbeWhen = 'end' | 'call' | 'range';

export interface ProbeDraft {
  kind: ProbeKind;
  /** The text, the expression, or the number of the message. */
  value: string;
  name: string;
  exact: boolean;
  when: ProbeWhen;
  /** Calls as people write them, from 1; `to` may be empty for the end. */
  from: string;
  to: string;
  verbatim: boolean;
}

export const EMPTY_DRAFT: ProbeDraft = {
  kind: 'text',
  value: '',
  name: '',
  exact: false,
  when: 'end',
  from: '',
  to: '',
  verbatim: false,
};

export function draftOf(probe: Probe): ProbeDraft {
  const { text, regex, message, at } = probe;
  const kind = text !== undefined ? 'text' : regex !== undefined ? 'regex' : 'message';
  const isRange = typeof at === 'object';
  return {
    kind,
    value: text ?? regex ?? String(message ?? ''),
    name: probe.name ?? '',
    exact: probe.case === true,
    when: at === 'end' ? 'end' : isRange ? 'range' : 'call',
    from: isRange ? String(at.from) : typeof at === 'number' ? String(at) : '',
    to: isRange && at.to !== 'end' ? String(at.to) : '',
    verbatim: (probe.where ?? (kind === 'message' ? 'verbatim' : 'anywhere')) === 'verbatim',
  };
}

/** What a field says as a number, or as it stands, so that a reader can say what is wrong with it. */
function numbered(text: string): number | string | undefined {
  const trimmed = text.trim();
  if (trimmed === '') return undefined;
  return /^\d+$/.test(trimmed) ? Number(trimmed) : trimmed;
}

function atOf({ when, from, to }: ProbeDraft): ProbeAt | string | { from: unknown; to: unknown } | undefined {
  if (when === 'end') return 'end';
  // Nothing written is no call, and not the end.
  if (when === 'call') return numbered(from) ?? '';
  return { from: numbered(from), to: numbered(to) ?? 'end' };
}

/** The probe under that id, or what is wrong. An expression is only read once it is compiled. */
export function readDraft(draft: ProbeDraft, id: string): { probe: Probe | undefined; faults: ProbeFault[] } {
  const { kind, value, name, exact, verbatim } = draft;
  const { probe, faults } = readProbe(
    {
      id,
      name: name.trim(),
      at: atOf(draft),
      [kind]: kind === 'message' ? numbered(value) : value === '' ? undefined : value,
      ...(kind === 'text' && exact ? { case: true } : {}),
      where: verbatim ? 'verbatim' : 'anywhere',
    },
    new Set(),
  );
  return { probe, faults };
}

/** What is wrong in the words of the form, where it is none of a file. */
export function faultWords(fault: ProbeFault, draft: ProbeDraft): string {
  const field = fieldOf(fault);
  if (field === 'value' && draft.value.trim() === '') return 'Write what must be known.';
  if (field === 'value' && draft.kind === 'message') return 'That is no message. Give its number, from 0.';
  const isOrder = fault.field === 'at.to' && /^\d+$/.test(draft.to.trim());
  if ((field === 'from' || field === 'to') && !isOrder) {
    const written = (field === 'from' ? draft.from : draft.to).trim();
    return `${written === '' ? 'The call is missing.' : `“${written}” is no call.`} Give its number, from 1.`;
  }
  return `${fault.message} ${fault.remedy}`;
}

/** What is wrong with an expression. A second condition, which pin rules have, is none of a probe's. */
export function regexWords({ problem, remedy }: RegexProblem): string {
  const sentence = `${problem[0]?.toUpperCase() ?? ''}${problem.slice(1)}`;
  return `${sentence} ${remedy.replace(/, or use a second condition[^.]*/, '')}`;
}

/** The form's field that a fault belongs to. */
export function fieldOf({ field }: ProbeFault): 'value' | 'from' | 'to' | 'name' {
  if (field === 'at' || field === 'at.from') return 'from';
  if (field === 'at.to') return 'to';
  return field === 'name' ? 'name' : 'value';
}

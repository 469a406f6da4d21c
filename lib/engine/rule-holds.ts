/** What pin rules hold while messages come: the fits are known beforehand, the newest ones move a rule's pin along. */

import type { TokenCounts, TranscriptIndex } from './accounting';
import { IntColumn } from './columns';
import type { PinMatches, RuleMatches } from './pin-matches';
import { activePinRules, type PinRule } from './pin-rule';
import type { Item, RulePins, Run } from './run';
import type { Config, MemoryContext, PinReason } from './system';

/** Rules that are ready to be held against a transcript: its own messages, and those that are still to come. */
export interface PinMatcher {
  readonly rules: readonly PinRule[];
  match(index: TranscriptIndex, counts: TokenCounts): PinMatches;
}

/** A configuration has pin rules, and a replay was asked for without what they fit: nothing would be pinned in silence. */
class UnmatchedPinRulesError extends Error {
  override readonly name = 'UnmatchedPinRulesError';
  readonly remedy = 'Compile the rules and give the replay what they fit.';

  constructor(readonly rules: readonly string[]) {
    super(`The pin rules ${rules.map((id) => `"${id}"`).join(', ')} have not been held against the transcript.`);
  }
}

/** Throws UnmatchedPinRulesError where rules of a configuration are not among the matches. */
export function requireMatches(config: Config, pins: PinMatches | undefined): void {
  const missing = activePinRules(config).filter((rule) => !pins?.some(({ id }) => id === rule.id));
  if (missing.length > 0) throw new UnmatchedPinRulesError(missing.map(({ id }) => id));
}

const NOTHING: readonly number[] = [];

/** Follows the messages into a memory. One that was refused never came: no rule holds it, and none lets go of another for it. */
export class RuleHolds {
  /** Per message: how many rules hold it now. Null where there are no rules. */
  private readonly holding: Uint16Array | null;
  private readonly kept: { rule: RuleMatches; messages: IntColumn; oldest: number }[];

  constructor({ recorder, index, pins = [] }: MemoryContext) {
    this.holding = pins.length > 0 ? new Uint16Array(index.roles.length) : null;
    this.kept = pins.map((rule) => ({ rule, messages: new IntColumn(16), oldest: 0 }));
    recorder.pinRules = () => this.summary();
  }

  get areAny(): boolean {
    return this.holding !== null;
  }

  isHeld(message: number): boolean {
    return this.holding !== null && (this.holding[message] as number) > 0;
  }

  /** A message has come in. Returns messages that no rule holds any more. */
  append(message: number): readonly number[] {
    const { holding } = this;
    if (!holding) return NOTHING;
    let released: number[] | null = null;
    for (const entry of this.kept) {
      const { rule, messages } = entry;
      if (rule.fits[message] !== 1) continue;
      messages.push(message);
      holding[message] = (holding[message] as number) + 1;
      if (rule.latest === null || messages.length - entry.oldest <= rule.latest) continue;
      const earlier = messages.get(entry.oldest++);
      const left = (holding[earlier] as number) - 1;
      holding[earlier] = left;
      if (left === 0) {
        released ??= [];
        released.push(earlier);
      }
    }
    return released ?? NOTHING;
  }

  private summary(): RulePins[] {
    return this.kept.map(({ rule: { id, name, latest }, messages }) => ({
      id,
      name,
      latest,
      messages: messages.toArray(),
    }));
  }
}

/** Messages that a rule holds once so many have been appended, ascending: all that fit, or the newest of them. */
export function heldByRule({ latest, messages }: RulePins, appended: number): Int32Array {
  let low = 0;
  let high = messages.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((messages[middle] as number) < appended) low = middle + 1;
    else high = middle;
  }
  return messages.subarray(latest === null ? 0 : Math.max(0, low - latest), low);
}

/** Per message that a rule holds then: the rules that do. */
export function ruleReasons(run: Pick<Run, 'pinRules'>, appended: number): Map<Item, PinReason[]> {
  const reasons = new Map<Item, PinReason[]>();
  for (const rule of run.pinRules) {
    const reason: PinReason = { rule: `rule ${rule.id}`, label: `rule: ${rule.name}`, kind: 'pin' };
    for (const message of heldByRule(rule, appended)) {
      const known = reasons.get(message);
      if (known) known.push(reason);
      else reasons.set(message, [reason]);
    }
  }
  return reasons;
}

/** Reasons for the positions of a window, with those of the rules after what else keeps a message. */
export function withRuleReasons(
  reasons: (PinReason[] | null)[],
  window: Int32Array,
  byRule: ReadonlyMap<Item, readonly PinReason[]>,
): (PinReason[] | null)[] {
  if (byRule.size === 0) return reasons;
  return reasons.map((others, position) => {
    const own = byRule.get(window[position] as Item);
    return own ? [...(others ?? []), ...own] : others;
  });
}

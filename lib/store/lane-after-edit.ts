/** Settings that name messages by number, brought to the numbers after an edit. */

import { systemById } from '../systems/descriptions';
import type { LaneSpec } from './state';

/** `to`: per message before the edit its index after it, or -1 where it is gone. */
export function laneAfterEdit(lane: LaneSpec, to: Int32Array): LaneSpec {
  let config = lane.config;
  for (const { name, type } of systemById(lane.system).parameters) {
    const value = config[name];
    if (!Array.isArray(value)) continue;
    const moved =
      type === 'indices' ? movedIndices(value as number[], to) : type === 'json' ? movedRules(value, to) : value;
    if (JSON.stringify(moved) !== JSON.stringify(value)) config = { ...config, [name]: moved };
  }
  return config === lane.config ? lane : { ...lane, config };
}

function movedIndices(indices: readonly number[], to: Int32Array): number[] {
  return indices.map((index) => to[index] ?? -1).filter((index) => index >= 0);
}

/** Rules about one message carry its number as `message`: in themselves, or in what a pin rule matches. */
function movedRules(rules: readonly unknown[], to: Int32Array): unknown[] {
  return rules.flatMap((rule) => {
    const { message, match } = (rule ?? {}) as { message?: unknown; match?: { message?: unknown } };
    const number = messageOf(rule);
    if (typeof number !== 'number') return [rule];
    const index = to[number] ?? -1;
    if (index < 0) return [];
    return [
      message === undefined
        ? { ...(rule as object), match: { ...match, message: index } }
        : { ...(rule as object), message: index },
    ];
  });
}

/** A value of a lane's settings that names a message by number: an index, or a rule about one message. */
interface Numbered {
  parameter: string;
  message: number;
  value: unknown;
}

export function numberedIn({ system, config }: LaneSpec): Numbered[] {
  return systemById(system).parameters.flatMap(({ name: parameter, type }) => {
    const values = type === 'indices' || type === 'json' ? config[parameter] : undefined;
    if (!Array.isArray(values)) return [];
    return values.flatMap((value: unknown): Numbered[] => {
      const message = type === 'indices' ? value : messageOf(value);
      return typeof message === 'number' ? [{ parameter, message, value }] : [];
    });
  });
}

function messageOf(rule: unknown): unknown {
  const { message, match } = (rule ?? {}) as { message?: unknown; match?: { message?: unknown } };
  return message ?? match?.message;
}

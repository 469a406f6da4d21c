/** Remedies that make room for what did not come in, or is not in the file: a window that holds it, results cut, more set aside. */

import { type Examined, tokensOf } from './finding';
import { reserveOf } from './recorded';
import { refusedIn } from './refused';
import { type Candidate, setting } from './remedy';

/** Windows that models have, for where the least one that would do is none of them. */
const WINDOWS = [8_000, 16_000, 32_000, 64_000, 128_000, 200_000, 400_000, 1_000_000];

/** The next windows that models have and that hold all that was refused. */
export function roomForRefused(kind: 'instructions' | 'others'): readonly Candidate[] {
  const wanted = (examined: Examined) => {
    const messages = refusedIn(examined)[kind];
    const tokens = messages.reduce((sum, message) => sum + tokensOf(examined, message), 0);
    return examined.system.roomFor?.(tokens, examined.config, 0);
  };
  const window = (larger: number): Candidate => {
    return (examined) => {
      const room = wanted(examined);
      const windows = WINDOWS.filter((size) => room && size >= room.value);
      return room && windows[larger] !== undefined ? setting(examined, { [room.parameter]: windows[larger] }) : null;
    };
  };
  return [window(0), window(1), window(2)];
}

/** A result that is refused whole is cut before that. */
export const cutResults: Candidate = (examined) => {
  const { run, config } = examined;
  const most = config.maxToolTokens;
  return typeof most === 'number' && most > run.limit / 4 ? setting(examined, { maxToolTokens: run.limit / 4 }) : null;
};

/** Sets aside what comes with every call and is not in the file. */
export const reserveUnsent: Candidate = (examined) => {
  const reserve = reserveOf(examined);
  const { unsent } = examined;
  return reserve && unsent
    ? setting(examined, { [reserve.name]: reserve.tokens + unsent.recorded - unsent.held })
    : null;
};

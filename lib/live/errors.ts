/** What can be wrong with the use of a live memory, each with its remedy. */

import type { ConfigProblem } from '../engine/system';

/** The settings cannot work; the message shows the arithmetic. */
export class LiveSettingsError extends Error {
  override readonly name = 'LiveSettingsError';

  constructor(
    readonly system: string,
    readonly problems: readonly Pick<ConfigProblem, 'parameter' | 'message' | 'remedy'>[],
  ) {
    super(problems.map((one) => `${system}: ${one.parameter}: ${one.message} ${one.remedy}`).join('\n'));
  }
}

/** What was appended is no message. Nothing has changed. */
export class LiveMessageError extends Error {
  override readonly name = 'LiveMessageError';

  constructor(
    /** Place in the message: "tool_calls[0].id". */
    readonly field: string,
    problem: string,
    readonly remedy: string,
  ) {
    super(`append: ${field === '' ? '' : `${field}: `}${problem} ${remedy}`);
  }
}

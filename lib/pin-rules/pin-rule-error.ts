/** What is wrong with a pin rule, where, and what to do about it. */

export class PinRuleError extends Error {
  override readonly name = 'PinRuleError';

  constructor(
    /** The rule's name, empty where it has none that could be read. */
    readonly rule: string,
    readonly id: string,
    /** Code point of the expression at which the problem is, from 0; null where it is not in one place. */
    readonly at: number | null,
    readonly problem: string,
    readonly remedy: string,
  ) {
    super(rule === '' ? problem : `Pin rule “${rule}”: ${problem}`);
  }
}

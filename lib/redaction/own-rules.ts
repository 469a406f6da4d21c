/** The user's own rules: plain texts, and expressions in linear time. The engine for expressions loads when there is one. */

import type { Matcher } from './secrets';
import type { Span } from './span';

export class RedactionRuleError extends Error {
  override readonly name = 'RedactionRuleError';
  readonly remedy = 'Write it in RE2 syntax: look-ahead and references back are not taken.';

  constructor(
    readonly expression: string,
    readonly detail: string,
    options?: ErrorOptions,
  ) {
    super(`The expression ${expression} cannot be read: ${detail}.`, options);
  }
}

/** The spans that an expression matches, in time linear in the text. Rejects with RedactionRuleError for one that cannot be read. */
export async function matcherOf(expression: string): Promise<Matcher> {
  const { RE2JS } = await import('re2js');
  try {
    const compiled = RE2JS.compile(expression);
    return (text) => {
      const spans: { start: number; end: number }[] = [];
      const matcher = compiled.matcher(text);
      while (matcher.find()) spans.push({ start: matcher.start(), end: matcher.end() });
      return spans;
    };
  } catch (error) {
    throw new RedactionRuleError(expression, error instanceof Error ? error.message : String(error), { cause: error });
  }
}

/** Where a plain text stands, in any case. Letters that change their length with the case are looked for as they are. */
export function plainSpans(text: string, lowered: string, sought: string, spans: Span[]): void {
  const folded = sought.toLowerCase();
  const same = lowered.length === text.length && folded.length === sought.length;
  const [where, what] = same ? [lowered, folded] : [text, sought];
  if (what === '') return;
  for (let from = where.indexOf(what); from >= 0; from = where.indexOf(what, from + what.length)) {
    spans.push({ from, to: from + what.length, kind: 'own' });
  }
}

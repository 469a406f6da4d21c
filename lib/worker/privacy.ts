/** What is done to a transcript before it goes out: secrets replaced, or every text, as the user asked. */

import type { Transcript } from '../engine/transcript';
import { matcherOf } from '../redaction/own-rules';
import { type Redacted, redact } from '../redaction/redact';
import { structureOnly } from '../redaction/structure';
import type { Privacy } from './protocol';
import type { Session } from './session';

/** The transcript as it may go out. Throws a RedactionRuleError where an expression of the user's cannot be read. */
export async function prepared(
  session: Session,
  transcript: Transcript,
  title: string,
  privacy: Privacy,
): Promise<Redacted> {
  if (privacy.mode === 'as it is') return { transcript, title, replacements: [] };
  if (privacy.mode === 'structure') {
    const counter = await session.counter(privacy.counter);
    const { markers, contained } = privacy;
    return {
      transcript: structureOnly(transcript, { counter, markers, contained }),
      title: 'Structure',
      replacements: [],
    };
  }
  const matchers = await Promise.all(privacy.expressions.filter((one) => one.trim() !== '').map(matcherOf));
  return redact(transcript, title, {
    kinds: new Set(privacy.kinds),
    texts: privacy.texts.filter((text) => text.trim() !== ''),
    matchers,
  });
}

/** R20: pinning the system prompt holds it under its newer name too. */
import { describe, expect, it } from 'vitest';
import { indexTranscript } from '@/lib/engine/accounting';
import { Pin, rulePins } from '@/lib/engine/pins';

describe('R20: system pins', () => {
  it.each([true, false])('hold system and developer messages when the rule is %s', (pinSystem) => {
    const index = indexTranscript({
      messages: [
        { role: 'system', content: 'Be brief.' },
        { role: 'developer', content: 'Use the staging cluster.' },
        { role: 'user', content: 'Hello.' },
      ],
    });
    const pins = rulePins(index, { pinSystem, pinCorrections: false, correctionMarkers: [] });
    const held = pinSystem ? Pin.system : 0;
    expect([...pins]).toEqual([held, held, 0]);
  });
});

/** The form of a probe: what it makes of its fields, what it says is wrong and where, and the way there and back. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { draftOf, EMPTY_DRAFT, faultWords, fieldOf, readDraft, regexWords } from '@/components/compare/probe-draft';
import { compileProbes } from '@/lib/probes/compile';
import { type Probe, whereOf } from '@/lib/probes/probe';

const arbitraryProbe: fc.Arbitrary<Probe> = fc
  .record({
    target: fc.oneof(
      fc.record({ text: fc.constantFrom('staging', 'a  b', 'port 8443'), case: fc.boolean() }),
      fc.record({ regex: fc.constantFrom('port[ =]+\\d+', '(?i)make') }),
      fc.record({ message: fc.integer({ min: 0, max: 5000 }) }),
    ),
    at: fc.oneof(
      fc.constant('end' as const),
      fc.integer({ min: 1, max: 900 }),
      fc.tuple(fc.integer({ min: 1, max: 400 }), fc.option(fc.integer({ min: 400, max: 900 }))).map(([from, to]) => ({
        from,
        to: to ?? ('end' as const),
      })),
    ),
    name: fc.constantFrom('', 'The port'),
    where: fc.constantFrom('anywhere' as const, 'verbatim' as const),
  })
  .map(({ target, at, name, where }) => {
    const { case: exact, ...rest } = { case: false, ...target };
    const probe: Probe = { id: 'p1', at, ...rest, ...(exact ? { case: true } : {}), ...(name === '' ? {} : { name }) };
    return where === whereOf(probe) ? probe : { ...probe, where };
  });

describe('the form of a probe', () => {
  it('gives back every probe that it is given, unchanged', () => {
    fc.assert(
      fc.property(arbitraryProbe, (probe) => {
        expect(readDraft(draftOf(probe), 'p1')).toEqual({ probe, faults: [] });
      }),
      { seed: 61, numRuns: 300 },
    );
  });

  it('says at which field it cannot be read, and makes nothing of it', () => {
    const cases: [Partial<typeof EMPTY_DRAFT>, string][] = [
      [{ value: '' }, 'value'],
      [{ kind: 'message', value: 'two' }, 'value'],
      [{ kind: 'message', value: '-1' }, 'value'],
      [{ value: 'x', when: 'call', from: '' }, 'from'],
      [{ value: 'x', when: 'call', from: '0' }, 'from'],
      [{ value: 'x', when: 'call', from: 'late' }, 'from'],
      [{ value: 'x', when: 'range', from: '' }, 'from'],
      [{ value: 'x', when: 'range', from: '9', to: '3' }, 'to'],
      [{ value: 'x', when: 'range', from: '9', to: 'late' }, 'to'],
      [{ value: 'x', name: 'n'.repeat(201) }, 'name'],
    ];
    for (const [change, field] of cases) {
      const { probe, faults } = readDraft({ ...EMPTY_DRAFT, ...change }, 'p1');
      expect(probe, JSON.stringify(change)).toBeUndefined();
      expect(faults.map(fieldOf), JSON.stringify(change)).toContain(field);
    }
  });

  it('says it in words of the form, not of a file', () => {
    const said = (change: Partial<typeof EMPTY_DRAFT>) => {
      const draft = { ...EMPTY_DRAFT, ...change };
      return readDraft(draft, 'p1').faults.map((fault) => faultWords(fault, draft))[0];
    };
    expect(said({ value: '' })).toBe('Write what must be known.');
    expect(said({ kind: 'message', value: 'two' })).toBe('That is no message. Give its number, from 0.');
    expect(said({ value: 'x', when: 'call' })).toBe('The call is missing. Give its number, from 1.');
    expect(said({ value: 'x', when: 'call', from: 'late' })).toBe('“late” is no call. Give its number, from 1.');
    expect(said({ value: 'x', when: 'range', from: '9', to: '3' })).toContain('before the start at 9');
  });

  it('tells of an expression what a probe can do about it', async () => {
    const [lookahead] = await compileProbes([{ id: 'p1', at: 'end', regex: '(?=x)y' }]);
    expect(lookahead?.error && regexWords(lookahead.error)).toMatch(/^A lookahead .* Match the text itself\.$/);
  });
});

/** Links out and in again: the same contents, in every kind, whatever stands around them; and which of them fit where. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { decodeLink, encodeLink, LINK_LIMIT, QR_LIMIT } from '@/lib/links/codec';
import { LINK_KINDS, type LinkKind } from '@/lib/links/contents';
import { isLinkFragment, isLinkText } from '@/lib/links/fragment';
import { prepareLink, type ShareChoice } from '@/lib/links/prepare';
import type { Scenario } from '@/lib/scenario/scenario';
import { chars4 } from '@/lib/tokenizers/chars4';
import { anyScenario, wordyScenario } from './arbitrary';

const choiceOf = (kind: LinkKind): ShareChoice => (kind === 'structure' ? { kind, counter: chars4 } : { kind });
const contentsOf = (scenario: Scenario, kind: LinkKind) => prepareLink(scenario, choiceOf(kind)).contents;

describe('a link', () => {
  it.each(LINK_KINDS)('of %s comes back as it went out', async (kind) => {
    await fc.assert(
      fc.asyncProperty(anyScenario(), async (scenario) => {
        const contents = contentsOf(scenario, kind);
        const { fragment } = await encodeLink(contents);
        const decoded = await decodeLink(fragment);
        expect(decoded.contents).toEqual(contents);
        expect(decoded.warnings.filter(({ message }) => message.includes('left out'))).toEqual([]);
        expect(decoded.version).toBe(1);
      }),
      { seed: 7, numRuns: 150 },
    );
  });

  it('with its transcript carries the very scenario', async () => {
    const scenario = wordyScenario();
    const { fragment } = await encodeLink(contentsOf(scenario, 'transcript'));
    expect((await decodeLink(fragment)).contents.scenario).toEqual(scenario);
  });

  it('has only characters that every address keeps, its version first', async () => {
    const { fragment, link, bytes, kind } = await encodeLink(
      contentsOf(wordyScenario(), 'settings'),
      'https://a.example/#old',
    );
    expect(fragment).toMatch(/^#p1\.[A-Za-z0-9_-]+$/);
    expect(link).toBe(`https://a.example/${fragment}`);
    expect(bytes).toBe(link.length);
    expect(kind).toBe('settings');
  });

  it.each([
    ['alone', (fragment: string) => fragment],
    ['without its #', (fragment: string) => fragment.slice(1)],
    ['in an address', (fragment: string) => `https://a.example/page?x=1${fragment}`],
    ['at the end of a sentence', (fragment: string) => `See <https://a.example/${fragment}>.\n`],
    ['in brackets', (fragment: string) => `(https://a.example/${fragment})`],
  ])('opens %s', async (_, around) => {
    const contents = contentsOf(wordyScenario(), 'settings');
    const { fragment } = await encodeLink(contents);
    expect((await decodeLink(around(fragment))).contents).toEqual(contents);
  });

  it('is told from other fragments', () => {
    expect(['#p1.abc', 'p2.', '#p17.x'].map(isLinkFragment)).toEqual([true, true, true]);
    expect(['', '#', '#about', '#p.abc', '#page1.x'].map(isLinkFragment)).toEqual([false, false, false, false, false]);
    const pasted = ['https://host/x/#p1.abc', ' <https://host/#p1.abc>\n', 'p1.abc', '#p1.abc'];
    expect(pasted.map(isLinkText)).toEqual([true, true, true, true]);
    const others = ['', 'see https://host/#p1.abc', '{"a":"#p1.abc"}', 'https://host/#about', 'p1 is a pin'];
    expect(others.map(isLinkText)).toEqual([false, false, false, false, false]);
  });
});

/** A scenario whose text does not pack well, of so many characters. */
function noisy(length: number): Scenario {
  let state = 1;
  let text = '';
  while (text.length < length) {
    state = (state * 48271) % 2147483647;
    text += state.toString(36);
  }
  const scenario = wordyScenario();
  return { ...scenario, transcript: { messages: [{ role: 'user', content: text.slice(0, length) }] } };
}

describe('what fits', () => {
  it('is measured over the whole link, base included', async () => {
    const contents = contentsOf(wordyScenario(), 'settings');
    const { bytes } = await encodeLink(contents);
    expect(bytes).toBeLessThan(QR_LIMIT);
    const fitting = (length: number) => encodeLink(contents, `https://${'a'.repeat(length - bytes - 8)}`);
    expect((await fitting(QR_LIMIT)).fits).toEqual({ link: true, qr: true });
    expect((await fitting(QR_LIMIT + 1)).fits).toEqual({ link: true, qr: false });
    expect((await fitting(LINK_LIMIT)).fits).toEqual({ link: true, qr: false });
    expect((await fitting(LINK_LIMIT + 1)).fits).toEqual({ link: false, qr: false });
  });

  it('never is a transcript too long; its settings still are', async () => {
    const scenario = noisy(60_000);
    const whole = await encodeLink(contentsOf(scenario, 'transcript'));
    expect(whole.fits).toEqual({ link: false, qr: false });
    expect((await decodeLink(whole.fragment)).contents.scenario).toEqual(scenario);
    expect((await encodeLink(contentsOf(scenario, 'settings'))).fits).toEqual({ link: true, qr: true });
  });

  it('is refused where it could never be opened, however well it packs', async () => {
    const scenario = wordyScenario();
    const messages = [{ role: 'user' as const, content: ' '.repeat(8 * 1024 * 1024) }];
    const contents = contentsOf({ ...scenario, transcript: { messages } }, 'transcript');
    await expect(encodeLink(contents)).rejects.toThrow(
      'the scenario: It is 8.0 MiB; a link holds 8. Save a scenario file, or share the settings alone.',
    );
    const [lane] = scenario.lanes;
    const many = { ...scenario, lanes: Array.from({ length: 101 }, () => lane as NonNullable<typeof lane>) };
    await expect(encodeLink(contentsOf(many, 'settings'))).rejects.toThrow('lanes: There are 101;');
  });
});

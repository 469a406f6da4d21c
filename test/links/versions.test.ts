/** Links of every version that was written open to what they held; a step that is missing fails at the start. */

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { decodeLink } from '@/lib/links/codec';
import { LINK_KINDS } from '@/lib/links/contents';
import {
  checkLinkUpgraders,
  checkVersion,
  LINK_UPGRADERS,
  LINK_VERSION,
  MissingLinkUpgraderError,
  upgradeLink,
} from '@/lib/links/versions';
import { encodeScenario } from '@/lib/scenario/encode';

const folder = 'test/links/fixtures';
const names = readdirSync(folder).flatMap((name) => (name.endsWith('.txt') ? [name.slice(0, -'.txt'.length)] : []));

describe('links as they once went out', () => {
  it.each(names)('%s opens to what it held', async (name) => {
    const { contents, version, warnings } = await decodeLink(readFileSync(join(folder, `${name}.txt`), 'utf8'));
    const { kind, meant, scenario } = contents;
    const opened = { version, kind, ...(meant ? { meant } : {}), scenario: encodeScenario(scenario) };
    expect(opened).toEqual(JSON.parse(readFileSync(join(folder, `${name}.json`), 'utf8')));
    expect(warnings).toEqual([]);
  });

  it('are there in every version and every kind', () => {
    for (let version = 1; version <= LINK_VERSION; version++) {
      expect(names).toEqual(expect.arrayContaining(LINK_KINDS.map((kind) => `v${version}-${kind}`)));
    }
  });
});

describe('upgraders', () => {
  it('are complete up to the current version, with none to spare', () => {
    expect(() => checkLinkUpgraders(LINK_UPGRADERS, LINK_VERSION)).not.toThrow();
    expect(Object.keys(LINK_UPGRADERS)).toHaveLength(LINK_VERSION - 1);
  });

  it('fail at the start where a step is missing', () => {
    expect(() => checkLinkUpgraders({ 2: (old) => old }, 3)).toThrow(MissingLinkUpgraderError);
    expect(() => checkLinkUpgraders({ 2: (old) => old }, 3)).toThrow('from link version 1 to 2');
    expect(() => upgradeLink({}, 1, { 2: (old) => old }, 3)).toThrow(MissingLinkUpgraderError);
  });

  it('run one after the other from the version of the link, and change nothing in place', () => {
    const steps = {
      1: (old: object) => ({ ...old, trail: ['one'] }),
      2: (old: object) => ({ ...old, trail: [...((old as { trail?: string[] }).trail ?? []), 'two'] }),
    };
    const first = Object.freeze({ kind: 'settings' });
    expect(upgradeLink(first, 1, steps, 3)).toEqual({ kind: 'settings', trail: ['one', 'two'] });
    expect(upgradeLink(first, 2, steps, 3)).toEqual({ kind: 'settings', trail: ['two'] });
    expect(upgradeLink(first, 3, steps, 3)).toBe(first);
  });

  it('know which versions there are', () => {
    expect(() => checkVersion(3, 3)).not.toThrow();
    expect(() => checkVersion(4, 3)).toThrow(
      'The link is of version 4; this program reads up to version 3. Open it with a newer',
    );
    expect(() => checkVersion(0, 3)).toThrow('0 is no version');
  });
});

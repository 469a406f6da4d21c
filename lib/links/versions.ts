/** Versions of links: every older one is brought up step by step, and a missing step fails when the program starts. */

import type { JsonObject } from '../scenario/json';
import { LinkError } from './link-error';

/** The version that is written: `#p1.…`. It tells how the rest is packed and which fields it has. */
export const LINK_VERSION = 1;

/** Turns the contents of a link of one version into the next version's form. Must not change what it is given. */
export type LinkUpgrader = (contents: JsonObject) => JsonObject;
export type LinkUpgraders = { readonly [from: number]: LinkUpgrader };

/** By the version that a step starts from. Version 1 is the first, so there is none yet. */
export const LINK_UPGRADERS: LinkUpgraders = {};

/** A version of links that could never be opened any more: a mistake in the program. */
export class MissingLinkUpgraderError extends Error {
  override readonly name = 'MissingLinkUpgraderError';

  constructor(readonly from: number) {
    super(`There is no upgrader from link version ${from} to ${from + 1}. Add one to LINK_UPGRADERS.`);
  }
}

/** Throws MissingLinkUpgraderError where a step between 1 and the current version is missing. */
export function checkLinkUpgraders(upgraders: LinkUpgraders, current: number): void {
  for (let version = 1; version < current; version++) {
    if (!Object.hasOwn(upgraders, version)) throw new MissingLinkUpgraderError(version);
  }
}

checkLinkUpgraders(LINK_UPGRADERS, LINK_VERSION);

/** Throws LinkError for a version that no program has written, or only a newer one. */
export function checkVersion(version: number, current: number = LINK_VERSION): void {
  const where = 'its version';
  if (version < 1) throw new LinkError(where, `${version} is no version.`, 'Copy the whole link again.');
  if (version <= current) return;
  const what = `The link is of version ${version}; this program reads up to version ${current}.`;
  throw new LinkError(where, what, 'Open it with a newer Palimpsest.');
}

/** Contents of any known version in the current version's form. */
export function upgradeLink(
  contents: JsonObject,
  version: number,
  upgraders: LinkUpgraders = LINK_UPGRADERS,
  current: number = LINK_VERSION,
): JsonObject {
  let upgraded = contents;
  for (let from = version; from < current; from++) {
    const step = upgraders[from];
    if (!step) throw new MissingLinkUpgraderError(from);
    upgraded = step(upgraded);
  }
  return upgraded;
}

/** Who belongs where in a Claude Code session: the main chain, branches left by a rewind, and side chains of subagents. */

import type { ClaudeEntry } from './claude-lines';

/** A run of entries from the start, or from a fork, to the next fork. */
interface Stretch {
  parent: number;
  /** Position of its first entry. */
  start: number;
  hasChildren: boolean;
}

export interface ClaudeTree {
  /** Entries of the newest branch, in file order. */
  main: ClaudeEntry[];
  /** Older branches, newest first: the shared beginning and what came after the fork. */
  branches: { entries: ClaudeEntry[]; fork: ClaudeEntry }[];
  /** Branches that were too many to offer. */
  unlisted: number;
  sideChains: ClaudeEntry[][];
}

/** More branches than this are counted only: each repeats the whole beginning of the conversation. */
const BRANCHES_OFFERED = 50;

/**
 * Sorts entries, which come in file order. Parents are hints: parallel tool results fork the parent tree and resumed
 * sessions point at lines that were never written, so file order decides wherever a parent is missing, and only several
 * messages of the user under one parent count as a fork. `links` holds the parent of every line, entry or not.
 */
export function sortEntries(
  entries: readonly ClaudeEntry[],
  links: ReadonlyMap<string, string | undefined>,
): ClaudeTree {
  const byUuid = new Map<string, ClaudeEntry>();
  for (const entry of entries) if (entry.uuid !== undefined) byUuid.set(entry.uuid, entry);
  const resolve = parentResolver(byUuid, links);
  const chain = entries.filter((entry) => !entry.sidechain);
  const { stretches, stretchOf } = cutAtForks(chain, forksOf(chain, resolve), resolve);

  const active = new Set<number>();
  const newest = chain.reduce<ClaudeEntry | undefined>(
    (best, entry) => (!best || entry.lastPosition > best.lastPosition ? entry : best),
    undefined,
  );
  for (let at = newest ? (stretchOf.get(newest) ?? 0) : 0; at >= 0; at = stretches[at]?.parent ?? -1) active.add(at);
  const main = chain.filter((entry) => active.has(stretchOf.get(entry) ?? 0));

  const leaves: number[] = [];
  for (let at = stretches.length - 1; at > 0; at--) if (!active.has(at) && !stretches[at]?.hasChildren) leaves.push(at);
  const branches = leaves.slice(0, BRANCHES_OFFERED).flatMap((leaf) => {
    const entriesOf = branchEntries(chain, stretches, stretchOf, leaf);
    const fork = entriesOf.find((entry) => stretchOf.get(entry) === leaf);
    return fork ? [{ entries: entriesOf, fork }] : [];
  });
  return {
    main,
    branches,
    unlisted: Math.max(0, leaves.length - BRANCHES_OFFERED),
    sideChains: sideChainsOf(entries, resolve),
  };
}

type Resolve = (entry: ClaudeEntry) => ClaudeEntry | undefined;

/** The nearest ancestor that is an entry, over progress lines and other lines that are none. */
function parentResolver(
  byUuid: ReadonlyMap<string, ClaudeEntry>,
  links: ReadonlyMap<string, string | undefined>,
): Resolve {
  const known = new Map<string, ClaudeEntry | undefined>();
  return (entry) => {
    if (entry.parent === undefined) return undefined;
    const direct = byUuid.get(entry.parent);
    if (direct) return direct === entry ? undefined : direct;
    const path: string[] = [];
    const seen = new Set<string>();
    let at: string | undefined = entry.parent;
    let found: ClaudeEntry | undefined;
    while (at !== undefined && !seen.has(at)) {
      found = byUuid.get(at);
      if (found || known.has(at)) {
        found ??= known.get(at);
        break;
      }
      seen.add(at);
      path.push(at);
      at = links.get(at);
    }
    for (const uuid of path) known.set(uuid, found);
    return found === entry ? undefined : found;
  };
}

/** Messages by the user that stand beside each other under one parent: each of them starts a branch. */
function forksOf(chain: readonly ClaudeEntry[], resolve: Resolve): Set<ClaudeEntry> {
  const children = new Map<string, ClaudeEntry[]>();
  for (const entry of chain) {
    if (entry.kind !== 'user' || entry.meta || entry.summary || entry.parts.some(({ type }) => type === 'result'))
      continue;
    const parent = resolve(entry);
    if (!parent) continue;
    const key = parent.messageId === undefined ? `uuid ${parent.uuid}` : `message ${parent.messageId}`;
    const siblings = children.get(key);
    if (siblings) siblings.push(entry);
    else children.set(key, [entry]);
  }
  const forks = new Set<ClaudeEntry>();
  for (const siblings of children.values()) if (siblings.length > 1) for (const entry of siblings) forks.add(entry);
  return forks;
}

function cutAtForks(chain: readonly ClaudeEntry[], forks: ReadonlySet<ClaudeEntry>, resolve: Resolve) {
  const stretches: Stretch[] = [{ parent: -1, start: 0, hasChildren: false }];
  const stretchOf = new Map<ClaudeEntry, number>();
  let current = 0;
  for (const entry of chain) {
    const parent = resolve(entry);
    const base = (parent && stretchOf.get(parent)) ?? current;
    current = base;
    if (forks.has(entry)) {
      current = stretches.length;
      stretches.push({ parent: base, start: entry.position, hasChildren: false });
      (stretches[base] as Stretch).hasChildren = true;
    }
    stretchOf.set(entry, current);
  }
  return { stretches, stretchOf };
}

/** The entries from the beginning to the end of one branch: of each stretch before it, what came before the fork. */
function branchEntries(
  chain: readonly ClaudeEntry[],
  stretches: readonly Stretch[],
  stretchOf: ReadonlyMap<ClaudeEntry, number>,
  leaf: number,
): ClaudeEntry[] {
  const until = new Map<number, number>();
  let end = Number.POSITIVE_INFINITY;
  for (let at = leaf; at >= 0; at = stretches[at]?.parent ?? -1) {
    until.set(at, end);
    end = stretches[at]?.start ?? 0;
  }
  return chain.filter((entry) => entry.position < (until.get(stretchOf.get(entry) ?? 0) ?? -1));
}

/** Side chains by agent id, by parent, and in file order where neither says. */
function sideChainsOf(entries: readonly ClaudeEntry[], resolve: Resolve): ClaudeEntry[][] {
  const chains: ClaudeEntry[][] = [];
  const chainOf = new Map<ClaudeEntry, ClaudeEntry[]>();
  const byAgent = new Map<string, ClaudeEntry[]>();
  for (const entry of entries) {
    if (!entry.sidechain) continue;
    const parent = resolve(entry);
    let chain = entry.agent === undefined ? parent && chainOf.get(parent) : byAgent.get(entry.agent);
    if (!chain && entry.agent === undefined && !isPrompt(entry)) chain = chains.at(-1);
    if (!chain) {
      chain = [];
      chains.push(chain);
    }
    if (entry.agent !== undefined) byAgent.set(entry.agent, chain);
    chain.push(entry);
    chainOf.set(entry, chain);
  }
  return chains;
}

function isPrompt(entry: ClaudeEntry): boolean {
  return entry.kind === 'user' && !entry.summary && entry.parts.some(({ type }) => type === 'text');
}

/** Which room may import which: the house's arrows as a table, and the checks that hold every import against it. */
import type { Module, Problem } from './modules';

const LEAVES = ['systems', 'tokenizers', 'summarizers', 'importers', 'exporters', 'metrics', 'redaction'] as const;
const REGISTRIES = LEAVES.map((room) => `${room}/registry`);
/** What the page may know of them: of what runs in the worker all but the code that runs, which it would only download. */
const DESCRIPTIONS = ['systems', 'tokenizers', 'summarizers'].map((room) => `${room}/descriptions`);
const FOR_THE_PAGE = [
  ...REGISTRIES.filter((room) => !DESCRIPTIONS.includes(room.replace('/registry', '/descriptions'))),
  ...DESCRIPTIONS,
];
const BELOW_WORKER = [
  'engine',
  'editing',
  'pin-rules',
  'probes',
  'models',
  ...LEAVES,
  ...REGISTRIES,
  ...DESCRIPTIONS,
  'scenario',
  'links',
  'storage',
];

interface Reach {
  /** Rooms whose code this one runs. */
  readonly values: readonly string[];
  /** Rooms of which it may name types only. */
  readonly types?: readonly string[];
}

/** From each room, the rooms it may import. A room may always import itself. Anything not listed here is refused. */
export const ARROWS: Readonly<Record<string, Reach>> = {
  engine: { values: [] },
  ...Object.fromEntries([...LEAVES, ...REGISTRIES, ...DESCRIPTIONS].map((room) => [room, { values: ['engine'] }])),
  scenario: {
    values: ['engine', 'probes', 'systems/descriptions', 'summarizers/descriptions'],
    types: ['tokenizers/registry', ...LEAVES],
  },
  editing: { values: ['engine'] },
  'pin-rules': { values: ['engine'] },
  probes: { values: ['engine', 'pin-rules'] },
  models: { values: [] },
  live: { values: ['engine', 'systems/registry'] },
  links: { values: ['engine', 'scenario', 'redaction'] },
  storage: { values: ['scenario'], types: ['engine', 'editing', 'probes'] },
  'worker/protocol': { values: [], types: BELOW_WORKER },
  'worker/jobs': { values: [...BELOW_WORKER, 'worker/protocol'] },
  'worker/shell': { values: ['worker/jobs', 'worker/protocol'] },
  'worker/client': { values: ['worker/protocol', 'worker/shell'] },
  store: {
    values: [
      'worker/client',
      'worker/protocol',
      'storage',
      'scenario',
      'links',
      'engine',
      'probes',
      'metrics',
      ...FOR_THE_PAGE,
    ],
    types: ['editing', ...LEAVES],
  },
  components: {
    values: ['store', 'engine', 'editing', 'pin-rules', 'probes', 'models', ...FOR_THE_PAGE],
    types: ['links', ...LEAVES],
  },
  app: { values: ['components', 'store'] },
  cli: {
    values: ['engine', 'pin-rules', 'probes', 'models', ...LEAVES, ...REGISTRIES, ...DESCRIPTIONS, 'scenario', 'links'],
  },
  site: { values: [] },
};

/** The room a file belongs to, or undefined for tests, which may import anything. */
export function roomOf(path: string): string | undefined {
  const parts = path.split('/');
  const [top, room, ...rest] = parts;
  if (top === 'app' || top === 'components') return top;
  if (top !== 'lib' || room === undefined) return undefined;
  if (room === 'worker') return `worker/${workerPart(rest.join('/'))}`;
  const entrance = /^(registry|descriptions)(\.[a-z]+)?$/.exec(rest.join('/'))?.[1];
  if (LEAVES.some((leaf) => leaf === room) && entrance) return `${room}/${entrance}`;
  return room;
}

/** The worker's four parts: the shell (the file the browser starts), the protocol, the client, and the jobs behind them. */
function workerPart(name: string): 'shell' | 'protocol' | 'client' | 'jobs' {
  if (/\.worker(\.ts)?$/.test(name)) return 'shell';
  if (/^protocol\b/.test(name)) return 'protocol';
  if (/^client\b/.test(name)) return 'client';
  return 'jobs';
}

const folderOf = (room: string) => room.replace(/\/(registry|descriptions)$/, '');

/** Imports that follow no arrow of the table. */
export function arrowProblems(modules: readonly Module[]): Problem[] {
  const problems: Problem[] = [];
  for (const module of modules) {
    const from = roomOf(module.path);
    if (from === undefined) continue;
    const reach = ARROWS[from];
    if (!reach) {
      problems.push({
        file: module.path,
        line: 1,
        problem: `lib/${from} is no room of the house`,
        fix: 'move the file into a room, or give the room its arrows in test/architecture/arrows.ts and lib/README.md',
      });
      continue;
    }
    for (const { target, line, typeOnly, specifier } of module.imports) {
      if (target === undefined) continue;
      const to = roomOf(target);
      if (to !== undefined && folderOf(to) === folderOf(from)) continue;
      if (to !== undefined && reach.values.includes(to)) continue;
      const typesAllowed = to !== undefined && (reach.types?.includes(to) ?? false);
      if (typesAllowed && typeOnly) continue;
      problems.push({
        file: module.path,
        line,
        problem: `${from} imports ${to ?? target} ('${specifier}')`,
        fix: typesAllowed
          ? `only types may come from there: write "import type", or move the code that runs into ${allowed(reach)}`
          : `${from} may import ${allowed(reach)}: pass the thing in as a parameter, or move it down to where both may reach it`,
      });
    }
  }
  return problems;
}

function allowed({ values, types = [] }: Reach): string {
  const parts = [values.length > 0 ? values.join(', ') : 'nothing but itself'];
  if (types.length > 0) parts.push(`types of ${types.join(', ')}`);
  return parts.join(', and ');
}

/** Imports that lead back to where they came from; one problem for each cycle found, with the whole way round. */
export function cycleProblems(modules: readonly Module[]): Problem[] {
  const byPath = new Map(modules.map((module) => [module.path, module]));
  const done = new Set<string>();
  const problems: Problem[] = [];
  for (const start of byPath.keys()) {
    if (done.has(start)) continue;
    const way: { path: string; next: number }[] = [{ path: start, next: 0 }];
    const onWay = new Set([start]);
    while (way.length > 0) {
      const here = way[way.length - 1];
      if (!here) break;
      const edge = byPath.get(here.path)?.imports[here.next];
      here.next += 1;
      if (!edge) {
        done.add(here.path);
        onWay.delete(here.path);
        way.pop();
      } else if (edge.target !== undefined && onWay.has(edge.target)) {
        const paths = way.map((step) => step.path);
        const cycle = [...paths.slice(paths.indexOf(edge.target)), edge.target];
        problems.push({
          file: here.path,
          line: edge.line,
          problem: `import cycle: ${cycle.join(' -> ')}`,
          fix: 'move what both need into a file of its own that imports neither',
        });
      } else if (edge.target !== undefined && byPath.has(edge.target) && !done.has(edge.target)) {
        way.push({ path: edge.target, next: 0 });
        onWay.add(edge.target);
      }
    }
  }
  return problems;
}

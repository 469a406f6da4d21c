/** Reads the project's modules for the house's checks: what each imports, which names it uses, how it opens, how long it is. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSync } from 'vite';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

export interface Import {
  /** As written: './slots', '@/lib/engine/ledger', 'node:fs', 'react'. */
  readonly specifier: string;
  /** The project file it means, as a path from the root; undefined for a package. */
  readonly target: string | undefined;
  readonly line: number;
  /** Erased before anything runs: `import type`, `export type … from`, `import('…')` in a type. */
  readonly typeOnly: boolean;
  /** Passes the other module's names on: `export … from`. */
  readonly reexport: 'all' | 'named' | undefined;
}

/** A name used as a free identifier, a property or a quoted key: `fetch`, `self.fetch`, `globalThis['fetch']`. */
export interface Use {
  readonly name: string;
  /** The object it is read from, where that is a plain name: `Math` in `Math.random`. */
  readonly of: string | undefined;
  readonly line: number;
}

export interface Module {
  readonly path: string;
  readonly lines: number;
  /** The text of the comment that the file opens with, or undefined. */
  readonly opening: string | undefined;
  readonly imports: readonly Import[];
  readonly uses: readonly Use[];
}

/** A problem, where it is, and the edit or command that mends it. */
export interface Problem {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
  readonly fix: string;
}

const FOLDERS = ['app', 'components', 'lib', 'e2e', 'test'];
const CODE = /\.(ts|tsx|mjs)$/;
const MEASURED = /\.(ts|tsx|mjs|css)$/;
const EXTENSIONS = ['', '.ts', '.tsx', '.mjs', '.json', '.css', '/index.ts', '/index.tsx'];

/** Every source file of the project, read and parsed. */
export function readProject(root: string = ROOT): Module[] {
  const sources = new Map<string, string>();
  for (const folder of FOLDERS) {
    for (const entry of readdirSync(join(root, folder), { recursive: true, withFileTypes: true })) {
      if (!entry.isFile() || !MEASURED.test(entry.name)) continue;
      const file = join(entry.parentPath, entry.name);
      sources.set(relative(root, file).split(sep).join('/'), readFileSync(file, 'utf8'));
    }
  }
  return parseProject(sources);
}

/** The modules of a project given as text by path, for the checks and for their own tests. */
export function parseProject(sources: ReadonlyMap<string, string>): Module[] {
  return [...sources].map(([path, source]) => parseModule(path, source, sources));
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly [field: string]: unknown;
}

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

function parseModule(path: string, source: string, sources: ReadonlyMap<string, string>): Module {
  const lines = source.split('\n').length - (source.endsWith('\n') ? 1 : 0);
  if (!CODE.test(path)) return { path, lines, opening: openingComment(source), imports: [], uses: [] };
  const { program, errors } = parseSync(path, source);
  const [error] = errors;
  if (error) throw new Error(`${path} cannot be read: ${error.message}`);
  const lineStarts = [0];
  for (let at = source.indexOf('\n'); at !== -1; at = source.indexOf('\n', at + 1)) lineStarts.push(at + 1);
  const lineOf = (offset: number) => {
    let low = 0;
    let high = lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  const imports: Import[] = [];
  const uses: Use[] = [];
  const pending: unknown[] = [program];
  while (pending.length > 0) {
    const node = pending.pop();
    if (!isNode(node)) continue;
    const found = importOf(node);
    if (found) {
      const target = resolve(path, found.specifier, sources);
      imports.push({ ...found, target, line: lineOf(node.start) });
    }
    const named = namedIn(node);
    if (named) uses.push({ ...named, line: lineOf(node.start) });
    for (const value of Object.values(node)) {
      if (Array.isArray(value)) for (const item of value) pending.push(item);
      else pending.push(value);
    }
  }
  imports.sort((a, b) => a.line - b.line);
  uses.sort((a, b) => a.line - b.line);
  return { path, lines, opening: openingComment(source), imports, uses };
}

function importOf(node: Node): Pick<Import, 'specifier' | 'typeOnly' | 'reexport'> | undefined {
  const specifier = literal(node.source);
  switch (node.type) {
    case 'ImportDeclaration':
      return specifier === undefined
        ? undefined
        : { specifier, typeOnly: node.importKind === 'type', reexport: undefined };
    case 'ExportAllDeclaration':
      return specifier === undefined ? undefined : { specifier, typeOnly: node.exportKind === 'type', reexport: 'all' };
    case 'ExportNamedDeclaration':
      return specifier === undefined
        ? undefined
        : { specifier, typeOnly: node.exportKind === 'type', reexport: 'named' };
    case 'ImportExpression':
      return specifier === undefined ? undefined : { specifier, typeOnly: false, reexport: undefined };
    case 'TSImportType':
      return specifier === undefined ? undefined : { specifier, typeOnly: true, reexport: undefined };
    case 'NewExpression':
      return workerImport(node);
    default:
      return undefined;
  }
}

/** `new URL('./x.worker.ts', import.meta.url)`: an arrow like any other. */
function workerImport(node: Node): Pick<Import, 'specifier' | 'typeOnly' | 'reexport'> | undefined {
  if (!isNode(node.callee) || node.callee.name !== 'URL' || !Array.isArray(node.arguments)) return undefined;
  const [address, base] = node.arguments;
  const specifier = literal(address);
  if (specifier === undefined || !CODE.test(specifier) || !isNode(base) || base.type !== 'MemberExpression')
    return undefined;
  return { specifier, typeOnly: false, reexport: undefined };
}

function namedIn(node: Node): Omit<Use, 'line'> | undefined {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') {
    return typeof node.name === 'string' ? { name: node.name, of: undefined } : undefined;
  }
  if (node.type !== 'MemberExpression' || !isNode(node.object)) return undefined;
  const of = typeof node.object.name === 'string' ? node.object.name : undefined;
  const property = node.property;
  if (node.computed) {
    const name = literal(property);
    return name === undefined ? undefined : { name, of };
  }
  return isNode(property) && typeof property.name === 'string' && of !== undefined
    ? { name: property.name, of }
    : undefined;
}

function literal(node: unknown): string | undefined {
  if (isNode(node) && node.type === 'Literal' && typeof node.value === 'string') return node.value;
  return undefined;
}

function resolve(from: string, specifier: string, sources: ReadonlyMap<string, string>): string | undefined {
  let path: string;
  if (specifier.startsWith('@/')) path = specifier.slice(2);
  else if (specifier.startsWith('.')) path = join(dirname(from), specifier);
  else return undefined;
  const plain = normalize(path).split(sep).join('/');
  const extension = EXTENSIONS.find((candidate) => sources.has(plain + candidate));
  return extension === undefined ? plain : plain + extension;
}

/** The first comment's text, where nothing but a directive stands before it. */
function openingComment(source: string): string | undefined {
  const start = source
    .replace(/^#!.*\n/, '')
    .replace(/^\s*(['"])use (client|server)\1;?\s*\n/, '')
    .trimStart();
  const block = /^\/\*\*?([\s\S]*?)\*\//.exec(start);
  if (block) return (block[1] ?? '').replace(/^\s*\* ?/gm, '').trim();
  const run = /^(?:\/\/.*(?:\n|$))+/.exec(start);
  return run ? run[0].replace(/^\/\/+ ?/gm, '').trim() : undefined;
}

/** The house's other checks: length, opening sentence, no barrels, where React, node, the network and the clock may be used. */
import type { Module, Problem } from './modules';

const MAXIMUM_LINES = 300;

/** The only files of the app that may ask the network, and then only our own origin: the built-in samples. */
const NETWORK_FILES = ['lib/store/samples.ts'];
const NETWORK_NAMES = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'WebSocketStream',
  'WebTransport',
  'EventSource',
  'RTCPeerConnection',
  'sendBeacon',
];
const HTML_SINKS = ['dangerouslySetInnerHTML', 'innerHTML', 'outerHTML', 'insertAdjacentHTML', 'srcdoc', 'srcDoc'];

const VIEW_PACKAGES = /^(react|react-dom|next|geist|recharts|radix-ui|@radix-ui|@tanstack)(\/|$)/;
const REACT_HOOK_FILE = 'lib/store/use-store.ts';
const NODE_ROOMS = ['lib/cli/', 'lib/site/'];

/** What makes a result depend on more than its input, as a free name or with the object it is read from. */
const IMPURE = new Set([
  'Math.random',
  'Date.now',
  'performance.now',
  'crypto.getRandomValues',
  'crypto.randomUUID',
  'setTimeout',
  'setInterval',
  'requestAnimationFrame',
  'localStorage',
  'sessionStorage',
  'indexedDB',
]);

const isApp = (path: string) => /^(app|components|lib)\//.test(path);

/** Files over the length that one sitting can read. */
export function sizeProblems(modules: readonly Module[]): Problem[] {
  return modules
    .filter((module) => module.lines > MAXIMUM_LINES)
    .map((module) => ({
      file: module.path,
      line: MAXIMUM_LINES + 1,
      problem: `${module.lines} lines, the most is ${MAXIMUM_LINES}`,
      fix: 'split it by what it does, each part with a sentence of its own',
    }));
}

/** Files that do not open with a sentence saying what they are for. */
export function openingProblems(modules: readonly Module[]): Problem[] {
  const problems: Problem[] = [];
  for (const { path, opening } of modules) {
    if (path.endsWith('.css')) continue;
    const words = (opening ?? '').split(/\s+/).filter((word) => /\p{Letter}/u.test(word));
    if (words.length >= 4 && /[.:!?](\s|$)/.test(opening ?? '')) continue;
    problems.push({
      file: path,
      line: 1,
      problem:
        opening === undefined ? 'no opening comment' : `the opening comment is no sentence: "${opening.slice(0, 60)}"`,
      fix: 'open the file with one sentence that says what it is for: /** What this does, and for whom. */',
    });
  }
  return problems;
}

/** Files that only pass other files' names on: they hide who uses what, and pull in everything at once. */
export function barrelProblems(modules: readonly Module[]): Problem[] {
  const problems: Problem[] = [];
  for (const { path, imports } of modules) {
    for (const { reexport, line, specifier } of imports) {
      const inIndex = /(^|\/)index\.[a-z]+$/.test(path);
      if (reexport !== 'all' && !(reexport === 'named' && inIndex)) continue;
      problems.push({
        file: path,
        line,
        problem: `a barrel: passes on the names of '${specifier}'`,
        fix: `delete the line, and import from '${specifier}' where the names are used`,
      });
    }
  }
  return problems;
}

/** Packages used outside the rooms that they belong to. */
export function packageProblems(modules: readonly Module[]): Problem[] {
  const problems: Problem[] = [];
  for (const { path, imports } of modules) {
    if (!isApp(path)) continue;
    for (const { specifier, target, line } of imports) {
      if (target !== undefined) continue;
      const add = (problem: string, fix: string) => problems.push({ file: path, line, problem, fix });
      if (path.startsWith('lib/engine/')) {
        add(
          `the engine imports the package '${specifier}'`,
          'the engine is pure and stands alone: pass what you need in as a parameter',
        );
      } else if (
        VIEW_PACKAGES.test(specifier) &&
        path.startsWith('lib/') &&
        !(path === REACT_HOOK_FILE && specifier === 'react')
      ) {
        add(`'${specifier}' in lib/`, `React lives in components/, app/ and ${REACT_HOOK_FILE}: move the code there`);
      } else if (specifier.startsWith('node:') && !NODE_ROOMS.some((room) => path.startsWith(room))) {
        add(
          `'${specifier}' in code that runs in the browser`,
          `read and write in ${NODE_ROOMS.join(' or ')}, and pass the data in`,
        );
      }
    }
  }
  return problems;
}

/** Names that reach the network or put text into the page as HTML, under whatever object they are read from. */
export function nameProblems(modules: readonly Module[]): Problem[] {
  const problems: Problem[] = [];
  for (const { path, uses } of modules) {
    if (!isApp(path)) continue;
    const seen = new Set<string>();
    for (const { name, of, line } of uses) {
      const add = (problem: string, fix: string) => {
        if (seen.has(`${line} ${name}`)) return;
        seen.add(`${line} ${name}`);
        problems.push({ file: path, line, problem, fix });
      };
      if (NETWORK_NAMES.includes(name) && !NETWORK_FILES.includes(path)) {
        add(
          `uses ${name}`,
          `nothing leaves the browser: samples of our own origin are read in ${NETWORK_FILES.join(', ')}`,
        );
      }
      if (HTML_SINKS.includes(name)) {
        add(`uses ${name}`, 'message text is never HTML: render it as a text child');
      }
      const impure = of === undefined ? IMPURE.has(name) : IMPURE.has(`${of}.${name}`);
      if (path.startsWith('lib/engine/') && impure) {
        add(
          `the engine uses ${of === undefined ? name : `${of}.${name}`}`,
          'the engine has no clock, no chance and no I/O: pass the value in as a parameter',
        );
      }
    }
  }
  return problems;
}

/** What is wrong with a scenario: each problem with its place in the JSON and what to do, and the error that carries them. */

export interface ScenarioProblem {
  /** Place in the JSON: `lanes[1].config.window`; the empty text for the whole. */
  path: string;
  /** What is wrong, as a sentence. */
  message: string;
  /** What to do about it, as a sentence. */
  remedy: string;
}

/** Where a scenario came from, for messages. */
export interface ScenarioPlace {
  file: string;
  /** 1-based line at which it starts, where the file holds one scenario a line. */
  line?: number;
}

/** Most problems that one error spells out. */
const SPELLED_OUT = 10;

function placed(place: ScenarioPlace, path: string): string {
  const file = place.line === undefined ? place.file : `${place.file}:${place.line}`;
  return path === '' ? file : `${file}: ${path}`;
}

/** One problem on one line, the place first. */
export function problemLine(place: ScenarioPlace, problem: ScenarioProblem): string {
  return `${placed(place, problem.path)}: ${problem.message} ${problem.remedy}`;
}

/** A scenario that cannot be used. The message has a line for each problem, the first ten at most. */
export class ScenarioError extends Error {
  override readonly name = 'ScenarioError';
  readonly remedy: string;

  constructor(
    readonly place: ScenarioPlace,
    readonly problems: readonly ScenarioProblem[],
    options?: ErrorOptions,
  ) {
    const lines = problems.slice(0, SPELLED_OUT).map((problem) => problemLine(place, problem));
    const rest = problems.length - lines.length;
    if (rest > 0) lines.push(`${placed(place, '')}: ${rest} more ${rest === 1 ? 'problem' : 'problems'} of this kind.`);
    super(lines.join('\n'), options);
    this.remedy = problems[0]?.remedy ?? 'Correct the scenario.';
  }
}

/** Collects problems and warnings while a scenario is read. */
export class Findings {
  readonly errors: ScenarioProblem[] = [];
  readonly warnings: ScenarioProblem[] = [];

  error(path: string, message: string, remedy: string): void {
    this.errors.push({ path, message, remedy });
  }

  warn(path: string, message: string, remedy: string): void {
    this.warnings.push({ path, message, remedy });
  }
}

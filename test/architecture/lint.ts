/** The house's checks as a command: node --import tsx test/architecture/lint.ts [arrows | size]. */
import { arrowProblems, cycleProblems } from './arrows';
import { barrelProblems, nameProblems, openingProblems, packageProblems, sizeProblems } from './house';
import { type Module, type Problem, readProject } from './modules';

const CHECKS: Readonly<Record<string, readonly ((modules: readonly Module[]) => Problem[])[]>> = {
  arrows: [arrowProblems, cycleProblems, barrelProblems, packageProblems, nameProblems, openingProblems],
  size: [sizeProblems],
};

const asked = process.argv.slice(2);
const unknown = asked.find((name) => !(name in CHECKS));
if (unknown !== undefined) {
  console.error(`There is no check "${unknown}". There are: ${Object.keys(CHECKS).join(', ')}.`);
  process.exit(2);
}
const modules = readProject();
const names = asked.length > 0 ? asked : Object.keys(CHECKS);
const problems = names.flatMap((name) => (CHECKS[name] ?? []).flatMap((check) => check(modules)));
for (const { file, line, problem, fix } of problems) console.error(`${file}:${line}  ${problem}\n    fix: ${fix}`);
console.log(`${names.join(', ')}: ${modules.length} files, ${problems.length} problems`);
process.exitCode = problems.length > 0 ? 1 : 0;

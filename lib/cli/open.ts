/** `palimpsest open`: the scenario that a link carries, as a scenario file. */

import { attachTranscript } from '../links/attach';
import { decodeLink } from '../links/codec';
import type { LinkContents } from '../links/contents';
import { describeLink } from '../links/describe';
import { scenarioJson } from '../scenario/encode';
import type { Scenario } from '../scenario/scenario';
import type { Arguments, Command } from './command';
import { InputError, readScenarios } from './input';
import type { CommandIo } from './io';
import { oneLine } from './table';

export const open: Command = {
  name: 'open',
  summary: 'Print the scenario that a link carries.',
  usage: 'LINK [--with FILE]',
  description: [
    'LINK is a whole address or what stands in it from # on, in quotes so that the shell leaves it alone; - reads it from standard input. Links of every version that was ever written open. What is in it is said on standard error.',
    'A link of settings has no transcript. With --with they are put on the one in FILE, a scenario or a transcript in any known format; it is said whether it is the one that they were made for.',
  ],
  options: {
    with: { value: 'FILE', help: 'For a link of settings: the transcript to put them on.' },
  },
  examples: [
    "palimpsest open 'http://127.0.0.1:4173/#p1.eJw…' > shared.palimpsest.json",
    'palimpsest open - --with session.jsonl < link.txt',
  ],
  files: { most: 1, needed: true },
  run: printScenario,
};

async function printScenario({ files, options }: Arguments, io: CommandIo): Promise<void> {
  const given = files[0] as string;
  const text = given === '-' ? await new Response(io.stdin()).text() : given;
  const { contents, warnings } = await decodeLink(text);
  const file = options.get('with');
  const scenario = typeof file === 'string' ? await onFile(contents, file, io) : contents.scenario;
  io.error('In the link:');
  for (const line of describeLink(contents).lines) io.error(`  ${oneLine(line)}`);
  for (const { path, message, remedy } of warnings) io.error(`warning: ${oneLine(`${path}: ${message} ${remedy}`)}`);
  await io.out(scenarioJson(scenario));
}

async function onFile(contents: LinkContents, file: string, io: CommandIo): Promise<Scenario> {
  if (contents.kind !== 'settings') {
    throw new InputError([`${file}: The link has a transcript of its own. Leave --with out.`]);
  }
  const candidates = (await readScenarios(file, io)).map((one) => attachTranscript(contents, one.scenario.transcript));
  const found = candidates.find(({ same }) => same) ?? candidates[0];
  if (!found) throw new InputError([`${file}: There is no transcript in it. Name another file.`]);
  if (contents.meant && !found.same) {
    io.error(
      `warning: ${file}: It is not the transcript that the settings were made for; they are put on it all the same.`,
    );
  }
  return found.scenario;
}

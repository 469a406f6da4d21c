/** `palimpsest link`: a scenario as a link that opens it in the page; what goes out is said on standard error. */

import { whole } from '../engine/figures';
import { encodeLink, LINK_LIMIT } from '../links/codec';
import { LINK_KINDS, type LinkKind } from '../links/contents';
import { describeLink } from '../links/describe';
import type { ShareChoice } from '../links/prepare';
import { prepareLink } from '../links/prepare';
import { wordsOf } from '../links/words';
import { REDACTION_KINDS } from '../redaction/registry';
import { loadCounter } from '../tokenizers/registry';
import { type Arguments, type Command, UsageError } from './command';
import { InputError, type NamedScenario, readScenarios } from './input';
import type { CommandIo } from './io';
import { preview } from './table';

/** Where `npm start` serves the page. */
const BASE = 'http://127.0.0.1:4173/';
/** Columns of a word of the user's that is shown before it goes out. */
const SHOWN = 80;

export const link: Command = {
  name: 'link',
  summary: 'Print a link that opens a scenario in the page.',
  usage: 'SCENARIO [--settings | --structure | --transcript [--redact]] [--base URL]',
  description: [
    'Everything is in the fragment of the address, after #, which browsers never send to a server. A file of several scenarios gives a link a line; - reads standard input; a transcript in any known format goes with the default lanes.',
    'With --settings, the default, no word of the transcript is in the link, only a fingerprint by which the settings find it again once the other side has loaded the same transcript. With --structure the transcript goes along with every text replaced by filler of as many tokens. With --transcript all of it goes along. What goes out is listed on standard error.',
    `A link of more than ${whole(LINK_LIMIT)} characters is not printed: browsers and chats cut it off. Send the scenario as a file then.`,
  ],
  options: {
    settings: { help: 'Settings only, with the fingerprint of the transcript. The default.' },
    structure: { help: 'With the transcript, every text replaced by filler.' },
    transcript: { help: 'With the transcript.' },
    redact: {
      help: 'With --transcript: keys, passwords, e-mail addresses, user names and hosts become placeholders.',
    },
    base: { value: 'URL', help: `The address of the page. Default ${BASE}.` },
  },
  examples: [
    'palimpsest link tight.palimpsest.json',
    'palimpsest link tight.palimpsest.json --structure --base https://example.org/palimpsest/',
    'palimpsest link session.jsonl --transcript --redact | palimpsest open -',
  ],
  files: { most: 1, needed: true },
  run: printLinks,
};

async function printLinks(given: Arguments, io: CommandIo): Promise<void> {
  const kind = kindOf(given);
  const base = baseOf(given);
  const isRedacted = given.options.has('redact');
  if (isRedacted && kind !== 'transcript') {
    throw new UsageError('link', '--redact changes nothing here.', 'Give --transcript as well, or leave it out.');
  }
  const links: string[] = [];
  for (const named of await readScenarios(given.files[0] as string, io)) {
    links.push(await linkOf(named, await choiceOf(kind, isRedacted, named), base, io));
  }
  await io.out(`${links.join('\n')}\n`);
}

function kindOf({ options }: Arguments): LinkKind {
  const [first = 'settings', second] = LINK_KINDS.filter((kind) => options.has(kind));
  if (second === undefined) return first;
  throw new UsageError('link', `--${first} and --${second} exclude each other.`, 'Give one of the two.');
}

function baseOf({ options }: Arguments): string {
  const base = options.get('base');
  if (typeof base !== 'string') return BASE;
  const url = URL.canParse(base) ? new URL(base) : null;
  if (url && ['http:', 'https:', 'file:'].includes(url.protocol)) return url.href;
  throw new UsageError('link', `--base is "${base}".`, 'Give the whole address of the page, https:// included.');
}

async function choiceOf(kind: LinkKind, isRedacted: boolean, { scenario }: NamedScenario): Promise<ShareChoice> {
  if (kind === 'structure') return { kind, counter: await loadCounter(scenario.counter) };
  if (kind === 'settings' || !isRedacted) return { kind };
  const kinds = new Set(REDACTION_KINDS.map((one) => one.kind));
  return { kind, redaction: { kinds, texts: [], matchers: [] } };
}

async function linkOf(named: NamedScenario, choice: ShareChoice, base: string, io: CommandIo): Promise<string> {
  const { contents, replacements, notes } = prepareLink(named.scenario, choice);
  const { link: address, bytes, fits } = await encodeLink(contents, base);
  if (!fits.link) {
    const remedy =
      choice.kind === 'settings'
        ? 'Send the scenario file.'
        : 'Send a scenario file, or the settings alone (--settings).';
    const what = `The link has ${whole(bytes)} characters; browsers and chats keep ${whole(LINK_LIMIT)}.`;
    throw new InputError([`${named.file}: ${what} ${remedy}`]);
  }
  const counter = choice.kind === 'settings' ? undefined : await loadCounter(named.scenario.counter);
  const { lines } = describeLink(contents, counter ? { bytes, counter } : { bytes });
  io.error('In the link:');
  for (const line of lines) io.error(`  ${preview(line, 2 * SHOWN)}`);
  for (const { where, text } of wordsOf(contents)) io.error(`  ${where}: ${preview(text, SHOWN)}`);
  if (replacements.length > 0) io.error(`Replaced by placeholders: ${whole(replacements.length)}.`);
  for (const note of notes) io.error(`note: ${note}`);
  return address;
}

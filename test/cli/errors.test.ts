/** Unusable input: exit code 2, a message that names file and place, and nothing on standard output. */

import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { captured, type Folder, newFolder } from './captured';

const messages = [{ role: 'user', content: 'hello' }];
const minimal = { palimpsest: 1, transcript: { messages } };
const lane = (config: object) => ({ ...minimal, lanes: [{ system: 'none' }, { system: 'managed-window', config }] });
const lines = (...values: unknown[]) =>
  values.map((value) => (typeof value === 'string' ? value : JSON.stringify(value))).join('\n');

let folder: Folder;
beforeAll(() => {
  folder = newFolder();
});
afterAll(() => folder.remove());

async function failure(argv: readonly string[]): Promise<string> {
  const { code, out, error } = await captured(argv);
  expect(out).toBe('');
  expect(code, error).toBe(2);
  return folder.without(error);
}

describe('command lines', () => {
  it.each([
    [['rnu'], 'palimpsest: there is no command "rnu". Did you mean "run"?\nSee palimpsest --help.'],
    [
      ['run'],
      'palimpsest run: no file is given. Write palimpsest run SCENARIO... [--json] [--explain], or - for standard input.\nSee palimpsest run --help.',
    ],
    [['run', '--jsn', 'a'], 'palimpsest run: unknown option --jsn. Did you mean "--json"?\nSee palimpsest run --help.'],
    [['run', '--json=yes', 'a'], 'palimpsest run: --json takes no value. Write it alone.\nSee palimpsest run --help.'],
    [
      ['simulate', '--turns'],
      'palimpsest simulate: --turns needs a value. Write --turns N.\nSee palimpsest simulate --help.',
    ],
    [
      ['simulate', '--turns', 'many'],
      'palimpsest simulate: --turns is "many". Give a whole number, 1 or more.\nSee palimpsest simulate --help.',
    ],
    [
      ['simulate', '--summarizer', 'extractiv'],
      'palimpsest simulate: --summarizer is "extractiv". Did you mean "extractive"?\nSee palimpsest simulate --help.',
    ],
    [
      ['simulate', 'extra'],
      'palimpsest simulate: "extra" is too much. It takes no file.\nSee palimpsest simulate --help.',
    ],
    [
      ['convert', 'a'],
      'palimpsest convert: no format is given. Write --to and one of openai-chat, scenario, anthropic, openai-responses, gemini, langchain, vercel, sharegpt, markdown.\nSee palimpsest convert --help.',
    ],
    [
      ['convert', 'a', '--to', 'antropic'],
      'palimpsest convert: --to is "antropic". Did you mean "anthropic"?\nSee palimpsest convert --help.',
    ],
    [['inspect', 'a', 'b'], 'palimpsest inspect: "b" is too much. It takes one file.\nSee palimpsest inspect --help.'],
  ])('%j', async (argv, message) => {
    expect(await failure(argv)).toBe(message);
  });

  it('with settings that cannot work show the arithmetic', async () => {
    const error = await failure(['simulate', '--window', '8000', '--reserve-completion', '13000']);
    expect(error).toContain('--reserve-completion: No room for messages: 8,000 × 0.70 − 13,000 = −7,400');
    expect(await failure(['simulate', '--pin-system', 'yes'])).toContain('--pin-system: ');
  });
});

describe('files', () => {
  it('that do not exist, or are folders', async () => {
    expect(await failure(['inspect', folder.file('x', '').replace(/x$/, 'none.json')])).toBe(
      'none.json: There is no such file. Check the name and the folder it is in.',
    );
    expect(await failure(['run', folder.file('x', '').replace(/\/x$/, '')])).toContain('It is a folder.');
  });

  it.each([
    ['empty', '', 'The file is empty'],
    ['blank', ' \n\n', 'nothing but white space'],
    ['a page', '<!doctype html><html><body>Sign in</body></html>', 'HTML page'],
    ['binary', '\u0000\u0001\u0002PNG', ''],
    ['text', 'once upon a time', 'no transcript'],
    ['other JSON', '{"rows": [1, 2, 3]}', 'no transcript'],
    ['a cut transcript', '{"messages": [{"role": "us', 'line 1'],
  ])('that are %s', async (_what, text, told) => {
    const file = folder.file('bad.json', text);
    for (const command of [['inspect'], ['run'], ['convert', '--to', 'openai-chat']]) {
      const error = await failure([...command, file]);
      expect(error).toContain('bad.json');
      expect(error).toContain(told);
    }
  });

  it('that nest without end', async () => {
    const file = folder.file('deep.json', `{"palimpsest": 1, "prices": ${'['.repeat(5000)}${']'.repeat(5000)}}`);
    expect(await failure(['run', file])).toContain('deep.json');
  });

  it('of which none has such a conversation', async () => {
    const file = folder.file('chat.json', { messages });
    expect(await failure(['inspect', file, '--conversation', '3'])).toContain(
      '--conversation is 3. chat.json has 1 conversation.',
    );
    expect(await failure(['inspect', file, '--format', 'openai'])).toContain('The format "openai" is not known');
  });
});

describe('files to write', () => {
  const converted = (file: string, out: string) => failure(['convert', file, '--to', 'markdown', '--out', out]);

  it('that are the one to read, are folders, or lie where there is none', async () => {
    const file = folder.file('chat.json', { messages });
    const place = file.replace(/\/chat\.json$/, '');
    expect(await converted(file, `${place}/./chat.json`)).toContain('the file that is read. Name another file.');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ messages });
    expect(await converted(file, place)).toContain('It is a folder. Name another file with --out.');
    expect(await converted(file, `${place}/none/x.md`)).toContain('none/x.md: Its folder is not there.');
    expect(await failure(['convert', file, '--to', 'markdown', '--conversation', '2'])).toContain(
      '--conversation is 2. ',
    );
  });
});

describe('scenarios', () => {
  it('with a setting of another kind name its place', async () => {
    const file = folder.file('kind.palimpsest.json', lane({ window: 'big' }));
    expect(await failure(['run', file])).toMatch(
      /^kind\.palimpsest\.json: lanes\[1\]\.config\.window: Window \(window\) is "big"/,
    );
  });

  it('with settings that cannot work together name the place and show the arithmetic', async () => {
    const file = folder.file('sum.palimpsest.json', lane({ window: 8000, ratio: 1, reserveCompletion: 13_000 }));
    expect(await failure(['run', '--json', file])).toContain(
      'sum.palimpsest.json: lanes[1].config.reserveCompletion: No room for messages: 8,000 × 1.00 − 13,000 = −5,000',
    );
  });

  it('name the line, one for each, and run nothing of any file', async () => {
    const good = folder.file('good.jsonl', lines(minimal, minimal));
    const bad = folder.file('bad.jsonl', lines(minimal, { ...minimal, lanes: 5 }, minimal, { palimpsest: 2 }));
    expect((await failure(['run', good, bad])).split('\n')).toEqual([
      'bad.jsonl:2: lanes: It is 5, not a list of lanes. Correct it or leave it out.',
      'bad.jsonl:4: palimpsest: The scenario is of version 2; this program reads up to version 1. Open it with a newer Palimpsest.',
    ]);
  });

  it('with a line that is no JSON name that line', async () => {
    const file = folder.file('cut.jsonl', lines(minimal, '{"palimpsest": 1, "transcript": ', minimal));
    expect(await failure(['run', file])).toMatch(/^cut\.jsonl:2: /);
  });

  it('from standard input go by the name -', async () => {
    const { code, error } = await captured(['run', '-'], lines(minimal, { ...minimal, counter: 'none' }));
    expect(code).toBe(2);
    expect(error).toMatch(/^-:2: counter: It is "none"/);
  });

  it('with fields that are not known run all the same, with a warning', async () => {
    const file = folder.file('extra.palimpsest.json', { ...minimal, titel: 'x' });
    const { code, out, error } = await captured(['run', '--json', file]);
    expect(code).toBe(0);
    expect(out.trimEnd().split('\n')).toHaveLength(2);
    expect(folder.without(error)).toBe(
      'warning: extra.palimpsest.json: titel: The field is not known and is left out. Did you mean "title"?',
    );
  });

  it('warn ten times a file at most', async () => {
    const file = folder.file('many.jsonl', lines(...Array.from({ length: 25 }, () => ({ ...minimal, titel: 'x' }))));
    const { error } = await captured(['run', '--json', file]);
    expect(error.split('\n')).toHaveLength(11);
    expect(folder.without(error)).toContain('warning: many.jsonl: 15 more warnings.');
  });
});

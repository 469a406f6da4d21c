/** A made-up corpus like what coding agents leave behind: prose, code, JSON, logs, diffs, other scripts. The same every time. */

const WORDS =
  `the a of to and in is that for it as with on be this are by not from or at an was we which you have can will if has but
  all so when there then test error function file value result because failing should update config request response
  parser module import cache worker message token budget window schema version default option handler returns undefined
  check before after first second previous current expected actual change branch commit review deploy database index
  query timeout retry connection customer invoice account refund policy order shipping reason context memory summary
  therefore however probably already without another between during against implementation behaviour documentation
  reproduce investigate regression compatibility migration pagination authentication serialization normalize`.split(
    /\s+/,
  );

const SNIPPETS = [
  '好的，我来检查这个配置文件，然后重新运行测试。',
  'テストが失敗しました。原因を調べます。',
  'Проверь, пожалуйста, последнее изменение.',
  '오류가 다시 발생했습니다.',
  'Voilà, c’est corrigé — merci ! ✅',
  '🚀 done 👍🏽 🇩🇪',
];

/** Mulberry32: 32 bits of state, the same sequence on every machine. */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Texts of about `characters` UTF-16 units in all, sized like the messages of a session. */
export function agentTexts(characters: number, seed = 1): string[] {
  const random = randomFrom(seed);
  const below = (limit: number) => Math.floor(random() * limit);
  const pick = <T>(from: readonly T[]) => from[below(from.length)] as T;
  // A squared draw prefers the front of the list, as frequent words are preferred in text.
  const word = () => WORDS[Math.floor(random() ** 2 * WORDS.length)] as string;
  const capital = (text: string) => text.slice(0, 1).toUpperCase() + text.slice(1);
  const identifier = () => (random() < 0.5 ? word() + capital(word()) + capital(word()) : `${word()}_${word()}`);
  const hexadecimal = (length: number) => Array.from({ length }, () => below(16).toString(16)).join('');
  const path = () => `/home/dev/${word()}-${word()}/src/${word()}/${identifier()}.${pick(['ts', 'py', 'go', 'json'])}`;
  const many = (count: number, make: () => string, between: string) =>
    Array.from({ length: count }, make).join(between);

  const sentence = () => `${capital(many(5 + below(14), word, ' '))}${pick(['.', '.', ',', '?', ':'])}`;
  const prose = () =>
    many(2 + below(12), () => (random() < 0.04 ? pick(SNIPPETS) : sentence()), pick([' ', '\n\n', ' ']));
  const code = () =>
    many(
      8 + below(60),
      () => {
        const indent = '  '.repeat(below(5));
        return pick([
          () => `${indent}const ${identifier()} = await ${word()}.${identifier()}(${identifier()}, ${below(5000)});`,
          () => `${indent}if (${identifier()} !== null && ${identifier()}.length > ${below(100)}) {`,
          () => `${indent}// ${many(6, word, ' ')}`,
          () => `${indent}}`,
          () => `${indent}return self.${identifier()}["${identifier()}"] or f"{${identifier()}!r}"`,
          () => '',
        ])();
      },
      '\n',
    );
  const json = () =>
    JSON.stringify(
      Array.from({ length: 2 + below(12) }, () => ({
        id: `${hexadecimal(8)}-${hexadecimal(4)}-${hexadecimal(12)}`,
        [identifier()]: below(1e9),
        path: path(),
        [identifier()]: many(4, word, ' '),
        [word()]: random() < 0.5 ? null : random(),
      })),
      null,
      random() < 0.5 ? 2 : 0,
    );
  const log = () =>
    many(
      10 + below(50),
      () =>
        `2025-0${1 + below(9)}-1${below(10)}T0${below(10)}:${10 + below(50)}:${10 + below(50)}.${100 + below(900)}Z ` +
        `${pick(['INFO', 'WARN', 'ERROR', 'DEBUG'])} [${word()}.${word()}] ${many(6, word, ' ')} ${identifier()}=${below(1e6)} ${hexadecimal(40)}`,
      '\n',
    );
  const listing = () => many(10 + below(60), () => `${below(400)}\t-rw-r--r--  1 dev  ${below(99999)} ${path()}`, '\n');
  const diff = () =>
    `diff --git a/${path()} b/${path()}\n@@ -${below(900)},7 +${below(900)},9 @@\n` +
    many(
      6 + below(30),
      () => `${pick([' ', '+', '-'])}    ${identifier()}(${identifier()}, "${many(3, word, ' ')}")`,
      '\n',
    );

  const texts: string[] = [];
  for (let total = 0; total < characters; ) {
    const text = pick([prose, prose, prose, code, code, json, log, listing, diff])();
    texts.push(text);
    total += text.length;
  }
  return texts;
}

/** Words that show what a sentence is: a decision, a finding, a failure, a correction, an order, or mere narration. */

export const Cue = {
  decision: 1,
  finding: 2,
  failure: 4,
  correction: 8,
  order: 16,
  narration: 32,
  negation: 64,
} as const;

const PHRASES: { [kind in keyof typeof Cue]: string } = {
  decision: `decided|decision|going with|go with|went with|will use|we'll use|i'll use|let's use|chose|choosing|opted|
    settled on|agreed|ruled out|rules out|rule out|the plan is|plan is to|the fix is|fixed by|switching to|switched to|
    will keep|we keep|won't use|out of scope|entschieden|wir nehmen|wir verwenden|ich verwende|stattdessen verwenden|
    décidé|on utilise|nous utilisons|decidido|usaremos|vamos a usar|deciso|decidiu`,
  finding: `root cause|turns out|it turned out|found that|confirmed|discovered|the problem is|the issue is|caused by|
    because|is located|lives in|is defined|depends on|requires|note that|important|ursache|gefunden|weil|
    la cause|parce que|porque|la causa|resultado|ergebnis|insgesamt`,
  failure: `fail|failed|fails|failing|failure|error|errors|exception|fatal|panic|denied|refused|rejected|not found|no such|
    cannot|can't|couldn't|could not|unable|timed out|timeout|crashed|broke|broken|doesn't work|didn't work|
    did not work|does not work|not working|unauthorized|forbidden|conflict|invalid|aborted|segfault|
    fehler|fehlgeschlagen|gescheitert|erreur|échoué|falló|falla|fallo|erro`,
  correction: `actually|i meant|wrong|instead|that's not|not what i|correction|undo|revert|rather than|nope|
    don't do|stop doing|i said|eigentlich|stattdessen|falsch|ich meinte|en fait|plutôt|incorrecto|
    en realidad|en lugar de|quise decir|sbagliato|na verdade`,
  order: `use|prefer|always|never|must|make sure|don't|do not|only|keep|avoid|remember|
    nutze|verwende|bitte nur|niemals|immer|utilise|toujours|jamais|usa|siempre|nunca`,
  narration: `let me|i'll|i will|i'm going to|now i|next i|first i|let's|i need to|i should|we need to|
    here's|here is|sure|great|perfect|lass mich|ich werde|ich schaue|je vais|voy a`,
  negation: 'not|no|nicht|kein|nein|ne|pas|non',
};

/** Cues in scripts that do not separate words. */
const UNSPACED: readonly [string, number][] = [
  ['決定', Cue.decision],
  ['决定', Cue.decision],
  ['採用', Cue.decision],
  ['采用', Cue.decision],
  ['原因', Cue.finding],
  ['判明', Cue.finding],
  ['失敗', Cue.failure],
  ['失败', Cue.failure],
  ['エラー', Cue.failure],
  ['错误', Cue.failure],
  ['ではなく', Cue.correction],
  ['違います', Cue.correction],
  ['不对', Cue.correction],
  ['而不是', Cue.correction],
];

interface Ending {
  /** What follows the first word, with its spaces: " with" of "going with", or the empty text. */
  rest: string;
  kind: number;
}

/** Phrases by their first word. */
const BY_FIRST_WORD = new Map<string, Ending[]>();
/** 1 where some first word has a hash that ends so: most words are told from cues by their hash alone. */
const HASHES = new Uint8Array(1 << 14);
for (const [kind, list] of Object.entries(PHRASES)) {
  for (const phrase of list.split('|')) {
    const text = phrase.trim();
    const space = text.indexOf(' ');
    const first = space < 0 ? text : text.slice(0, space);
    const endings = BY_FIRST_WORD.get(first) ?? [];
    endings.push({ rest: text.slice(first.length), kind: Cue[kind as keyof typeof Cue] });
    BY_FIRST_WORD.set(first, endings);
    let hash = 0;
    for (let at = 0; at < first.length; at++) hash = hashed(hash, lowered(first.charCodeAt(at)));
    HASHES[hash & (HASHES.length - 1)] = 1;
  }
}

function hashed(hash: number, unit: number): number {
  return Math.imul(hash ^ unit, 16777619) ^ (hash >>> 15);
}

/** Lower case of ASCII and Latin-1 letters; a typographic apostrophe as a straight one. */
function lowered(unit: number): number {
  if ((unit >= 65 && unit <= 90) || (unit >= 0xc0 && unit <= 0xde && unit !== 0xd7)) return unit + 32;
  return unit === 0x2019 ? 39 : unit;
}

/** Letters, digits, underscores and apostrophes; beyond ASCII everything but Latin-1 signs and general or CJK punctuation. */
function isWordUnit(unit: number): boolean {
  if (unit < 128) {
    return (
      (unit >= 97 && unit <= 122) ||
      (unit >= 65 && unit <= 90) ||
      (unit >= 48 && unit <= 57) ||
      unit === 95 ||
      unit === 39
    );
  }
  if (unit < 0xc0 || unit === 0xd7 || unit === 0xf7) return false;
  if (unit < 0x2000) return true;
  return unit === 0x2019 || (unit >= 0x3040 && unit <= 0xd7ff);
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll('’', "'");
}

const NONE_BEFORE = new Set(['0', 'no', 'zero', 'without', 'any', 'keine', 'sans', 'sin']);
const ERROR_NAME = /(?:error|exception)$/;

/** The first word of a sentence, lower case; the empty text where it has none. */
export function firstWordOf(sentence: string): string {
  let start = 0;
  while (start < sentence.length && !isWordUnit(sentence.charCodeAt(start))) start++;
  let end = start;
  while (end < sentence.length && isWordUnit(sentence.charCodeAt(end))) end++;
  return plain(sentence.slice(start, end));
}

/**
 * The cues in a sentence as bits, in one pass over it. "0 errors" and "no errors" are no failure. Narration counts at the
 * start only.
 */
export function cuesOf(sentence: string): number {
  let cues = 0;
  let words = 0;
  let hash = 0;
  let start = -1;
  let beforeStart = 0;
  let beforeEnd = 0;
  let isUnspaced = false;
  for (let at = 0; at <= sentence.length; at++) {
    const unit = at < sentence.length ? sentence.charCodeAt(at) : 32;
    if (isWordUnit(unit)) {
      if (start < 0) {
        start = at;
        hash = 0;
      }
      hash = hashed(hash, lowered(unit));
      if (unit >= 0x3040) isUnspaced = true;
      continue;
    }
    if (start < 0) continue;
    const last = lowered(sentence.charCodeAt(at - 1));
    // Names of errors end in r or n: TypeError, NullPointerException.
    if (HASHES[hash & (HASHES.length - 1)] === 1 || ((last === 114 || last === 110) && at - start > 4)) {
      cues |= cuesOfWord(sentence, start, at, words, plain(sentence.slice(beforeStart, beforeEnd)));
    }
    beforeStart = start;
    beforeEnd = at;
    words++;
    start = -1;
  }
  if (isUnspaced) for (const [text, kind] of UNSPACED) if (sentence.includes(text)) cues |= kind;
  return cues;
}

/** Cues of the word from `start` to `end` and what follows it; `number` words and at last the word `before` come first. */
function cuesOfWord(sentence: string, start: number, end: number, number: number, before: string): number {
  const word = plain(sentence.slice(start, end));
  const endings = BY_FIRST_WORD.get(word);
  if (!endings) return ERROR_NAME.test(word) && !NONE_BEFORE.has(before) ? Cue.failure : 0;
  let cues = 0;
  for (const { rest, kind } of endings) {
    const after = end + rest.length;
    if (rest !== '' && plain(sentence.slice(end, after)) !== rest) continue;
    if (rest !== '' && after < sentence.length && isWordUnit(sentence.charCodeAt(after))) continue;
    if (kind === Cue.failure && rest === '' && NONE_BEFORE.has(before)) continue;
    if (kind === Cue.narration && number > 1) continue;
    cues |= kind;
  }
  return cues;
}

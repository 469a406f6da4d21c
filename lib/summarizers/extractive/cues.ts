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
  rest: readonly string[];
  kind: number;
}

/** Phrases by their first word, so that one pass over the words of a sentence finds them all. */
const BY_FIRST_WORD = new Map<string, Ending[]>();
for (const [kind, list] of Object.entries(PHRASES)) {
  for (const phrase of list.split('|')) {
    const [first = '', ...rest] = phrase.trim().split(' ');
    const endings = BY_FIRST_WORD.get(first) ?? [];
    endings.push({ rest, kind: Cue[kind as keyof typeof Cue] });
    BY_FIRST_WORD.set(first, endings);
  }
}

/** The words of a sentence, lower case, with straight apostrophes; marks and symbols separate. */
export function wordsOf(sentence: string): string[] {
  return (
    sentence
      .toLowerCase()
      .replaceAll('’', "'")
      .match(/[\p{L}\p{N}_']+/gu) ?? []
  );
}

const NONE_BEFORE = new Set(['0', 'no', 'zero', 'without', 'any', 'keine', 'sans', 'sin']);

/** The cues in a sentence as bits. "0 errors" and "no errors" are no failure. Narration counts at the start only. */
export function cuesOf(sentence: string, words: readonly string[]): number {
  let cues = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const endings = BY_FIRST_WORD.get(word);
    if (!endings) {
      if (/(?:error|exception)$/.test(word) && !NONE_BEFORE.has(words[at - 1] ?? '')) cues |= Cue.failure;
      continue;
    }
    for (const { rest, kind } of endings) {
      if (rest.some((next, step) => words[at + 1 + step] !== next)) continue;
      if (kind === Cue.failure && rest.length === 0 && NONE_BEFORE.has(words[at - 1] ?? '')) continue;
      if (kind === Cue.narration && at > 1) continue;
      cues |= kind;
    }
  }
  if (/[\u3040-\u30ff\u4e00-\u9fff]/.test(sentence)) {
    for (const [text, kind] of UNSPACED) if (sentence.includes(text)) cues |= kind;
  }
  return cues;
}

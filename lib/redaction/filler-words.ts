/** Letters and words that filler is made of: words that say nothing here, common and rare letters of other scripts. */

/** By length, from one letter on; common encodings take most of them as one token. */
const WORDS: readonly string[] =
  'a e o u s|of to in us my be|the one new day way get|that with from page item form side part text line area home|place other value world group point light level sound field small short table|number system member result second single public window center market|content company project product service general support program display section|material position question standard original interest children building software|different important following available community including education equipment|management government technology department individual activities collection experience|information development performance environment application educational competition temperature|professional organization construction relationship particularly requirements transmission|international communication understanding manufacturing opportunities configuration participation|administration transportation representative recommendation specifications implementation|recommendations characteristics representation notwithstanding|responsibilities characterization|telecommunications|id key map set get put add log api url app min max end div img src css var obj tmp ref pos row col dir doc|name data list size type item file path node code next back main init test user time date call args self json html http math util base core auth info view edit|value index class param media print const state start count order query model event error style token theme width title label input array group total email https proto gmail|config string object public static return import module author source target method action method parent header button layout update create select insert delete length weight height output|default example private content options message package service session storage request context exports version element|property function document response template settings selected position resource callback username password|component attribute interface parameter timestamp directory structure|controller properties connection repository collection expression|description application environment integration permissions|parameters attributes dependencies configuration'.split(
    /[| ]/,
  );

/** Words that common encodings take with their contraction as few tokens. */
export const CONTRACTED =
  "I'm it's we're I've I'll I'd he's let's can't don't won't isn't that's what's here's where's you're we've you've aren't wasn't didn't hasn't doesn't haven't weren't there's they're they've you'll wouldn't couldn't shouldn't".split(
    ' ',
  );

const byLength = new Map<number, string[]>();
for (const word of WORDS) byLength.set(word.length, [...(byLength.get(word.length) ?? []), word]);
const NONE: readonly string[] = [];

/** Words of a length. */
export function wordsOf(length: number): readonly string[] {
  return byLength.get(length) ?? NONE;
}

/** Letters in an order that no word has: nearly a token each. */
export const RARE = 'qxjzkvwqzxjvkqwzjxvq';

const SCRIPTS: readonly [RegExp, string][] = [
  [/\p{Script=Han}/u, '的一是在人有我他大中上来龘龖鱻靁'],
  [/\p{Script=Hangul}/u, '이다는의가에한고지도뷁쀍'],
  [/\p{Script=Hiragana}/u, 'のにはたをがでとしれゐゑ'],
  [/\p{Script=Katakana}/u, 'ンスルトリアラクイドヱヰ'],
];

/** Letters of any script by category, common and rare ones, for what their own script cannot match. */
const ANYWHERE = [
  'ÉÁÜÖСПВАΑԱႠḀẠẾ',
  'éáüöоеаиαաḁạếᵹ',
  'ǅǈ',
  'ʰʲˈーᴬๆ',
  'اليةאשܐأकराอน的一是在人有龘靁𠀀𛉀𐤀𒀀',
  '²½٢১２Ⅷ〇𝟙',
];

const CATEGORIES = [/\p{Lu}/u, /\p{Ll}/u, /\p{Lt}/u, /\p{Lm}/u, /\p{Lo}/u, /\p{N}/u];
const known = new Map<number, readonly string[]>();

/**
 * What may stand for a letter or digit that is not ASCII: of its script and category and as many bytes in UTF-8, common ones
 * first. Where the script has no list, the first of its category in its block of 128; the letter itself may be among them.
 */
export function alternativesFor(character: string): readonly string[] {
  const codePoint = character.codePointAt(0) ?? 0;
  const block = codePoint & ~0x7f;
  const category = CATEGORIES.findIndex((one) => one.test(character));
  const anywhere = [...(ANYWHERE[category] ?? '')].filter(
    (one) => utf8Width(one) === utf8Width(character) && CATEGORIES[category]?.test(one),
  );
  const list = SCRIPTS.findIndex(([script]) => script.test(character));
  if (list >= 0 && codePoint >= 0x3000 && codePoint <= 0xffff)
    return [...(SCRIPTS[list]?.[1] ?? '')].filter((one) => CATEGORIES[category]?.test(one));
  const key = block * 8 + category;
  let found = known.get(key);
  if (!found) {
    const made: string[] = [];
    for (let one = Math.max(block, 0x80); one < block + 0x80 && made.length < 6; one++) {
      if (one >= 0xd800 && one <= 0xdfff) continue;
      const candidate = String.fromCodePoint(one);
      if (CATEGORIES[category]?.test(candidate) && !/\p{M}/u.test(candidate)) made.push(candidate);
    }
    found = [...made, ...anywhere];
    if (found.length === 0) found = [character];
    known.set(key, found);
  }
  return found;
}

function utf8Width(character: string): number {
  const codePoint = character.codePointAt(0) ?? 0;
  return codePoint < 0x80 ? 1 : codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4;
}

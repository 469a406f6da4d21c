/** What looks like a link of ours, told without unpacking it: cheap enough for every page that opens and every paste. */

/** No browser opens a longer address. */
export const MOST_CHARACTERS = 2 * 1024 * 1024;

/** Whether a fragment means to be a link of ours, of whatever version; what else stands after a `#` is not ours to judge. */
export function isLinkFragment(fragment: string): boolean {
  return /^#?p\d+\./.test(fragment);
}

/** Whether a pasted text is one link, and nothing beside the signs that chats put around one. */
export function isLinkText(text: string): boolean {
  const bare = text.trim();
  if (bare.length > MOST_CHARACTERS || /^[[{]|\s/.test(bare)) return false;
  const hash = bare.indexOf('#');
  return isLinkFragment(hash < 0 ? bare : bare.slice(hash));
}

/** Finding entries of the library by what they are called: pure, for lists that are in memory. */

interface Searchable {
  title: string;
  tags?: readonly string[];
  name?: string;
  systems?: readonly string[];
  engine?: string;
}

/** Letters as they are compared: without case and accents. */
function plain(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
}

/**
 * The entries in which every word of the query stands, in their order: in the title, a tag, the file's name, a system or
 * the engine's version. `#word` stands for a whole tag. An empty query finds all.
 */
export function searchEntries<Entry extends Searchable>(entries: readonly Entry[], query: string): Entry[] {
  const words = plain(query)
    .split(/\s+/)
    .filter((word) => word !== '' && word !== '#');
  return entries.filter(({ title, name = '', tags = [], systems = [], engine = '' }) => {
    const labels = tags.map(plain);
    const text = plain([title, name, ...tags, ...systems, engine].join('\n'));
    return words.every((word) => (word.startsWith('#') ? labels.includes(word.slice(1)) : text.includes(word)));
  });
}

/** JSON as a text, taken apart at its strings: what stands in them can be changed with everything around them left as it was. */

export interface Literal {
  /** From the opening quote to behind the closing one. */
  from: number;
  to: number;
  /** What it says. */
  value: string;
  /** Whether it is the name of a field. */
  isName: boolean;
}

/** Whether a text is JSON: an object or a list. */
export function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** The strings of a text that is JSON, in order. Linear. */
export function* literalsOf(json: string): Generator<Literal> {
  for (let from = json.indexOf('"'); from >= 0; ) {
    let to = from + 1;
    while (to < json.length && json[to] !== '"') to += json[to] === '\\' ? 2 : 1;
    to++;
    let next = to;
    while (next < json.length && /\s/.test(json[next] as string)) next++;
    yield { from, to, value: JSON.parse(json.slice(from, to)) as string, isName: json[next] === ':' };
    from = json.indexOf('"', to);
  }
}

/** The text with every string replaced by what `change` makes of it; those that stay the same stay letter for letter. */
export function withLiterals(json: string, change: (literal: Literal, nameBefore: string) => string): string {
  const parts: string[] = [];
  let done = 0;
  let name = '';
  let after = 0;
  for (const literal of literalsOf(json)) {
    // A name counts for the value right behind it, not for strings in a list that is the value.
    const owner = /^\s*:\s*$/.test(json.slice(after, Math.min(literal.from, after + 40))) ? name : '';
    const changed = change(literal, owner);
    if (literal.isName) name = literal.value;
    after = literal.isName ? literal.to : json.length;
    if (changed === literal.value) continue;
    parts.push(json.slice(done, literal.from), JSON.stringify(changed));
    done = literal.to;
  }
  return done === 0 ? json : parts.join('') + json.slice(done);
}

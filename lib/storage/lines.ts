/** The lines of a file as a stream: one at a time, none longer than a cap. */

export interface Line {
  /** 1-based. */
  number: number;
  /** Null where the line is longer than the cap. */
  text: string | null;
  /** Bytes of the file read so far. */
  read: number;
}

/** Empty lines are left out. `cap` counts UTF-16 units. Memory stays at a line and a chunk. */
export async function* linesOf(file: Blob, cap: number): AsyncGenerator<Line> {
  const reader = file.stream().getReader();
  const decoder = new TextDecoder();
  let number = 1;
  let read = 0;
  let pieces: string[] = [];
  let length = 0;
  const take = (): string | null => {
    const text = length > cap ? null : pieces.join('');
    pieces = [];
    length = 0;
    return text;
  };
  const add = (text: string): void => {
    length += text.length;
    if (length <= cap) pieces.push(text);
    else pieces = [];
  };
  try {
    for (;;) {
      const { done, value } = await reader.read();
      read += value?.length ?? 0;
      const text = done ? decoder.decode() : decoder.decode(value, { stream: true });
      let from = 0;
      for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', from)) {
        add(text.slice(from, at));
        const line = take();
        if (line !== '') yield { number, text: line, read };
        number++;
        from = at + 1;
      }
      add(text.slice(from));
      if (!done) continue;
      const last = take();
      if (last !== '') yield { number, text: last, read };
      return;
    }
  } finally {
    await reader.cancel().catch(() => undefined);
  }
}

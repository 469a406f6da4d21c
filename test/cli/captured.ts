/** Runs a command line in this process with its output caught, and files made of text in a folder of their own. */

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@/lib/cli/main';

export interface Captured {
  code: number;
  out: string;
  error: string;
}

export async function captured(argv: readonly string[], stdin = ''): Promise<Captured> {
  const out: string[] = [];
  const error: string[] = [];
  const code = await runCommand(argv, {
    out: async (text) => {
      out.push(text);
    },
    error: (line) => error.push(line),
    stdin: () => new Blob([stdin]).stream(),
  });
  return { code, out: out.join(''), error: error.join('\n') };
}

export interface Folder {
  /** Writes a file and returns its path. */
  file(name: string, text: string | object): string;
  /** The text with the folder's own path taken out. */
  without(text: string): string;
  remove(): void;
}

export function newFolder(): Folder {
  const path = mkdtempSync(join(tmpdir(), 'palimpsest-cli-'));
  return {
    file(name, text) {
      const full = join(path, name);
      writeFileSync(full, typeof text === 'string' ? text : JSON.stringify(text));
      return full;
    },
    without: (text) => text.replaceAll(`${path}/`, ''),
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

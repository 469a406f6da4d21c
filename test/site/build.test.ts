/** The build's own parts: the policy written into pages, and the stamp that tells when a build is out of date. */
import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withMetaPolicy, writeMetaPolicies } from '@/lib/site/csp.mjs';
import { builtFrom, fingerprint, markBuilt, unmarkBuilt } from '@/lib/site/fingerprint.mjs';
import { headerPolicy, inlineScriptHashes } from '@/lib/site/policy.mjs';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'palimpsest-build-'));
});
afterEach(() => rm(folder, { recursive: true }));

const hashOf = (body: string) => `'sha256-${createHash('sha256').update(body).digest('base64')}'`;

describe('policy', () => {
  it('hashes inline scripts, each once, and leaves those with a src to their origin', () => {
    const html =
      '<script>a()</script><SCRIPT async src="/x.js"></SCRIPT><script id="_R_">a()</script><script data-src="x">b\n</script>';
    expect(inlineScriptHashes(html)).toEqual([hashOf('a()'), hashOf('b\n')]);
  });

  it('never lets a script run that is neither ours nor hashed', () => {
    for (const policy of [headerPolicy(), headerPolicy([hashOf('a()')])]) {
      const scripts = policy.split('; ').filter((directive) => directive.startsWith('script-src'));
      expect(scripts).toHaveLength(1);
      expect(scripts[0]).not.toMatch(/unsafe|https?:|\*|data:|blob:/);
    }
  });

  it('stands first in the head, once, however often it is written', () => {
    const html = '<html><head lang="en"><title>x</title></head><body><script>a()</script></body></html>';
    const once = withMetaPolicy(html);
    expect(once).toContain('<head lang="en"><meta http-equiv="Content-Security-Policy"');
    expect(once).toContain(hashOf('a()'));
    expect(once).not.toContain('frame-ancestors');
    expect(withMetaPolicy(once)).toBe(once);
  });

  it('names the page that has no head', async () => {
    await writeFile(join(folder, 'index.html'), '<p>x</p>');
    await expect(writeMetaPolicies(folder)).rejects.toThrow('index.html');
  });

  it('is written into pages at every depth, and into nothing else', async () => {
    await mkdir(join(folder, 'deep', 'er'), { recursive: true });
    const page = '<html><head></head></html>';
    for (const path of ['index.html', 'deep/er/index.html', 'notes.txt']) await writeFile(join(folder, path), page);
    expect(await writeMetaPolicies(folder)).toBe(2);
    expect(await readFile(join(folder, 'deep/er/index.html'), 'utf8')).toContain('Content-Security-Policy');
    expect(await readFile(join(folder, 'notes.txt'), 'utf8')).toBe(page);
  });
});

describe('fingerprint', () => {
  it('changes with content, name and removal of a source, and with nothing else', async () => {
    await mkdir(join(folder, 'lib', 'engine'), { recursive: true });
    const file = join(folder, 'lib', 'engine', 'a.ts');
    await writeFile(file, 'one');
    const first = await fingerprint(folder);
    expect(await fingerprint(folder)).toBe(first);
    await writeFile(join(folder, 'README.md'), 'words');
    expect(await fingerprint(folder)).toBe(first);
    await writeFile(file, 'two');
    const second = await fingerprint(folder);
    await writeFile(join(folder, 'package.json'), '{}');
    const third = await fingerprint(folder);
    await rm(file);
    const fourth = await fingerprint(folder);
    expect(new Set([first, second, third, fourth]).size).toBe(4);
    await writeFile(file, 'two');
    expect(await fingerprint(folder)).toBe(third);
  });

  it('a build that was begun and not finished is none', async () => {
    expect(await builtFrom(folder)).toBeUndefined();
    await markBuilt(folder, 'abc');
    expect(await builtFrom(folder)).toBe('abc');
    await unmarkBuilt(folder);
    expect(await builtFrom(folder)).toBeUndefined();
    await unmarkBuilt(folder);
  });
});

/** Addresses of people and machines in a text: e-mail, user names in home directories, hosts. Linear in the text. */

import { isPlaceholder } from './placeholders';
import { isPublicHost } from './public-hosts';
import type { Span } from './span';

/** A run is begun only where it begins, and is bounded: RFC 5321 has at most 64 octets before the sign. */
const EMAIL =
  /(?:(?<![A-Za-z0-9._%+-])|(?<=\\[nrtbf]))[A-Za-z0-9._%+-]{1,64}@[A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){1,8}/g;

/** Slashes may be escaped, and backslashes doubled as often as JSON was written into JSON. */
const HOME =
  /(?:\\{0,3}\/(?:home|Users)\\{0,3}\/|[A-Za-z]:(?:\\{1,8}|\/)(?:Users|Documents and Settings)(?:\\{1,8}|\/))([A-Za-z0-9_\u0080-\uffff][A-Za-z0-9._\u0080-\uffff-]{0,63})/g;

/** Accounts that come with systems and images: they name nobody. */
const NOBODY = new Set(
  'root user users username ubuntu debian runner node app vscode admin shared public default all home guest codespace circleci travis'.split(
    ' ',
  ),
);

const ADDRESS =
  /(?<![A-Za-z0-9+])[A-Za-z][A-Za-z0-9+]{1,15}:(?:\\{0,3}\/){2}(?:[^\s/@"'\\<>]{0,200}@)?([A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,8})/g;
const INTERNAL =
  /(?:(?<![A-Za-z0-9._-])|(?<=\\[nrtbf]))[A-Za-z0-9_-]{1,63}(?:\.[A-Za-z0-9_-]{1,63}){0,8}\.(?:internal|local|lan|corp|intra|intranet|localdomain|arpa|svc)(?!\.?[A-Za-z0-9(_-])/g;
const IP4 = /(?<![A-Za-z0-9.])\d{1,3}(?:\.\d{1,3}){3}(?![0-9]|\.[0-9])/g;
const IP6 = /(?<![A-Za-z0-9:.])[0-9A-Fa-f:]{3,39}(?![A-Za-z0-9:])/g;
/** `user@host:path` as ssh and git write it, and the host after ssh. */
const REMOTE =
  /(?<![A-Za-z0-9._%+-])(?:ssh|scp|sftp|rsync)\s[^\n|;&]{0,80}?@([A-Za-z0-9-]{1,63}(?:\.[A-Za-z0-9-]{1,63}){0,8})/g;

export function emailsIn(text: string): Span[] {
  const spans: Span[] = [];
  if (!text.includes('@')) return spans;
  for (const { 0: found, index } of text.matchAll(EMAIL)) {
    const [name = '', host = ''] = found.split('@');
    // The account of git hosts, and versions of packages: left-pad@1.3.0.
    if ((name === 'git' && isPublicHost(host)) || !/\.[A-Za-z-]{2,}$/.test(host) || isPlaceholder(name)) continue;
    spans.push({ from: index, to: index + found.length, kind: 'email' });
  }
  return spans;
}

export function usersIn(text: string): Span[] {
  const spans: Span[] = [];
  for (const { 0: whole, 1: raw = '', index } of text.matchAll(HOME)) {
    const name = raw.replace(/[.\u2018-\u201f\u3001\u3002\uff0c]+$/, '');
    if (NOBODY.has(name.toLowerCase()) || isPlaceholder(name)) continue;
    const from = index + whole.length - raw.length;
    spans.push({ from, to: from + name.length, kind: 'user' });
  }
  return spans;
}

export function hostsIn(text: string, keepPublic: boolean): Span[] {
  const spans: Span[] = [];
  const add = (host: string, to: number) => {
    if (isPlaceholder(host) || isLoop(host) || (keepPublic && isPublicHost(host))) return;
    spans.push({ from: to - host.length, to, kind: 'host' });
  };
  if (text.includes('://') || text.includes(':\\')) {
    for (const { 0: whole, 1: host = '', index } of text.matchAll(ADDRESS)) add(host, index + whole.length);
  }
  for (const { 0: host, index } of text.matchAll(INTERNAL)) add(host, index + host.length);
  for (const { 0: host, index } of text.matchAll(IP4)) {
    if (host.split('.').every((part) => Number(part) < 256)) add(host, index + host.length);
  }
  for (const { 0: host, index } of text.matchAll(IP6)) if (isIp6(host)) add(host, index + host.length);
  if (text.includes('@')) {
    for (const { 0: whole, 1: host = '', index } of text.matchAll(REMOTE)) add(host, index + whole.length);
  }
  return spans;
}

/** This machine, any machine, and no machine. */
function isLoop(host: string): boolean {
  return /^(?:localhost|127(?:\.\d+){3}|0\.0\.0\.0|255(?:\.\d+){3}|::1?)$/i.test(host);
}

/** A time of day has colons too, and a name in C++: eight groups, or a gap and a digit. */
function isIp6(text: string): boolean {
  const groups = text.split(':');
  if (groups.length > 9 || groups.some((group) => group.length > 4)) return false;
  const gap = text.indexOf('::');
  if (gap < 0) return groups.length === 8;
  return groups.length > 3 && /\d/.test(text) && text.indexOf('::', gap + 1) < 0;
}

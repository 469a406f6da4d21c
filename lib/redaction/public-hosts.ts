/** Hosts that everybody uses: that a transcript names one tells nothing about whose it is. */

const PUBLIC = new Set(
  [
    'github.com githubusercontent.com githubassets.com gitlab.com bitbucket.org sourceforge.net',
    'pypi.org pythonhosted.org python.org npmjs.com npmjs.org nodejs.org yarnpkg.com unpkg.com jsdelivr.net crates.io',
    'rust-lang.org docs.rs golang.org go.dev rubygems.org maven.org packagist.org debian.org ubuntu.com alpinelinux.org',
    'docker.com docker.io ghcr.io quay.io kubernetes.io apache.org gnu.org kernel.org postgresql.org sqlite.org',
    'google.com googleapis.com microsoft.com apple.com mozilla.org w3.org whatwg.org ietf.org rfc-editor.org iana.org',
    'json-schema.org schema.org openapis.org yaml.org unicode.org wikipedia.org wikimedia.org archive.org arxiv.org',
    'openai.com anthropic.com huggingface.co langchain.com vercel.com nextjs.org react.dev reactjs.org vuejs.org',
    'stackoverflow.com stackexchange.com readthedocs.io readthedocs.org medium.com youtube.com twitter.com reddit.com',
    'cloudflare.com example.com example.org example.net',
  ]
    .join(' ')
    .split(' '),
);

/** A host, or what it is under. Names that are reserved for examples (RFC 2606) are nobody's. */
export function isPublicHost(host: string): boolean {
  const parts = host.toLowerCase().split('.');
  if (/^(?:example|test|invalid|localhost)$/.test(parts.at(-1) ?? '')) return true;
  return PUBLIC.has(parts.slice(-2).join('.'));
}

// What a page of ours may do: the content security policy and the other headers that every response carries.

import { createHash } from 'node:crypto';

/**
 * The bodies of a page's inline scripts (no `src`), each as a CSP source expression.
 * @param {string} html
 * @returns {string[]} `'sha256-…'` sources, each once, in the order of the page
 */
export function inlineScriptHashes(html) {
  const hashes = new Set();
  for (const [, attributes = '', body = ''] of html.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
    if (/\ssrc\s*=/i.test(attributes)) continue;
    hashes.add(`'sha256-${createHash('sha256').update(body).digest('base64')}'`);
  }
  return [...hashes];
}

/**
 * The directives that hold wherever the policy is delivered, by header or by meta element. Scripts run from our own
 * files or by hash; nothing may be fetched from, or sent to, another origin. A style may stand in an attribute, where React
 * prerenders it, and not in an element.
 * @param {readonly string[]} scriptHashes
 */
function directives(scriptHashes) {
  return [
    "default-src 'none'",
    ['script-src', "'self'", ...scriptHashes].join(' '),
    "style-src 'self'",
    "style-src-attr 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'none'",
  ];
}

/** The policy as a header. @param {readonly string[]} [scriptHashes] */
export function headerPolicy(scriptHashes = []) {
  return [...directives(scriptHashes), "frame-ancestors 'none'"].join('; ');
}

/** The policy as a meta element's content: browsers refuse `frame-ancestors` there. @param {readonly string[]} scriptHashes */
export function metaPolicy(scriptHashes) {
  return directives(scriptHashes).join('; ');
}

const DENIED_FEATURES = [
  'accelerometer',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'publickey-credentials-get',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];

/**
 * The headers of every response. A worker is governed by the policy of its own script's response and not by its page's
 * meta element, so scripts carry the policy like pages do.
 * @param {readonly string[]} [scriptHashes]
 * @returns {Record<string, string>}
 */
export function securityHeaders(scriptHashes = []) {
  return {
    'content-security-policy': headerPolicy(scriptHashes),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': DENIED_FEATURES.map((feature) => `${feature}=()`).join(', '),
  };
}

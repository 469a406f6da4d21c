/** A scenario of our own: the transcript with the lanes, probes and prices beside it, ready for `palimpsest compare` and for the page. */

import { canonicalLines } from './canonical';
import type { Exporter } from './exporter';
import { asJson, jsonList } from './json-pieces';

/** Version of the format; a test holds it against the one that is read. */
const VERSION = 1;

export const scenario: Exporter = {
  id: 'scenario',
  label: 'Palimpsest scenario',
  extension: 'palimpsest.json',
  holdsSettings: true,
  losses: () => [],
  *write({ messages, tools }, title, settings = {}) {
    yield `{\n"palimpsest": ${VERSION}`;
    if (title !== '') yield `,\n"title": ${JSON.stringify(title)}`;
    for (const [name, value] of Object.entries(settings)) {
      yield `,\n${JSON.stringify(name)}: `;
      if (Array.isArray(value)) yield* jsonList(asJson(value));
      else yield JSON.stringify(value);
    }
    yield ',\n"transcript": {"messages": ';
    yield* jsonList(canonicalLines(messages));
    if (tools) {
      yield ',\n"tools": ';
      yield* jsonList(asJson(tools));
    }
    yield '}\n}\n';
  },
};

/** A scenario of our own around the transcript, with the default lanes: ready for `palimpsest run` and for the page. */

import { canonicalLines } from './canonical';
import type { Exporter } from './exporter';
import { asJson, jsonList } from './json-pieces';

/** Version of the format; a test holds it against the one that is read. */
const VERSION = 1;

export const scenario: Exporter = {
  id: 'scenario',
  label: 'Palimpsest scenario',
  extension: 'json',
  losses: () => [],
  *write({ messages, tools }, title) {
    yield `{\n"palimpsest": ${VERSION},\n"title": ${JSON.stringify(title)},\n"transcript": {"messages": `;
    yield* jsonList(canonicalLines(messages));
    if (tools) {
      yield ',\n"tools": ';
      yield* jsonList(asJson(tools));
    }
    yield '}\n}\n';
  },
};

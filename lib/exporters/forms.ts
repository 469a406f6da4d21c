/** The forms in which a format goes out: as a file, as its messages alone, as the body of a request, or as a command that sends it. */

import type { Transcript } from '../engine/transcript';
import { canonicalLines } from './canonical';
import type { Exporter, ScenarioFields } from './exporter';
import { jsonList } from './json-pieces';
import { leftOut } from './losses';
import { curlCommand, requestBody, requestLosses } from './request';

export type OutgoingForm = 'file' | 'messages' | 'body' | 'command';

/** A transcript in a form, in pieces, with what does not come through. */
export interface Outgoing {
  pieces: Iterable<string>;
  /** Of a file with it, without the dot. */
  extension: string;
  /** One sentence for each thing that does not come through. */
  losses: string[];
}

/** Written in a form that the format has: `formsOf` in the registry says which. */
export function outgoing(
  exporter: Exporter,
  form: OutgoingForm,
  transcript: Transcript,
  title: string,
  settings?: ScenarioFields,
): Outgoing {
  const { extension } = exporter;
  switch (form) {
    case 'messages':
      return {
        pieces: messageList(transcript),
        extension,
        losses: leftOut(transcript.tools?.length ?? 0, 'tool schema'),
      };
    case 'body':
      return {
        pieces: requestBody(exporter.id, transcript) ?? [],
        extension,
        losses: requestLosses(exporter, transcript),
      };
    case 'command':
      return {
        pieces: curlCommand(exporter.id, transcript),
        extension: 'sh',
        losses: requestLosses(exporter, transcript),
      };
    case 'file':
      return { pieces: exporter.write(transcript, title, settings), extension, losses: exporter.losses(transcript) };
  }
}

function* messageList({ messages }: Transcript): Generator<string> {
  yield* jsonList(canonicalLines(messages));
  yield '\n';
}

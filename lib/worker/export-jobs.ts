/** What leaves the worker as a file or a copy: the transcript, or the window at a call, in a format and a form, with its losses. */

import { outgoing } from '../exporters/forms';
import { batched } from '../exporters/json-pieces';
import { EXPORTERS, formsOf } from '../exporters/registry';
import { windowTranscript } from '../exporters/window';
import { prepared } from './privacy';
import type { Exported, Requests } from './protocol';
import type { Session } from './session';

/** Characters after which a piece is handed on: a Blob of very many small parts is slow to make. */
const PIECE = 262_144;

export async function exported(session: Session, request: Requests['exported']['input']): Promise<Exported> {
  const exporter = EXPORTERS.find(({ id }) => id === request.format) ?? EXPORTERS[0];
  if (!exporter) throw new Error('There is no format to write.');
  const asItIs = request.call === null ? session.index.transcript : windowOf(session, request.call);
  const { transcript, title, replacements } = await prepared(session, asItIs, request.title, request.privacy);
  const form = formsOf(exporter.id).includes(request.form) ? request.form : 'file';
  const { pieces, extension, losses } = outgoing(exporter, form, transcript, title);
  const file = new Blob([...batched(pieces, PIECE)], { type: TYPES[extension] ?? 'text/plain' });
  return { file, replacements, extension, losses, messages: transcript.messages.length };
}

function windowOf(session: Session, call: number) {
  const { run, lane, system } = session.replayed;
  return windowTranscript({ run, system, index: session.index, config: lane.config, guards: lane.guards }, call);
}

const TYPES: { readonly [extension: string]: string } = { json: 'application/json', md: 'text/markdown' };

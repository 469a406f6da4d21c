/** What leaves the worker as a file or a copy: the transcript, or the window at a call, in a format and a form, with its losses. */

import { outgoing } from '../exporters/forms';
import { batched } from '../exporters/json-pieces';
import { leftOut } from '../exporters/losses';
import { EXPORTERS, formsOf } from '../exporters/registry';
import { windowTranscript } from '../exporters/window';
import { encodeSettings, settingsWords } from '../scenario/encode';
import { preparedShare } from './link-jobs';
import { prepared } from './privacy';
import type { Exported, Privacy, Requests } from './protocol';
import type { Sharing } from './protocol-links';
import type { Session } from './session';

/** Characters after which a piece is handed on: a Blob of very many small parts is slow to make. */
const PIECE = 262_144;
const WINDOW_ALONE = 'Left out: the lanes, probes, prices and the counter. They belong to the whole transcript.';

export async function exported(session: Session, request: Requests['exported']['input']): Promise<Exported> {
  const exporter = EXPORTERS.find(({ id }) => id === request.format) ?? EXPORTERS[0];
  if (!exporter) throw new Error('There is no format to write.');
  if (exporter.holdsSettings && request.call === null) return exportedScenario(session, request);
  const asItIs = request.call === null ? session.index.transcript : windowOf(session, request.call);
  const { transcript, title, replacements } = await prepared(session, asItIs, request.title, request.privacy);
  const form = formsOf(exporter.id).includes(request.form) ? request.form : 'file';
  const { pieces, extension, losses } = outgoing(exporter, form, transcript, title);
  return {
    file: blobOf(pieces, extension),
    replacements,
    extension,
    losses: exporter.holdsSettings ? [...losses, WINDOW_ALONE] : losses,
    notes: [],
    settings: [],
    messages: transcript.messages.length,
  };
}

/** With lanes, probes, prices and the counter beside the transcript: what goes out is put together as for a link. */
async function exportedScenario(session: Session, request: Requests['exported']['input']): Promise<Exported> {
  const exporter = EXPORTERS.find(({ holdsSettings }) => holdsSettings);
  if (!exporter) throw new Error('There is no format for scenarios.');
  const { contents, replacements, notes } = await preparedShare(session, request.settings, sharingOf(request.privacy));
  const { scenario } = contents;
  const { transcript, title } = scenario;
  const { pieces, extension, losses } = outgoing(exporter, 'file', transcript, title, encodeSettings(scenario));
  const { usage, boundaries } = session.conversation;
  return {
    file: blobOf(pieces, extension),
    replacements: [...replacements],
    extension,
    losses: [
      ...losses,
      ...leftOut(usage.length, 'call', '', 'the recorded token usage of '),
      ...leftOut(boundaries.length, 'recorded compaction'),
    ],
    notes: [...notes],
    settings: settingsWords(scenario),
    messages: transcript.messages.length,
  };
}

function sharingOf(privacy: Privacy): Sharing {
  if (privacy.mode === 'structure') return { kind: 'structure' };
  if (privacy.mode === 'as it is') return { kind: 'transcript', redaction: null };
  const { kinds, texts, expressions } = privacy;
  const isWritten = (text: string) => text.trim() !== '';
  return {
    kind: 'transcript',
    redaction: { kinds, texts: texts.filter(isWritten), expressions: expressions.filter(isWritten) },
  };
}

function windowOf(session: Session, call: number) {
  const { run, lane, system } = session.replayed;
  return windowTranscript({ run, system, index: session.index, config: lane.config, guards: lane.guards }, call);
}

function blobOf(pieces: Iterable<string>, extension: string): Blob {
  const type = extension === 'md' ? 'text/markdown' : extension.endsWith('json') ? 'application/json' : 'text/plain';
  return new Blob([...batched(pieces, PIECE)], { type });
}

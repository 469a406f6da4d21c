/** What leaves the worker as a file or a copy: the transcript, or the window at a call, in a format, with its losses. */

import { windowAt } from '../engine/ledger';
import type { Transcript } from '../engine/transcript';
import { EXPORTERS } from '../exporters/registry';
import { prepared } from './privacy';
import type { Exported, Requests } from './protocol';
import type { Session } from './session';

/** The messages of a window as the model gets them, with the tool schemas. */
function windowTranscript(session: Session, call: number): Transcript {
  const { run, lane, system } = session.replayed;
  const { index } = session;
  const messages = Array.from(windowAt(run, call), (item) =>
    system.present(item, run, index, lane.config, lane.guards),
  );
  const { tools } = index.transcript;
  return tools ? { messages, tools } : { messages };
}

export async function exported(session: Session, request: Requests['exported']['input']): Promise<Exported> {
  const exporter = EXPORTERS.find(({ id }) => id === request.format) ?? EXPORTERS[0];
  if (!exporter) throw new Error('There is no format to write.');
  const asItIs = request.call === null ? session.index.transcript : windowTranscript(session, request.call);
  const { transcript, title, replacements } = await prepared(session, asItIs, request.title, request.privacy);
  const file = new Blob([...exporter.write(transcript, title)], { type: TYPES[exporter.extension] });
  return {
    file,
    replacements,
    extension: exporter.extension,
    losses: exporter.losses(transcript),
    messages: transcript.messages.length,
  };
}

const TYPES = { json: 'application/json', md: 'text/markdown' };

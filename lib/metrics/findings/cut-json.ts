/** Tool results that were JSON when they came and are not any more once they have been cut. */

import { memoise, type TranscriptIndex } from '../../engine/accounting';
import { State } from '../../engine/run';
import { callsOf, type Examined, type Finding, several } from './finding';
import { numbered } from './losses';

function isJson(text: string): boolean {
  const start = /^\s*[{[]/.exec(text);
  if (!start) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/** Answers by message; what has been parsed once is not parsed again. */
function knownJson(index: TranscriptIndex): Map<number, boolean> {
  return memoise(index.memo, 'is JSON', () => new Map<number, boolean>());
}

export function cutJsonFinding({ run, index, system, config, guards }: Examined): Finding | null {
  const known = knownJson(index);
  const broken: number[] = [];
  for (let message = 0; message < run.messageCount; message++) {
    if (run.arrivals.state[message] !== State.truncated) continue;
    let wasJson = known.get(message);
    if (wasJson === undefined) {
      wasJson = isJson(index.transcript.messages[message]?.content ?? '');
      known.set(message, wasJson);
    }
    if (wasJson && !isJson(system.present(message, run, index, config, guards).content ?? '')) broken.push(message);
  }
  if (broken.length === 0) return null;
  return {
    id: 'cut-json',
    severity: 'warning',
    title: 'JSON cut in the middle',
    sentence: `${several(broken.length, 'tool result')} ${broken.length === 1 ? 'was' : 'were'} valid JSON and ${broken.length === 1 ? 'is' : 'are'} not any more since ${broken.length === 1 ? 'it was' : 'they were'} cut: ${numbered(broken)}. Only the marker tells the model that it sees a fragment.`,
    calls: callsOf(broken.map((message) => run.arrivals.call[message] as number)),
  };
}

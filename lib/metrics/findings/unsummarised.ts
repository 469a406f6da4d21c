/** Settings under which nothing can ever be summarised: the transcript has no more user turns than are kept as they are. */

import { USER } from '../../engine/accounting';
import { counted, whole } from '../../engine/figures';
import { DECISIONS } from '../../engine/run';
import { callsOf, type Examined, type Finding } from './finding';

/** Of a system that folds all but its last user turns into a summary, where it was never asked for one and trimmed instead. */
export function unsummarisedFinding({ run, index, system, config }: Examined): Finding | null {
  const { strategy, keepTurns, summarizer } = config;
  if (strategy !== 'summarize' || summarizer === 'drop' || typeof keepTurns !== 'number') return null;
  let turns = 0;
  for (const role of index.roles) if (role === USER) turns++;
  if (turns > keepTurns || run.summarizerCalls > 0) return null;
  const code = DECISIONS.indexOf('trimmed');
  const trimmed = run.decisions.call.filter((_call, decision) => run.decisions.kind[decision] === code);
  if (trimmed.length === 0) return null;
  const label = system.parameters.find(({ name }) => name === 'keepTurns')?.label ?? 'keepTurns';
  return {
    id: 'never-summarised',
    severity: 'warning',
    title: 'Nothing can be summarised',
    sentence: `“${label}” is ${whole(keepTurns)} and the transcript has ${counted(turns, 'user turn')}: none is ever old enough for a summary. ${trimmed.length === 1 ? 'Once' : `${whole(trimmed.length)} times`} the oldest messages were trimmed instead, with nothing in their place.`,
    calls: callsOf(trimmed),
  };
}

/** The settings of a scenario file that was opened: its lanes, its yardstick, its probes and its prices. */

import type { Conversation } from '../importers/importer';
import { parseScenario } from '../scenario/scenario';
import { problemLine, ScenarioError } from '../scenario/scenario-error';
import type { ScenarioSettings } from './protocol';

/** Null where the conversation does not come from a scenario. A fault in the settings leaves the transcript usable. */
export function scenarioSettings({ settings, title }: Conversation): ScenarioSettings | null {
  if (settings === undefined) return null;
  const place = { file: title };
  try {
    const { scenario, warnings } = parseScenario({ ...settings, transcript: { messages: [] } }, place);
    const { palimpsest: _version, transcript: _transcript, ...rest } = scenario;
    return { scenario: rest, problems: warnings.map((warning) => problemLine(place, warning)) };
  } catch (error) {
    if (!(error instanceof ScenarioError)) throw error;
    return { scenario: null, problems: error.problems.map((problem) => problemLine(place, problem)) };
  }
}

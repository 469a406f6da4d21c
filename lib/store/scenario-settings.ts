/** The settings of an opened scenario file as the page's state. */

import { isOwnName } from '../scenario/lane-name';
import type { ScenarioSettings } from '../worker/protocol';
import { laneProblems } from './lane';
import { type LaneEntry, type LaneList, laneOf, MAX_LANES } from './lanes';
import type { State } from './state';

type Settings = NonNullable<ScenarioSettings['scenario']>;

/** The lanes of a scenario; the first one is tuned. */
export function lanesOf({ lanes }: Pick<Settings, 'lanes'>): LaneList {
  const entries = lanes.slice(0, MAX_LANES).map(({ name, system, config, guards, summarizer }, place): LaneEntry => {
    const lane = { system, config, guards, summarizer };
    // A name that is only its system's goes along with its settings.
    const own = isOwnName({ name, ...lane }) ? name : '';
    return { id: `lane-${place + 1}`, name: own, colour: place, hidden: false, lane };
  });
  return { lanes: entries, active: 'lane-1' };
}

/** What a scenario's settings change in the state; where they cannot be used, only the problem. */
export function settingsState({ scenario, problems }: ScenarioSettings): Partial<State> {
  const said = problems.length === 0 ? {} : { problem: problemOf(problems, scenario !== null) };
  if (!scenario) return said;
  const lanes = lanesOf(scenario);
  const { counter: yardstick, probes, prices } = scenario;
  return { ...said, ...lanes, problems: laneProblems(laneOf(lanes)), yardstick, probes, prices };
}

function problemOf(problems: readonly string[], used: boolean): State['problem'] {
  return {
    title: used ? 'Some settings of the scenario were left out' : 'The settings of the scenario cannot be used',
    message: problems.join('\n'),
    remedy: used
      ? 'Everything else of it is open.'
      : 'Its transcript is open with the settings that were here. Correct the file and open it again.',
  };
}

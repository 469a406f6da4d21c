/** Whether the lanes of a scenario can run: settings that cannot work together, pin rules that cannot be read. */

import { PIN_RULES } from '../engine/pin-rule';
import { Findings, problemLine, type ScenarioPlace } from '../scenario/scenario-error';
import { systemById } from '../systems/registry';
import type { NamedScenario } from './input';
import { unreadPinRule } from './pin-rules';

/** What is wrong with the settings of each lane, in the lanes' order. With an error a lane cannot run. */
export async function checkLanes({ scenario }: Pick<NamedScenario, 'scenario'>): Promise<Findings[]> {
  const checked: Findings[] = [];
  for (const [position, lane] of scenario.lanes.entries()) {
    const found = new Findings();
    for (const { severity, parameter, message, remedy } of systemById(lane.system).validate(lane.config)) {
      const path = `lanes[${position}].config.${parameter}`;
      if (severity === 'error') found.error(path, message, remedy);
      else found.warn(path, message, remedy);
    }
    const unread = await unreadPinRule(lane.config);
    if (unread) found.error(`lanes[${position}].config.${PIN_RULES}`, unread.message, unread.remedy);
    checked.push(found);
  }
  return checked;
}

/** Where a scenario stands, for messages. */
export function placeOf({ file, line }: NamedScenario): ScenarioPlace {
  return line === undefined ? { file } : { file, line };
}

/** Settings that cannot work together are errors; what was left out, or will merely surprise, is a warning. */
export async function checkSettings(named: NamedScenario, errors: string[], warnings: string[]): Promise<void> {
  const place = placeOf(named);
  for (const warning of named.warnings) warnings.push(problemLine(place, warning));
  for (const found of await checkLanes(named)) {
    warnings.push(...found.warnings.map((problem) => problemLine(place, problem)));
    errors.push(...found.errors.map((problem) => problemLine(place, problem)));
  }
}

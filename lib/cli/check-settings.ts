/** Whether the lanes of a scenario can run: settings that cannot work together, pin rules that cannot be read. */

import { PIN_RULES } from '../engine/pin-rule';
import { problemLine, type ScenarioPlace } from '../scenario/scenario-error';
import { systemById } from '../systems/registry';
import type { NamedScenario } from './input';
import { unreadPinRule } from './pin-rules';

/** Settings that cannot work together are errors; what was left out, or will merely surprise, is a warning. */
export async function checkSettings(named: NamedScenario, errors: string[], warnings: string[]): Promise<void> {
  const { scenario, file, line } = named;
  const place: ScenarioPlace = line === undefined ? { file } : { file, line };
  for (const warning of named.warnings) warnings.push(problemLine(place, warning));
  for (const [position, lane] of scenario.lanes.entries()) {
    for (const { severity, parameter, message, remedy } of systemById(lane.system).validate(lane.config)) {
      const text = problemLine(place, { path: `lanes[${position}].config.${parameter}`, message, remedy });
      (severity === 'error' ? errors : warnings).push(text);
    }
    const unread = await unreadPinRule(lane.config);
    if (unread) {
      const path = `lanes[${position}].config.${PIN_RULES}`;
      errors.push(problemLine(place, { path, message: unread.message, remedy: unread.remedy }));
    }
  }
}

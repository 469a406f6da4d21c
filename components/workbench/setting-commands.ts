/** Commands on the settings of the lane that is tuned, for the palette alone: presets, windows, every parameter, guards, the yardstick. */

import { PIN_RULES } from '@/lib/engine/pin-rule';
import { withGuard, withParameter } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import { hasPinRules } from '@/lib/store/pin-rules';
import { COMMON_WINDOWS, presetAt, presetsOf, windowParameterOf, withPreset } from '@/lib/store/presets';
import type { State } from '@/lib/store/state';
import { systemById } from '@/lib/systems/descriptions';
import { COUNTERS } from '@/lib/tokenizers/descriptions';
import { windowText } from '../ui/format';
import { pressSoon, reachSoon } from '../ui/press-soon';
import type { Command } from './command';

/** What a setting is set by; its slider and its reset are not. */
const FIELD = ':is(input:not([type="range"]), select, textarea)';

function setting(id: string, label: string, selector: string): Command {
  return {
    id: `set-${id}`,
    label: `Set: ${label}`,
    words: 'setting change',
    group: 'Settings',
    run: ({ reveal }) => {
      reveal('settings');
      reachSoon(selector);
    },
  };
}

export function settingCommands(state: State): Command[] {
  if (state.phase !== 'ready') return [];
  const lane = laneOf(state);
  const system = systemById(lane.system);
  const standing = presetAt(lane);
  const presets = presetsOf(lane.system).map(
    (preset, at): Command => ({
      id: `preset-${at}`,
      label: `Preset: ${preset.name}`,
      words: preset.help,
      group: 'Settings',
      when: () => preset.name !== standing?.name,
      run: ({ state: now, tuning }) => tuning.setLane(withPreset(laneOf(now.get()), preset)),
    }),
  );
  const name = windowParameterOf(lane.system);
  const windows: Command[] = [];
  if (name !== undefined) {
    for (const window of COMMON_WINDOWS) {
      windows.push({
        id: `window-of-${window}`,
        label: `Window of ${windowText(window)} tokens`,
        words: 'preset context budget',
        group: 'Settings',
        when: () => lane.config[name] !== window,
        run: ({ state: now, tuning }) => tuning.setLane(withParameter(laneOf(now.get()), name, window)),
      });
    }
    windows.push({
      id: 'window-of-model',
      label: 'Window of a model…',
      words: 'choose context budget',
      group: 'Settings',
      run: ({ reveal }) => {
        reveal('settings');
        pressSoon('[data-model-window]');
      },
    });
  }
  const rules: Command[] = hasPinRules(lane)
    ? [
        {
          id: 'add-rule',
          label: 'Add a pin rule',
          words: 'write new',
          group: 'Settings',
          run: ({ reveal }) => {
            reveal('settings');
            pressSoon('[data-add-rule]');
          },
        },
      ]
    : [];
  const guards = system.guards.map(
    (guard): Command => ({
      id: `guard-${guard.name}`,
      label: `Guard ${lane.guards[guard.name] ? 'off' : 'on'}: ${guard.label}`,
      group: 'Settings',
      run: ({ state: now, tuning }) =>
        tuning.setLane(withGuard(laneOf(now.get()), guard.name, !laneOf(now.get()).guards[guard.name])),
    }),
  );
  const parameters = system.parameters
    .filter((parameter) => parameter.name !== PIN_RULES)
    .map((parameter) => setting(parameter.name, parameter.label, `[data-parameter="${parameter.name}"] ${FIELD}`));
  if (system.parameters.some(({ section, name: of }) => section === 'Compaction' || /summar/i.test(of)))
    parameters.push(setting('writer-of-summaries', 'Summarizer', '[aria-label="Summarizer"]'));
  const counters = COUNTERS.filter(({ id }) => id !== state.yardstick).map(
    ({ id, label }): Command => ({
      id: `yardstick-${id}`,
      label: `Count sent tokens by ${label}`,
      words: 'yardstick counter tokenizer',
      group: 'Settings',
      run: ({ tuning }) => tuning.setYardstick(id),
    }),
  );
  return [...windows, ...presets, ...rules, ...parameters, ...guards, ...counters];
}

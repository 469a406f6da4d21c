/** Every command there is, as records: the palette, the keyboard and the help sheet read this one list. */

import { lowerBound } from '@/lib/engine/ledger';
import { guardsOf, togglePin } from '@/lib/store/lane';
import { laneOf } from '@/lib/store/lanes';
import type { State } from '@/lib/store/state';
import { type Panel, zoomed } from '@/lib/store/view';
import type { Workbench } from '@/lib/store/workbench';
import { SYSTEMS } from '@/lib/systems/descriptions';
import { callForKey, eventCall } from '../charts/scrub-keys';
import { focusSoon, typeInto } from '../ui/focus-soon';
import type { Command } from './command';
import { LANES } from './lane-commands';
import { switchTheme } from './theme';

const isOpen = ({ phase }: State) => phase === 'ready';
const hasRun = ({ result }: State) => result !== null;

function goTo(call: (state: State) => number | null): (workbench: Workbench) => void {
  return ({ state, tuning }) => {
    const next = call(state.get());
    if (next !== null) tuning.setCursor(next);
  };
}

/** The call that a key of the scrubber leads to. */
function step(key: string, shiftKey = false): (workbench: Workbench) => void {
  return goTo(({ result, cursor }) => (result ? callForKey({ key, shiftKey }, cursor, result.run) : null));
}

/** The cursor on the next miss, and what was missed there in sight. */
function toMiss(direction: 1 | -1): (workbench: Workbench) => void {
  return ({ state, tuning, reveal, listFacts }) => {
    const call = missCall(state.get(), direction);
    if (call !== null) tuning.setCursor(call);
    if (!state.get().recall?.misses.call.length) return;
    listFacts('misses');
    reveal('facts');
  };
}

/** The nearest call with a miss after (1) or before (-1) the cursor. */
function missCall({ recall, cursor }: State, direction: 1 | -1): number | null {
  const calls = recall?.misses.call;
  if (!calls) return null;
  const position = direction === 1 ? lowerBound(calls, cursor + 1) : lowerBound(calls, cursor) - 1;
  return calls[position] ?? null;
}

const CALLS: Command[] = [
  { id: 'next-call', label: 'Next call', keys: ['ArrowRight'], run: step('ArrowRight') },
  { id: 'previous-call', label: 'Previous call', keys: ['ArrowLeft'], run: step('ArrowLeft') },
  { id: 'ten-on', label: 'Ten calls on', keys: ['shift+ArrowRight'], run: step('ArrowRight', true) },
  { id: 'ten-back', label: 'Ten calls back', keys: ['shift+ArrowLeft'], run: step('ArrowLeft', true) },
  { id: 'first-call', label: 'First call', keys: ['Home'], run: step('Home') },
  { id: 'last-call', label: 'Last call', keys: ['End'], run: step('End') },
  {
    id: 'next-event',
    label: 'Next event',
    keys: [']'],
    run: goTo(({ result, cursor }) => (result ? eventCall(result.run, cursor, 1) : null)),
  },
  {
    id: 'previous-event',
    label: 'Previous event',
    keys: ['['],
    run: goTo(({ result, cursor }) => (result ? eventCall(result.run, cursor, -1) : null)),
  },
  { id: 'next-miss', label: 'Next miss', keys: ['.'], run: toMiss(1) },
  { id: 'previous-miss', label: 'Previous miss', keys: [','], run: toMiss(-1) },
].map((command) => ({ ...command, group: 'Calls' as const, when: hasRun }));

const PANEL_NAMES: [Panel, string, string][] = [
  ['settings', 'Settings', '1'],
  ['transcript', 'Transcript', '2'],
  ['events', 'Events', '3'],
  ['findings', 'Findings', '4'],
  ['window', 'Window', '5'],
  ['change', 'Changes', '6'],
  ['message', 'Message', '7'],
  ['facts', 'Facts', '8'],
];

const PANELS: Command[] = PANEL_NAMES.map(([panel, name, key]) => ({
  id: `show-${panel}`,
  label: `Show ${name.toLowerCase()}`,
  group: 'Panels',
  keys: [key],
  when: isOpen,
  run: ({ reveal }) => {
    reveal(panel);
    focusSoon(`[data-panel="${panel}"]`);
  },
}));

/** A new message before (0) or after (1) the one at which the list of the transcript stands. */
function insertBeside(side: 0 | 1): (workbench: Workbench) => void {
  return ({ state, writing }) => {
    const total = state.get().document?.info.messageCount ?? 0;
    const at = writing.get().current ?? state.get().item ?? total;
    writing.insert(Math.min(total, Math.max(0, at) + side));
  };
}

const TRANSCRIPT: Command[] = (
  [
    {
      id: 'search',
      label: 'Search the transcript',
      keys: ['/'],
      run: ({ reveal }) => {
        reveal('transcript');
        typeInto('[data-search="transcript"]');
      },
    },
    {
      id: 'pin',
      label: 'Pin or unpin the message',
      keys: ['p'],
      when: (state) => state.item !== null && state.item >= 0 && Array.isArray(laneOf(state).config.explicit),
      run: ({ state, tuning }) => {
        const { item } = state.get();
        const lane = laneOf(state.get());
        if (item !== null && item >= 0) tuning.setLane(togglePin(lane, item));
      },
    },
    {
      id: 'undo',
      label: 'Undo',
      keys: ['mod+z'],
      when: ({ history }) => history.past.length > 0,
      run: ({ history }) => history.undo(),
    },
    {
      id: 'redo',
      label: 'Redo',
      keys: ['mod+shift+z', 'mod+y'],
      when: ({ history }) => history.future.length > 0,
      run: ({ history }) => history.redo(),
    },
    { id: 'insert-above', label: 'Insert a message above', keys: ['a'], run: insertBeside(0) },
    { id: 'insert-below', label: 'Insert a message below', keys: ['b'], run: insertBeside(1) },
    { id: 'history', label: 'History of changes', keys: ['h'], run: ({ openDialog }) => openDialog('history') },
    { id: 'json', label: 'Edit the transcript as JSON', keys: ['j'], run: ({ openDialog }) => openDialog('json') },
    { id: 'tools', label: 'Edit the tool schemas', keys: ['d'], run: ({ openDialog }) => openDialog('tools') },
    { id: 'export', label: 'Export or copy', keys: ['e'], run: ({ openDialog }) => openDialog('export') },
    { id: 'share', label: 'Share a link', keys: ['k'], run: ({ openDialog }) => openDialog('share') },
    { id: 'report', label: 'How the file was read', keys: ['i'], run: ({ openDialog }) => openDialog('report') },
  ] satisfies Omit<Command, 'group'>[]
).map((command) => ({ when: isOpen, ...command, group: 'Transcript' as const }));

const SETTINGS: Command[] = [
  ...SYSTEMS.map(
    (system): Command => ({
      id: `system-${system.id}`,
      label: `Memory system: ${system.label}`,
      group: 'Settings',
      when: (state) => state.phase === 'ready' && laneOf(state).system !== system.id,
      run: ({ tuning }) => tuning.setSystem(system.id),
    }),
  ),
  ...[
    { id: 'guards-on', label: 'All guards on', on: true },
    { id: 'guards-off', label: 'As published: all guards off', on: false },
  ].map(
    ({ id, label, on }): Command => ({
      id,
      label,
      group: 'Settings',
      when: isOpen,
      run: ({ state, tuning }) => tuning.setLane({ ...laneOf(state.get()), guards: guardsOf(laneOf(state.get()), on) }),
    }),
  ),
  {
    id: 'reset',
    label: 'Reset all settings',
    group: 'Settings',
    when: isOpen,
    run: ({ tuning }) => tuning.resetLane(),
  },
  {
    id: 'sent',
    label: 'Show or hide sent tokens',
    group: 'Settings',
    keys: ['s'],
    when: isOpen,
    run: ({ state, tuning }) => tuning.setShowSent(!state.get().showSent),
  },
];

const CHART: Command[] = [
  {
    id: 'log',
    label: 'Chart: logarithmic or linear',
    keys: ['l'],
    run: ({ state, setChart }: Workbench) => setChart({ log: !state.get().view.chart.log }),
  },
  {
    id: 'composition',
    label: 'Chart: what fills the window, by role',
    keys: ['r'],
    run: ({ state, setChart }: Workbench) => setChart({ composition: !state.get().view.chart.composition }),
  },
  { id: 'zoom-in', label: 'Chart: zoom in', keys: ['+', '='], run: zoomBy(0.5) },
  { id: 'zoom-out', label: 'Chart: zoom out', keys: ['-'], run: zoomBy(2) },
  {
    id: 'zoom-all',
    label: 'Chart: all calls',
    keys: ['0'],
    run: ({ setChart }: Workbench) => setChart({ zoom: null }),
  },
].map((command) => ({ ...command, group: 'Chart' as const, when: hasRun }));

/** Zooms around the cursor. */
function zoomBy(factor: number): (workbench: Workbench) => void {
  return ({ state, setChart }) => {
    const { result, cursor, view } = state.get();
    if (result) setChart(zoomed(view.chart, result.run.calls.tokens.length - 1, cursor, factor));
  };
}

const APP: Command[] = [
  {
    id: 'palette',
    label: 'All commands',
    group: 'App',
    keys: ['mod+k'],
    run: ({ openDialog }) => {
      openDialog('palette');
      typeInto('[data-palette]');
    },
  },
  { id: 'help', label: 'Keyboard help', group: 'App', keys: ['?'], run: ({ openDialog }) => openDialog('help') },
  {
    id: 'open',
    label: 'Open a transcript',
    group: 'App',
    keys: ['o'],
    when: isOpen,
    run: ({ openDialog }) => openDialog('open'),
  },
  {
    id: 'library',
    label: 'Library: everything kept in this browser',
    group: 'App',
    keys: ['y'],
    when: isOpen,
    run: ({ openDialog }) => openDialog('library'),
  },
  {
    id: 'stored',
    label: 'What is stored where',
    group: 'App',
    when: isOpen,
    run: ({ openDialog }) => openDialog('stored'),
  },
  { id: 'new', label: 'Write a new transcript', group: 'App', keys: ['n'], run: ({ files }) => void files.create() },
  {
    id: 'close',
    label: 'Back to the start page',
    group: 'App',
    when: isOpen,
    run: (workbench) => void workbench.close(),
  },
  { id: 'theme', label: 'Switch between light and dark', words: 'theme', group: 'App', keys: ['t'], run: switchTheme },
];

export const COMMANDS: readonly Command[] = [
  ...CALLS,
  ...CHART,
  ...LANES,
  ...PANELS,
  ...TRANSCRIPT,
  ...SETTINGS,
  ...APP,
];

export function canRun(command: Command, state: State): boolean {
  return command.when?.(state) ?? true;
}

/** Commands that depend on what is open, for the palette alone: the chart's and the map's controls, panels, and places to go to by number. */

import { arrivedBy } from '@/lib/engine/ledger';
import { ROLES } from '@/lib/engine/transcript';
import { laneOf } from '@/lib/store/lanes';
import { hasPinRules } from '@/lib/store/pin-rules';
import type { State } from '@/lib/store/state';
import type { Workbench } from '@/lib/store/workbench';
import { focusSoon, typeInto } from '../ui/focus-soon';
import { whole } from '../ui/format';
import { pressSoon, reachSoon } from '../ui/press-soon';
import type { Command } from './command';
import { settingCommands } from './setting-commands';

/** The chart in sight, on a narrow screen too. */
function toChart({ state, setMode, reveal }: Workbench): void {
  setMode('tune');
  reveal(state.get().view.timeline);
}

const ROLES_ON_MAP = '[aria-label="Roles on the map"]';

/** The map in sight, which a narrow screen has in a panel. */
function toMap({ setMode, reveal }: Workbench): void {
  setMode('tune');
  if (!document.querySelector(ROLES_ON_MAP)) reveal('map');
}

function chartCommands({ document, result }: State): Command[] {
  if (!document || !result) return [];
  const saved = [
    ['SVG', 'Save as SVG', 'picture drawing download'],
    ['PNG', 'Save as PNG', 'picture image download'],
    ['CSV', 'Save numbers as CSV', 'table figures download'],
  ].map(
    ([form, choice, words]): Command => ({
      id: `chart-${form}`,
      label: `Export the chart as ${form}`,
      words: `save ${words}`,
      group: 'Chart',
      run: (workbench) => {
        toChart(workbench);
        pressSoon('[aria-label="Save the chart"]', `[data-choice="${choice}"]`);
      },
    }),
  );
  const { usage, boundaries, roles } = document.info;
  const recorded: Command[] =
    usage.length + boundaries.length === 0
      ? []
      : [
          {
            id: 'chart-recorded',
            label: 'Chart: show or hide what the file recorded',
            words: 'overlay usage compactions',
            group: 'Chart',
            run: ({ state, setChart }) => setChart({ recorded: !state.get().view.chart.recorded }),
          },
        ];
  const seen = new Set<number>(roles);
  const filters = ROLES.filter((_, code) => seen.has(code)).map(
    (role): Command => ({
      id: `map-${role}`,
      label: `Filter the map by role: ${role}`,
      words: 'survival only messages',
      group: 'Chart',
      run: (workbench) => {
        toMap(workbench);
        pressSoon(`${ROLES_ON_MAP} [title="Only ${role} messages"]`);
      },
    }),
  );
  const byTool: Command[] = document.info.hasCalls.includes(1)
    ? [
        {
          id: 'map-by-tool',
          label: 'Filter the map by tool',
          words: 'survival only messages',
          group: 'Chart',
          run: (workbench) => {
            toMap(workbench);
            reachSoon('[aria-label="Tool on the map"]');
          },
        },
      ]
    : [];
  return [...saved, ...recorded, ...filters, ...byTool];
}

function panelCommands({ document, result, item, cursor, ...state }: State): Command[] {
  if (!document || !result) return [];
  const forms = [
    ['json', 'Window as JSON', 'provider request'],
    ['list', 'Window as a list', 'messages'],
  ].map(
    ([form, label, words]): Command => ({
      id: `window-${form}`,
      label: label as string,
      words: words as string,
      group: 'Panels',
      run: ({ setMode, reveal }) => {
        setMode('tune');
        reveal('window');
        pressSoon(`[data-form="${form}"]`);
      },
    }),
  );
  const facts = (['facts', 'misses'] as const).map(
    (form): Command => ({
      id: `list-${form}`,
      label: form === 'facts' ? 'List the facts' : 'List the misses',
      words: 'used after they were gone',
      group: 'Panels',
      run: ({ setMode, reveal, listFacts }) => {
        setMode('tune');
        listFacts(form);
        reveal('facts');
        focusSoon('[data-panel="facts"]');
      },
    }),
  );
  // Without a message that is chosen: the latest one at the cursor.
  const message = item !== null && item >= 0 ? item : arrivedBy(result.run, cursor) - 1;
  const show = ({ setMode, showItem }: Workbench) => {
    setMode('tune');
    showItem(message);
  };
  const ofMessage: Command[] =
    message < 0
      ? []
      : [
          {
            id: 'must-survive',
            label: `Message ${message} must survive: add or take away the probe`,
            words: 'survival guard',
            group: 'Panels',
            run: (workbench) => {
              show(workbench);
              pressSoon('[data-must-survive]');
            },
          },
        ];
  if (message >= 0 && hasPinRules(laneOf(state))) {
    ofMessage.push({
      id: 'pin-like',
      label: `Pin all like message ${message}`,
      words: 'pin all like this message rule by example',
      group: 'Settings',
      run: (workbench) => {
        show(workbench);
        pressSoon('[data-pin-like]');
      },
    });
  }
  return [
    ...forms,
    {
      id: 'search-window',
      label: 'Search the window',
      words: 'find',
      group: 'Panels',
      run: ({ setMode, reveal }) => {
        setMode('tune');
        reveal('window');
        typeInto('[aria-label="Search the window"]');
      },
    },
    {
      id: 'compare-calls',
      label: 'Compare with another call',
      words: 'calls changes difference between two diff from',
      group: 'Panels',
      run: ({ setMode, showDecision, reveal }) => {
        setMode('tune');
        showDecision(null);
        reveal('change');
        typeInto('[data-from-call] input');
      },
    },
    ...facts,
    ...ofMessage,
  ];
}

/** A number that is typed, alone or as "call 57" and "go to message 3". */
const NUMBERED = /^\s*(?:go\s+)?(?:to\s+)?(?:(call|message)s?\s+)?(\d[\d,]{0,8})\s*$/i;

/** The number in a query that says where to go, and of what it is; null where it is another one. */
function placeIn(query: string): { of: 'call' | 'message' | null; number: number } | null {
  const typed = NUMBERED.exec(query);
  if (!typed) return null;
  const of = typed[1]?.toLowerCase();
  return { of: of === 'call' || of === 'message' ? of : null, number: Number(typed[2]?.replaceAll(',', '')) };
}

/** Calls count from 1 and messages from 0, as everywhere on the page. */
export function placeCommands({ document, result }: State, query: string): Command[] {
  const place = placeIn(query);
  if (!document || !result || !place) return [];
  const { of, number } = place;
  const go: Command[] = [];
  if (of !== 'message' && number >= 1 && number <= result.run.calls.tokens.length) {
    go.push({
      id: 'to-call',
      label: `Go to call ${number}`,
      group: 'Calls',
      run: ({ tuning }) => tuning.setCursor(number - 1),
    });
  }
  if (of !== 'call' && number < document.info.messageCount) {
    go.push({
      id: 'to-message',
      label: `Go to message ${number}`,
      group: 'Calls',
      run: ({ setMode, showItem }) => {
        setMode('tune');
        showItem(number);
      },
    });
  }
  return go;
}

/** Why nothing fits a query. */
export function nothingFits({ document, result }: State, query: string): string {
  const place = placeIn(query);
  if (!document || !result || !place) return 'No command is called that.';
  const calls = `calls 1 to ${whole(result.run.calls.tokens.length)}`;
  const messages = `messages 0 to ${whole(document.info.messageCount - 1)}`;
  return `There are ${place.of === 'call' ? calls : place.of === 'message' ? messages : `${calls} and ${messages}`}.`;
}

/** To be completed by a number. */
const GO_TO: readonly Command[] = [
  { id: 'go-to-call', label: 'Go to call…', words: 'jump number', query: 'Go to call ' },
  { id: 'go-to-message', label: 'Go to message…', words: 'jump number', query: 'Go to message ' },
].map((command) => ({ ...command, group: 'Calls', when: ({ result }) => result !== null, run: () => undefined }));

/** Everything beside the commands that are always the same. */
export function paletteCommands(state: State): Command[] {
  return [...GO_TO, ...chartCommands(state), ...panelCommands(state), ...settingCommands(state)];
}

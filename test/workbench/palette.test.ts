/** The palette: words of what people want find their command, letters scattered over a label find nothing, and numbers lead to places. */
import { describe, expect, it } from 'vitest';
import { COMMANDS } from '@/components/workbench/commands';
import { fitting } from '@/components/workbench/matching';
import { nothingFits, paletteCommands, placeCommands } from '@/components/workbench/palette-commands';
import { ASSISTANT, TOOL, USER } from '@/lib/engine/accounting';
import { defaultLane } from '@/lib/store/lane';
import { laneOf, oneLane } from '@/lib/store/lanes';
import type { State } from '@/lib/store/state';
import type { Workbench } from '@/lib/store/workbench';
import { SYSTEMS } from '@/lib/systems/descriptions';

const CALLS = 108;
const MESSAGES = 232;

const state = {
  ...oneLane(defaultLane()),
  phase: 'ready',
  yardstick: 'o200k_base',
  item: 12,
  cursor: 4,
  document: {
    info: {
      messageCount: MESSAGES,
      roles: Uint8Array.of(USER, ASSISTANT, TOOL),
      hasCalls: Uint8Array.of(0, 1, 0),
      usage: [{}],
      boundaries: [],
    },
  },
  result: { run: { calls: { tokens: new Int32Array(CALLS) } } },
} as unknown as State;

const ALL = [...COMMANDS, ...paletteCommands(state)];

function found(query: string): string[] {
  return fitting(ALL, query).map(({ label }) => label);
}

describe('the palette', () => {
  it.each([
    ['svg', /^Export the chart as SVG$/],
    ['save png', /^Export the chart as PNG$/],
    ['csv', /^Export the chart as CSV$/],
    ['recorded', /what the file recorded$/],
    ['window of', /^Window of 8k tokens$/],
    ['200k', /^Window of 200k tokens$/],
    ['of a model', /^Window of a model…$/],
    ['compare calls', /^Compare with another call$/],
    ['go to call', /^Go to call…$/],
    ['preset', /^Preset: /],
    ['coding agent', /^Preset: Coding agent, 200k$/],
    ['rule', /^Add a pin rule$/],
    ['pin all', /^Pin all like message 12$/],
    ['filter', /^Filter the map by role: /],
    ['map tool', /^Filter the map by role: tool$/],
    ['json', /JSON/],
    ['window list', /^Window as a list$/],
    ['runs', /^Comparison: kept runs$/],
    ['compact at', /^Set: Compact at$/],
    ['must', /^Message 12 must survive/],
    ['NEXCAL', /^Next call$/],
  ])('“%s”', (query, label) => {
    expect(found(query)[0]).toMatch(label);
  });

  it('letters that only stand somewhere in a label in their order do not fit', () => {
    expect(found('zqx')).toEqual([]);
    expect(found('sort')).toEqual([]);
    expect(found('theme')).toEqual(['Switch between light and dark']);
    for (const label of found('preset')) expect(label).toMatch(/preset|window/i);
    for (const label of found('rule')) expect(label).toMatch(/rule|pin/i);
    for (const label of found('map')) expect(label).toMatch(/map/i);
  });

  it.each(SYSTEMS.map(({ id }) => id))('a name stands for one command, and can name an element: %s', (system) => {
    const of = { ...state, ...oneLane(defaultLane(system)) };
    const ids = [...COMMANDS, ...paletteCommands(of)].map(({ id }) => id);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
    for (const id of ids) expect(id).not.toMatch(/\s/);
  });

  it('a number is a call, then a message; a word before it says which; what there is not is told', () => {
    const places = (query: string) => placeCommands(state, query).map(({ label }) => label);
    expect(places('57')).toEqual(['Go to call 57', 'Go to message 57']);
    expect(places('call 57')).toEqual(['Go to call 57']);
    expect(places('Go to message 0')).toEqual(['Go to message 0']);
    expect(places('0')).toEqual(['Go to message 0']);
    expect(places('200')).toEqual(['Go to message 200']);
    expect(places('preset 8')).toEqual([]);
    expect(places('call 109')).toEqual([]);
    expect(nothingFits(state, 'call 109')).toBe('There are calls 1 to 108.');
    expect(nothingFits(state, '4,000')).toBe('There are calls 1 to 108 and messages 0 to 231.');
    const went: number[] = [];
    placeCommands(state, '57')[0]?.run({
      tuning: { setCursor: (call: number) => went.push(call) },
    } as unknown as Workbench);
    expect(went).toEqual([56]);
  });

  it('a preset sets what the settings’ own list would', () => {
    const command = ALL.find(({ label }) => label === 'Preset: Small model, 8k');
    const lanes: unknown[] = [];
    const workbench = { state: { get: () => state }, tuning: { setLane: (lane: unknown) => lanes.push(lane) } };
    command?.run(workbench as unknown as Workbench);
    expect(lanes).toEqual([
      {
        ...laneOf(state),
        config: {
          ...laneOf(state).config,
          window: 8_000,
          reserveCompletion: 1000,
          maxToolTokens: 400,
          compactAt: 0.65,
          wordLimit: 120,
        },
      },
    ]);
  });
});

/** What a picture of the chart says beside the drawing: title, what was replayed, and the key of every line and mark. */

import type { Run } from '@/lib/engine/run';
import type { SystemDescription } from '@/lib/engine/system';
import { whole } from '../../ui/format';
import type { PictureKey, PictureMark, PictureParts } from '../frame/picture';
import { FLAG, FLAG_COLOR, POLICY_LOOK, RECORDED_LOOK, SENT_LOOK } from './curve-looks';
import { eventPaint, eventPath } from './event-glyph';
import type { MarkKind } from './markers';
import { PART_LOOKS, type Part } from './parts';
import type { StrandLook } from './strands';
import { countWords, eventCounts } from './summary';
import type { useRecorded } from './use-recorded';

/** What the chart shows. */
export interface ShownChart {
  run: Run;
  system: SystemDescription;
  /** The parts that are stacked, where it is shown by role. */
  parts: readonly Part[] | null;
  recorded: ReturnType<typeof useRecorded>;
  /** The counter of the sent tokens, where they are drawn. */
  counter: string | null;
  misses: number;
}

/** An area's colour in the key. */
const AREA = 'M4 -4.5h9v9h-9z';

/** A stretch of line as the curve is drawn. */
function lineMark({ stroke, strokeWidth, strokeDasharray }: StrandLook): PictureMark {
  return { path: 'M0 0H16', stroke, strokeWidth, ...(strokeDasharray ? { strokeDasharray } : {}) };
}

/** A mark as the key of the page has it. */
function glyph(kind: MarkKind): PictureMark {
  return { path: eventPath(kind, 9, 0, 3.25), ...eventPaint(kind, 'none') };
}

export function pictureParts(title: string, shown: ShownChart): PictureParts {
  const { run, system, parts, recorded, counter, misses } = shown;
  const key: PictureKey[] = [
    ...(parts
      ? parts.map((part) => ({ label: PART_LOOKS[part].short, mark: { path: AREA, fill: PART_LOOKS[part].color } }))
      : [{ label: `policy ${system.unit}`, mark: lineMark(POLICY_LOOK) }]),
    ...(counter === null ? [] : [{ label: `sent (${counter})`, mark: lineMark(SENT_LOOK) }]),
    ...(recorded.usage ? [{ label: 'recorded input', mark: lineMark(RECORDED_LOOK) }] : []),
    ...(recorded.compactions.length > 0
      ? [{ label: 'recorded compactions', mark: { path: `M5 -4${FLAG}`, fill: FLAG_COLOR } }]
      : []),
    ...eventCounts(run).map(({ kind, words }) => ({ label: words, mark: glyph(kind) })),
    ...(misses > 0 ? [{ label: countWords('missed', misses), mark: glyph('missed') }] : []),
  ];
  return {
    title: `Pressure: ${title}`,
    note: `${system.label}, limit ${whole(run.limit)} ${system.unit}, ${whole(run.calls.tokens.length)} model calls`,
    key,
  };
}

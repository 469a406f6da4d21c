/** What a picture of the chart says beside the drawing: title, what was replayed, and the key of every line and mark. */

import type { Run } from '@/lib/engine/run';
import type { SystemDescription } from '@/lib/engine/system';
import { whole } from '../../ui/format';
import type { PictureKey, PictureMark, PictureParts } from '../frame/picture';
import type { Domain } from '../frame/zoom';
import { FLAG, FLAG_COLOR, POLICY_LOOK, RECORDED_LOOK, SENT_LOOK } from './curve-looks';
import { eventPaint, eventPath } from './event-glyph';
import { type MarkKind, placesOf } from './markers';
import { PART_LOOKS, type Part } from './parts';
import type { StrandLook } from './strands';
import { countWords, eventCounts, stretchWords } from './summary';
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
  /** Calls of the misses, where they are known. */
  misses: Int32Array | null;
  /** The calls in sight; null for all. */
  zoomed: Domain | null;
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

/** What is drawn of the calls in sight: the key names nothing that is not there. */
function drawnOf({ run, recorded, misses, zoomed }: ShownChart) {
  const isSeen = (call: number) => !zoomed || (call >= zoomed.from && call <= zoomed.to);
  const { start, end } = placesOf(misses ?? NO_CALLS, zoomed);
  return {
    usage: recorded.usage?.calls.some(isSeen) ?? false,
    compactions: recorded.compactions.some(({ call }) => isSeen(call)),
    events: eventCounts(run, zoomed).filter(({ count }) => count > 0),
    misses: end - start,
  };
}

const NO_CALLS = new Int32Array(0);

export function pictureParts(title: string, shown: ShownChart): PictureParts {
  const { run, system, parts, counter, misses, zoomed } = shown;
  const drawn = drawnOf(shown);
  const key: PictureKey[] = [
    ...(parts
      ? parts.map((part) => ({ label: PART_LOOKS[part].short, mark: { path: AREA, fill: PART_LOOKS[part].color } }))
      : [{ label: `policy ${system.unit}`, mark: lineMark(POLICY_LOOK) }]),
    ...(counter === null ? [] : [{ label: `sent (${counter})`, mark: lineMark(SENT_LOOK) }]),
    ...(drawn.usage ? [{ label: 'recorded input', mark: lineMark(RECORDED_LOOK) }] : []),
    ...(drawn.compactions ? [{ label: 'recorded compactions', mark: { path: `M5 -4${FLAG}`, fill: FLAG_COLOR } }] : []),
    ...drawn.events.map(({ kind, words }) => ({ label: words, mark: glyph(kind) })),
    ...(drawn.misses > 0
      ? [{ label: countWords('missed', drawn.misses, zoomed && (misses?.length ?? 0)), mark: glyph('missed') }]
      : []),
  ];
  const calls = whole(run.calls.tokens.length);
  return {
    title: `Pressure: ${title}`,
    note: `${system.label}, limit ${whole(run.limit)} ${system.unit}, ${zoomed ? `${stretchWords(zoomed)} of ${calls}` : `${calls} model calls`}`,
    key,
  };
}

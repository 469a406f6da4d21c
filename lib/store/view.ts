/** What of the workbench is in sight: a panel of each region, the region that a narrow screen shows, and the dialog over it. */

export type Region = 'controls' | 'timeline' | 'inspector';

const REGION_OF = {
  settings: 'controls',
  transcript: 'controls',
  map: 'timeline',
  events: 'timeline',
  findings: 'timeline',
  window: 'inspector',
  change: 'inspector',
  message: 'inspector',
  facts: 'inspector',
} as const;

export type Panel = keyof typeof REGION_OF;
export type PanelOf<R extends Region> = { [P in Panel]: (typeof REGION_OF)[P] extends R ? P : never }[Panel];

export type DialogName =
  | 'open'
  | 'report'
  | 'palette'
  | 'help'
  | 'history'
  | 'export'
  | 'share'
  | 'json'
  | 'tools'
  | 'library'
  | 'stored';

/** How the chart and the map are looked at. */
export interface ChartView {
  /** Pressure on a logarithmic axis, so that the beginning of a run can be seen beside its end. */
  log: boolean;
  /** What fills the window by role, as areas under the curve. */
  composition: boolean;
  /** Usage and compactions that the file recorded. */
  recorded: boolean;
  /** Calls that are looked at, both included; null for all. */
  zoom: { from: number; to: number } | null;
}

/** Under the charts of the comparison. */
export type ComparePanel = 'scoreboard' | 'bill' | 'probes' | 'counters' | 'windows' | 'runs';

/** How lanes are looked at side by side. */
export interface CompareView {
  /** All curves in one chart, or a chart for each lane. */
  layout: 'overlay' | 'stack';
  measure: 'pressure' | 'sent' | 'cost';
  panel: ComparePanel;
  /** The lanes whose windows are held against each other; the tuned one and the next where they are not there. */
  left: string | null;
  right: string | null;
}

export interface View {
  /** One lane to be tuned, or all of them side by side. */
  mode: 'tune' | 'compare';
  chart: ChartView;
  compare: CompareView;
  controls: PanelOf<'controls'>;
  timeline: PanelOf<'timeline'>;
  inspector: PanelOf<'inspector'>;
  /** What the facts panel lists. */
  facts: 'facts' | 'misses';
  region: Region;
  dialog: DialogName | null;
}

export const FIRST_VIEW: View = {
  mode: 'tune',
  chart: { log: false, composition: false, recorded: true, zoom: null },
  compare: { layout: 'overlay', measure: 'pressure', panel: 'scoreboard', left: null, right: null },
  controls: 'settings',
  timeline: 'events',
  inspector: 'window',
  facts: 'facts',
  region: 'timeline',
  dialog: null,
};

/** The view with a panel in sight. */
export function withPanel(view: View, panel: Panel): View {
  const region = REGION_OF[panel];
  return { ...view, [region]: panel, region };
}

/** Calls that a chart shows: the zoomed ones where they still are, else all of `0…last`. */
export function shownCalls({ zoom }: ChartView, last: number): { from: number; to: number } {
  if (!zoom || zoom.from >= last) return { from: 0, to: last };
  const to = Math.min(zoom.to, last);
  return to - zoom.from < 1 ? { from: 0, to: last } : { from: zoom.from, to };
}

/** Zooms by a factor around a call; out of everything it is null again. */
export function zoomed(chart: ChartView, last: number, around: number, factor: number): ChartView {
  const { from, to } = shownCalls(chart, last);
  const width = Math.max(4, (to - from) * factor);
  if (width >= last) return { ...chart, zoom: null };
  const share = to === from ? 0.5 : (around - from) / (to - from);
  const start = Math.round(Math.min(Math.max(0, around - share * width), last - width));
  return { ...chart, zoom: { from: start, to: Math.round(start + width) } };
}

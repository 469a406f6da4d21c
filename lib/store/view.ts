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

export type DialogName = 'open' | 'report' | 'palette' | 'help' | 'history' | 'export' | 'json';

export interface View {
  controls: PanelOf<'controls'>;
  timeline: PanelOf<'timeline'>;
  inspector: PanelOf<'inspector'>;
  region: Region;
  dialog: DialogName | null;
}

export const FIRST_VIEW: View = {
  controls: 'settings',
  timeline: 'events',
  inspector: 'window',
  region: 'timeline',
  dialog: null,
};

/** The view with a panel in sight. */
export function withPanel(view: View, panel: Panel): View {
  const region = REGION_OF[panel];
  return { ...view, [region]: panel, region };
}

/** The parts of a window that the chart tells apart by role: how they are called, stacked and coloured. */

/** Parts of a window, in the order in which they lie on each other from the foot. */
export const PARTS = ['schemas', 'system', 'summaries', 'user', 'assistant', 'tools'] as const;
export type Part = (typeof PARTS)[number];

/** How parts are called and coloured: roles as on the map and in the window. Neighbours differ in lightness too, and a line parts them. */
export const PART_LOOKS: Record<Part, { label: string; short: string; color: string }> = {
  schemas: { label: 'tool schemas and overhead', short: 'schemas', color: 'var(--part-schemas)' },
  system: { label: 'system', short: 'system', color: 'var(--part-system)' },
  summaries: { label: 'summaries and notes', short: 'summaries', color: 'var(--part-summaries)' },
  user: { label: 'user', short: 'user', color: 'var(--user)' },
  assistant: { label: 'assistant', short: 'assistant', color: 'var(--assistant)' },
  tools: { label: 'tool results', short: 'tool results', color: 'var(--tool)' },
};

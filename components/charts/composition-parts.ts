/** The parts of a window's composition, with their colours. */

/** From the bottom up. What is no message's own (tool schemas, a system's own overheads) lies on top. */
export const PARTS = [
  { id: 'instructions', label: 'instructions', color: 'var(--ink-soft)' },
  { id: 'user', label: 'user', color: 'var(--user)' },
  { id: 'assistant', label: 'assistant', color: 'var(--assistant)' },
  { id: 'tool', label: 'tool results', color: 'var(--tool)' },
  { id: 'summaries', label: 'summaries', color: 'var(--summary-mark)' },
  { id: 'rest', label: 'schemas', color: 'var(--rule-strong)' },
] as const;

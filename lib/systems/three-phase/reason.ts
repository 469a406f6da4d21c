/** Reasons that decisions carry: the memory writes them, `explain` reads them. */

export const Reason = { noise: 0, old: 1, summary: 2, recent: 3, rule: 4 } as const;

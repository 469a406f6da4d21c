/** Reasons that decisions carry: the memory writes them, `explain` reads them. */

export const Reason = { cap: 0, dropped: 1, failed: 2, superseded: 3 } as const;

/** Reasons that decisions carry: the memory writes them, `explain` reads them. */

export const Reason = { window: 0, half: 1 } as const;

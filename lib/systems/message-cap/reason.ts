/** Reasons that decisions carry: the memory writes them, `explain` reads them. */

export const Reason = { messages: 0, tokens: 1, reference: 2 } as const;

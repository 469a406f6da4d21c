/** Where a fact stands at a call: not said yet, word for word in a message, in a summary alone, or nowhere. */
export const Standing = { unsaid: 0, verbatim: 1, summary: 2, gone: 3 } as const;

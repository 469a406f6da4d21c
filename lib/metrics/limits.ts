/** What a replay cannot show, in the words that stand wherever its numbers do. */

export const REPLAY_LIMITS: readonly string[] = [
  'A replay keeps to the recorded course: every lane is given the same answers. An agent that had really forgotten something would have acted otherwise: read the file again, asked, gone wrong, or run longer.',
  'Misses and recall are therefore a lower bound on the damage, and bills leave out the calls that forgetting would have added.',
  'Tokens are counted on the text under one yardstick. What a provider bills besides (private reasoning, its own framing, images at its own rates) is not in them, and the simulated cache is a model of the documented rules, not a record.',
];

// Mutated fixtures through every importer, 2,000 inputs each; half of the importers here, half in the other file, side by side.

import { fuzzShard } from './fuzz/shard';

fuzzShard(2, 2);

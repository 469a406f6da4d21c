/** What a command is: one thing that can be done, for the palette, the keyboard and the help sheet. */

import type { State } from '@/lib/store/state';
import type { Workbench } from '@/lib/store/workbench';

export interface Command {
  id: string;
  label: string;
  /** Other names, by which the palette finds it too. */
  words?: string;
  /** Instead of doing anything it is completed in the palette, which goes on with this. */
  query?: string;
  group: 'Calls' | 'Chart' | 'Lanes' | 'Panels' | 'Transcript' | 'Settings' | 'App';
  /** Keys as in `keys.ts`: "mod+k", "shift+ArrowLeft". The first is the one that is shown. */
  keys?: readonly string[];
  /** Whether it can do anything now; without it, always. */
  when?: (state: State) => boolean;
  run: (workbench: Workbench) => void;
}

/** Commands that change what is in sight, and nothing else. */

import type { Cell, State } from './state';
import { type ChartView, type CompareView, type DialogName, type Panel, type View, withPanel } from './view';

export interface Looking {
  /** Shows a decision's diff, or none. */
  showDecision(decision: number | null): void;
  /** Shows an item's whole text, or none. */
  showItem(item: number | null): void;
  /** Brings a panel into sight. */
  reveal(panel: Panel): void;
  /** Lists the facts of the transcript, or what was missed of them, in their panel. */
  listFacts(form: View['facts']): void;
  /** Looks at the chart in another way. */
  setChart(change: Partial<ChartView>): void;
  /** One lane, or all side by side. */
  setMode(mode: View['mode']): void;
  /** Looks at the comparison in another way. */
  setCompare(change: Partial<CompareView>): void;
  /** Opens a dialog, or closes the one that is open. */
  openDialog(dialog: DialogName | null): void;
  dismissProblem(): void;
}

/** `looked` hears of what is remembered for the next start. */
export function createLooking(state: Cell<State>, looked: () => void): Looking {
  const look = (change: Partial<View>) => state.set({ view: { ...state.get().view, ...change } });
  return {
    showDecision: (decision) =>
      state.set({ decision, ...(decision === null ? {} : { view: withPanel(state.get().view, 'change') }) }),
    showItem: (item) => state.set({ item, ...(item === null ? {} : { view: withPanel(state.get().view, 'message') }) }),
    reveal: (panel) => state.set({ view: withPanel(state.get().view, panel) }),
    listFacts: (facts) => look({ facts }),
    setChart: (change) => look({ chart: { ...state.get().view.chart, ...change } }),
    setMode(mode) {
      look({ mode });
      looked();
    },
    setCompare: (change) => look({ compare: { ...state.get().view.compare, ...change } }),
    openDialog: (dialog) => look({ dialog }),
    dismissProblem: () => state.set({ problem: null }),
  };
}

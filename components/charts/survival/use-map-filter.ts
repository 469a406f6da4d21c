/** Which messages the map shows: those of the chosen roles and of one tool, or all. */
'use client';

import { useEffect, useMemo, useState } from 'react';
import { ROLES, type Role } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';

export interface MapFilter {
  roles: readonly Role[];
  /** A tool's name, or '' for all. */
  tool: string;
}

export const ALL_MESSAGES: MapFilter = { roles: [], tool: '' };

const NO_NAMES: readonly string[] = [];

/** Tools that the open transcript calls, most used first. */
export function useToolNames(): readonly string[] {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info ?? null);
  const [names, setNames] = useState(NO_NAMES);
  useEffect(() => {
    let current = true;
    if (info) {
      transcript.toolNames().then(
        (found) => current && setNames(found),
        // A worker that stopped is told of elsewhere; the map stays whole.
        () => undefined,
      );
    }
    return () => {
      current = false;
    };
  }, [transcript, info]);
  return names;
}

/** Messages of a tool, or null while they are not known. */
function useMessagesOfTool(tool: string): Int32Array | null {
  const { transcript, state } = useWorkbench();
  const info = useStore((now) => now.document?.info ?? null);
  const [found, setFound] = useState<{ tool: string; messages: Int32Array } | null>(null);
  useEffect(() => {
    let current = true;
    if (tool !== '' && info) {
      const wanted = { text: '', roles: [], tool, minTokens: 0, counter: state.get().yardstick };
      transcript.search(wanted).then(
        (messages) => current && setFound({ tool, messages }),
        () => undefined,
      );
    }
    return () => {
      current = false;
    };
  }, [transcript, state, tool, info]);
  return found?.tool === tool ? found.messages : null;
}

/** Messages to show, ascending; null for all of them. */
export function useFilteredMessages({ roles, tool }: MapFilter, count: number): Int32Array | null {
  const codes = useStore((state) => state.document?.info.roles ?? null);
  const ofTool = useMessagesOfTool(tool);
  return useMemo(() => {
    if (!codes || (roles.length === 0 && (tool === '' || !ofTool))) return null;
    const wanted = ROLES.map((role) => roles.length === 0 || roles.includes(role));
    const candidates = tool !== '' && ofTool ? ofTool : null;
    const kept = new Int32Array(candidates?.length ?? count);
    let length = 0;
    for (let place = 0; place < kept.length; place++) {
      const message = candidates ? (candidates[place] as number) : place;
      if (message < count && wanted[codes[message] as number]) kept[length++] = message;
    }
    return kept.slice(0, length);
  }, [codes, roles, tool, ofTool, count]);
}

/** The two sides of links over the worker's real jobs: a page's state with what opens, edits and keeps it, and a browser's address. */
import { vi } from 'vitest';
import type { Message } from '@/lib/engine/transcript';
import { createEditing } from '@/lib/store/editing';
import { createHistory } from '@/lib/store/history';
import { createIncoming } from '@/lib/store/incoming';
import { INITIAL_STATE } from '@/lib/store/initial-state';
import { createSharing } from '@/lib/store/sharing';
import { createCell, type OpenDocument, type State, type Work } from '@/lib/store/state';
import type { EngineClient } from '@/lib/worker/client';
import { Jobs } from '@/lib/worker/jobs';

/** Milliseconds, far above what anything takes: a busy machine is no fault. */
export const PATIENCE = 100_000;

export const FILE: Message[] = [
  { role: 'system', content: 'You look after the Heron cluster.' },
  { role: 'user', content: 'TASK: find the nightly lock.' },
  {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: 'a', type: 'function', function: { name: 'read_log', arguments: '{"path":"/var/heron.log"}' } }],
  },
  { role: 'tool', tool_call_id: 'a', content: 'lock wait on exports' },
  { role: 'assistant', content: 'It is the exports table.' },
  { role: 'user', content: 'Use the primary.' },
];

/** The address of a page and what happens to it. */
export function address() {
  const place = { hash: '', pathname: '/app/', search: '', href: 'https://host.example/app/' };
  const listeners = new Set<() => void>();
  vi.stubGlobal('location', place);
  vi.stubGlobal('history', {
    state: null,
    replaceState: (_state: unknown, _title: string, to: string) => {
      place.hash = to.includes('#') ? to.slice(to.indexOf('#')) : '';
    },
  });
  vi.stubGlobal('window', { addEventListener: (_name: string, listener: () => void) => listeners.add(listener) });
  return {
    place,
    go(hash: string) {
      place.hash = hash;
      for (const listener of listeners) listener();
    },
  };
}

export async function page(messages: readonly Message[] | null = FILE, { keeps = true } = {}) {
  const jobs = new Jobs();
  const asked: Promise<unknown>[] = [];
  const client = {
    request: (name: never, input: never) => {
      const answer = jobs.run(name, input, { signal: new AbortController().signal, onProgress: () => undefined });
      asked.push(answer.catch(() => undefined));
      return answer;
    },
  } as unknown as EngineClient;
  const state = createCell<State>(INITIAL_STATE);
  const calls: string[] = [];
  const opened: File[] = [];
  const history = createHistory(state, {
    now: () => 0,
    held: () => false,
    inTurn: (step) => step(),
    apply: () => undefined,
  });
  const editing = createEditing(state, { client: () => client, record: history.record, changed: () => undefined });
  const incoming = createIncoming(state, {
    client: () => client,
    open: async (file) => {
      opened.push(file);
    },
    keeping: {
      flush: async () => {
        calls.push(`flush ${state.get().scenario?.id}`);
      },
      recall: () => calls.push('recall'),
      workspace: () => calls.push(`save ${state.get().scenario?.id === 'mine' ? 'mine' : 'another'}`),
    },
    editing,
    tuning: {
      cancel: () => undefined,
      replay: () => calls.push('replay'),
      restore: ({ lanes, active, yardstick, probes, prices }: Omit<Work, 'edits'>) =>
        state.set({ lanes, active, yardstick, probes, prices }),
    },
    record: (name, change) => {
      const { lanes, active, yardstick, probes, prices, edits } = state.get();
      const before = { lanes, active, yardstick, probes, prices, edits };
      history.record(name, before, { ...before, ...change });
    },
    refresh: async () => undefined,
    keeps: () => keeps,
  });
  const take = async (file: readonly Message[]) => {
    const text = new Blob([JSON.stringify(file)]);
    const read = await client.request('open', { file: text, name: 'mine.json' });
    const conversation = read.conversations[0]?.id ?? '';
    const { info } = await client.request('choose', { conversation, counts: [] });
    const document: OpenDocument = { id: 'd', name: 'mine.json', title: 'Mine', conversation, file: read, info };
    state.set({ phase: 'ready', document, scenario: { id: 'mine', title: 'My settings', tags: [] }, edits: [] });
  };
  if (messages) await take(messages);
  /** Resolves when the link in the address or the paste has been read and held against what is open. */
  const looked = () =>
    vi.waitFor(() => {
      const { link } = state.get();
      if (!link || link.status === 'reading' || (link.status === 'read' && !link.link.file && link.fit === 'unknown')) {
        throw new Error('It is not read yet.');
      }
      return link;
    }, PATIENCE);
  /** Resolves when all that was asked of the worker has been answered, and nothing more is asked because of that. */
  const idle = async () => {
    for (let known = -1; known < asked.length; ) {
      known = asked.length;
      await Promise.all(asked);
      await new Promise((done) => setTimeout(done));
    }
  };
  const sharing = createSharing(state, () => client);
  return { state, client, incoming, editing, history, sharing, calls, opened, take, looked, idle };
}

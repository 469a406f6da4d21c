/** The calls of a span as they go by: which one a result answers, and which files were read and changed. */

import type { CallNote } from './notes';

/** Calls that are looked at one by one before a map is asked: a result follows its call closely. */
const NEAR = 16;

/** What happened to a file: a call named it, or a call's result said that nothing came of it. */
interface FileEvent {
  path: string;
  changes: boolean;
  happened: boolean;
}

export class Calls {
  private readonly calls: CallNote[] = [];
  private readonly events: FileEvent[] = [];
  /** Calls by id, the latest of those before `mapped`; made when a result is far from its call. */
  private byId: Map<string, CallNote> | null = null;
  private mapped = 0;

  add(call: CallNote): void {
    this.calls.push(call);
    if (call.path === null || call.kind === 'other') return;
    this.events.push({ path: call.path, changes: call.kind === 'changes', happened: true });
  }

  /** The latest call with an id. */
  answeredBy(id: string): CallNote | undefined {
    const { calls } = this;
    const near = Math.max(0, calls.length - NEAR);
    for (let at = calls.length - 1; at >= near; at--) if (calls[at]?.id === id) return calls[at];
    this.byId ??= new Map();
    for (; this.mapped < calls.length; this.mapped++) {
      const call = calls[this.mapped] as CallNote;
      this.byId.set(call.id, call);
    }
    return this.byId.get(id);
  }

  /** Its file was neither read nor changed. */
  failed(call: CallNote): void {
    if (call.path !== null) this.events.push({ path: call.path, changes: call.kind !== 'reads', happened: false });
  }

  /** Files by what happened to them last, the newest first; what was changed does not count as read. */
  files(): { read: string[]; changed: string[] } {
    const changed = this.latest(true);
    const read = this.latest(false);
    if (changed.length === 0 || read.length === 0) return { read, changed };
    const both = new Set(changed);
    return { read: read.filter((path) => !both.has(path)), changed };
  }

  private latest(changes: boolean): string[] {
    const { events } = this;
    const paths: string[] = [];
    if (events.length === 0) return paths;
    const seen = new Set<string>();
    for (let at = events.length - 1; at >= 0; at--) {
      const event = events[at] as FileEvent;
      if (event.changes !== changes) continue;
      const before = seen.size;
      if (seen.add(event.path).size > before && event.happened) paths.push(event.path);
    }
    return paths;
  }
}

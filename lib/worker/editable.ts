/** The open conversation with the changes made to it: each can be taken back, and what was recorded about messages follows them. */

import { type Operation, patchOf } from '../editing/operations';
import { applyPatch, destinations, type NamedPatch, type Patch } from '../editing/patch';
import { countTranscript, type TokenCounter, type TokenCounts } from '../engine/accounting';
import type { Message, Transcript } from '../engine/transcript';
import type { Conversation } from '../importers/importer';

export class Editable {
  private transcript: Transcript;
  private readonly applied: { patch: NamedPatch; inverse: Patch }[] = [];
  /** Patches that were taken back come again as the same objects, so that messages keep what is known of them. */
  private readonly known = new Map<string, NamedPatch>();
  private made: Conversation;

  constructor(private readonly original: Conversation) {
    const { messages, tools } = original;
    this.transcript = tools ? { messages, tools } : { messages };
    this.made = original;
  }

  get conversation(): Conversation {
    return this.made;
  }

  get patches(): readonly NamedPatch[] {
    return this.applied.map(({ patch }) => patch);
  }

  /** The messages as they were imported. */
  get imported(): readonly Message[] {
    return this.original.messages;
  }

  /** Per message of now its index among the imported ones, or -1 where it came later. One that was changed in its place is still the one it was. */
  importedPlaces(): Int32Array {
    let { transcript } = this;
    const to = Int32Array.from(transcript.messages, (_, index) => index);
    for (let position = this.applied.length - 1; position >= 0; position--) {
      const inverse = this.applied[position]?.inverse;
      if (!inverse) continue;
      const { transcript: before, origin } = applyPatch(transcript, inverse);
      const back = destinations(inverse, origin, transcript.messages.length);
      for (let index = 0; index < to.length; index++) to[index] = back[to[index] as number] ?? -1;
      transcript = before;
    }
    return to;
  }

  /**
   * Applies an operation on top of all others. `origin` tells per message of now its index before, or -1.
   * Throws an OperationError where it makes no sense.
   */
  edit(id: string, operation: Operation): { patch: NamedPatch; origin: Int32Array } {
    const patch = { id, ...patchOf(this.transcript.messages, operation) };
    const origin = this.apply(patch);
    this.refresh();
    return { patch, origin };
  }

  /**
   * Makes these the patches that are applied: takes back what is not among them, applies what is missing. Where one of
   * them does not fit, those before it stay, and the PatchError goes on.
   */
  setPatches(patches: readonly NamedPatch[]): { origin: Int32Array } {
    const before = this.transcript.messages;
    let common = 0;
    while (common < this.applied.length && this.applied[common]?.patch.id === patches[common]?.id) common++;
    try {
      while (this.applied.length > common) {
        const undone = this.applied.pop();
        if (undone) this.transcript = applyPatch(this.transcript, undone.inverse).transcript;
      }
      for (const patch of patches.slice(common)) this.apply(this.known.get(patch.id) ?? patch);
    } finally {
      this.refresh();
    }
    return { origin: originByIdentity(before, this.transcript.messages) };
  }

  private apply(patch: NamedPatch): Int32Array {
    const { transcript, inverse, origin } = applyPatch(this.transcript, patch);
    this.transcript = transcript;
    this.applied.push({ patch, inverse });
    this.known.set(patch.id, patch);
    return origin;
  }

  /** Recorded compactions and usage stand at the messages where they belong now; what belonged to a lost one is lost. */
  private refresh(): void {
    const { messages, tools } = this.transcript;
    const origin = originByIdentity(this.original.messages, messages);
    const to = new Int32Array(this.original.messages.length).fill(-1);
    for (let index = 0; index < origin.length; index++) {
      const source = origin[index] as number;
      if (source >= 0) to[source] = index;
    }
    const { boundaries, usage, tools: _tools, ...rest } = this.original;
    this.made = {
      ...rest,
      messages,
      ...(tools ? { tools } : {}),
      usage: usage.map((one) => ({ ...one, message: to[one.message] as number })).filter(({ message }) => message >= 0),
      boundaries: boundaries
        .map((one) => ({ ...one, before: nextKept(to, one.before) }))
        .filter(({ before }) => before >= 0),
    };
  }
}

/** Where the first message from here on that is still there stands now, or -1. */
function nextKept(to: Int32Array, from: number): number {
  for (let message = from; message < to.length; message++) {
    if ((to[message] as number) >= 0) return to[message] as number;
  }
  return -1;
}

function originByIdentity(before: readonly Message[], after: readonly Message[]): Int32Array {
  const positions = new Map<Message, number>();
  before.forEach((message, index) => {
    positions.set(message, index);
  });
  return Int32Array.from(after, (message) => positions.get(message) ?? -1);
}

/** Counts after a change: what stayed keeps its counts, what is new is counted. `origin` is as `edit` gives it. */
export function recount(
  counts: TokenCounts,
  counter: TokenCounter,
  { messages, tools }: Transcript,
  origin: Int32Array,
): TokenCounts {
  const content = new Int32Array(messages.length);
  const message = new Int32Array(messages.length);
  for (let index = 0; index < messages.length; index++) {
    const source = origin[index] as number;
    if (source >= 0) {
      content[index] = counts.content[source] as number;
      message[index] = counts.message[source] as number;
    } else {
      const one = countTranscript({ messages: [messages[index] as Message] }, counter);
      content[index] = one.content[0] as number;
      message[index] = one.message[0] as number;
    }
  }
  const schemas = tools ? countTranscript({ messages: [], tools }, counter).tools : 0;
  return { counter: counts.counter, content, message, tools: schemas };
}

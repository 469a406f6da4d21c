/** The messages of a window in order, as providers look at them: role, call ids, emptiness, and quick ways to a neighbour. */

import type { Message } from '../../engine/transcript';
import { RankSet } from './rank-set';

/** What matters of a message. Ids are numbers: the same text is the same number within a line; 0 is no id. */
export interface Shape {
  readonly role: 'instruction' | 'user' | 'assistant' | 'tool';
  readonly calls: readonly number[];
  /** The call that a tool result answers. */
  readonly answers: number;
  readonly content: 'null' | 'empty' | 'white space' | 'text';
}

const NO_CALLS: readonly number[] = [];

/** Makes shapes of messages; one interner a line, so that ids agree. */
export class Shapes {
  private readonly ids = new Map<string, number>();

  of(message: Message): Shape {
    const { role, content, tool_calls: calls, tool_call_id: answers } = message;
    return {
      role: role === 'system' || role === 'developer' ? 'instruction' : role,
      calls: role === 'assistant' && calls && calls.length > 0 ? calls.map((call) => this.intern(call.id)) : NO_CALLS,
      answers: role === 'tool' && answers !== undefined ? this.intern(answers) : 0,
      content: contentOf(content),
    };
  }

  private intern(id: string): number {
    let number = this.ids.get(id);
    if (number === undefined) {
      number = this.ids.size + 1;
      this.ids.set(id, number);
    }
    return number;
  }
}

/** Looks no further than the first character that is not white space. */
function contentOf(content: string | null | undefined): Shape['content'] {
  if (content === null || content === undefined) return 'null';
  if (content === '') return 'empty';
  return /\S/.test(content) ? 'text' : 'white space';
}

/** Who stands where. Ranks go from 1 to `length`; 0 is the start of the line, and `length + 1` its end. */
export class Line {
  readonly end: number;
  readonly all: RankSet;
  readonly tools: RankSet;
  /** Everything but tool results. */
  readonly others: RankSet;
  /** User and assistant messages. */
  readonly speakers: RankSet;
  readonly assistants: RankSet;
  /** Assistant messages with tool calls. */
  readonly callers: RankSet;
  /** What makes up a user turn where results belong to it: user messages and tool results. */
  readonly replies: RankSet;
  private readonly shapes: (Shape | undefined)[];

  constructor(
    length: number,
    private readonly make: (rank: number) => Shape,
  ) {
    this.end = length + 1;
    const set = () => new RankSet(length + 1);
    this.all = set();
    this.tools = set();
    this.others = set();
    this.speakers = set();
    this.assistants = set();
    this.callers = set();
    this.replies = set();
    this.shapes = new Array(length + 1);
  }

  shape(rank: number): Shape {
    let shape = this.shapes[rank];
    if (!shape) {
      shape = this.make(rank);
      this.shapes[rank] = shape;
    }
    return shape;
  }

  add(rank: number): void {
    for (const set of this.setsOf(this.shape(rank))) set.add(rank);
  }

  delete(rank: number): void {
    for (const set of this.setsOf(this.shape(rank))) set.delete(rank);
  }

  private setsOf({ role, calls }: Shape): readonly RankSet[] {
    if (role === 'tool') return [this.all, this.tools, this.replies];
    if (role === 'user') return [this.all, this.others, this.speakers, this.replies];
    if (role === 'instruction') return [this.all, this.others];
    const sets = [this.all, this.others, this.speakers, this.assistants];
    if (calls.length > 0) sets.push(this.callers);
    return sets;
  }
}

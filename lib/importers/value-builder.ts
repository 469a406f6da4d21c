/** Builds a JSON value while its text goes by: the outer containers member by member, what is inside them from their text. */

/** Containers that are built member by member: enough for the messages of the samples of a file. */
const BUILT_LEVELS = 4;

interface OpenContainer {
  members: { [key: string]: unknown } | unknown[];
  /** In an object: the key of the member that comes next. */
  key: string;
}

export class ValueBuilder {
  private readonly containers: OpenContainer[] = [];
  /** The text of the member under way, in parts. */
  private parts: string[] = [];
  private length = 0;
  private result: unknown;

  /** Whether a container that opens now is built member by member. */
  get buildsNext(): boolean {
    return this.containers.length < BUILT_LEVELS;
  }

  /** How many containers are open that are built member by member. */
  get depth(): number {
    return this.containers.length;
  }

  /** Code units of the member under way. */
  get heldLength(): number {
    return this.length;
  }

  open(isObject: boolean): void {
    this.containers.push({ members: isObject ? {} : [], key: '' });
  }

  close(): void {
    const closed = this.containers.pop();
    if (closed) this.attach(closed.members);
  }

  keep(text: string): void {
    this.parts.push(text);
    this.length += text.length;
  }

  /** The text kept so far is a whole key. Throws where it is no JSON. */
  key(): void {
    const container = this.containers.at(-1);
    const key: unknown = JSON.parse(this.takeText());
    if (container) container.key = String(key);
  }

  /** The text kept so far is a whole value. Throws where it is no JSON. */
  value(): void {
    this.attach(JSON.parse(this.takeText()));
  }

  take(): unknown {
    const value = this.result;
    this.result = undefined;
    return value;
  }

  /**
   * What can be kept of a value that breaks off: everything up to the last complete element of the outermost open array
   * that has one. Undefined where there is no such array.
   */
  salvage(): { value: unknown; kept: number } | undefined {
    const depth = this.containers.findIndex(({ members }) => Array.isArray(members) && members.length > 0);
    const list = this.containers[depth]?.members;
    if (!Array.isArray(list)) return undefined;
    this.containers.length = depth + 1;
    while (this.containers.length > 0) this.close();
    return { value: this.take(), kept: list.length };
  }

  private takeText(): string {
    const text = this.parts.length === 1 ? (this.parts[0] as string) : this.parts.join('');
    this.parts = [];
    this.length = 0;
    return text;
  }

  private attach(value: unknown): void {
    const container = this.containers.at(-1);
    if (!container) this.result = value;
    else if (Array.isArray(container.members)) container.members.push(value);
    // As JSON.parse has it: such a key is a member like any other, and no prototype.
    else if (container.key === '__proto__') Object.defineProperty(container.members, '__proto__', ownMember(value));
    else container.members[container.key] = value;
  }
}

function ownMember(value: unknown): PropertyDescriptor {
  return { value, writable: true, enumerable: true, configurable: true };
}

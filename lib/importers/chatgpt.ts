/** ChatGPT's data export and its conversations one by one: a tree of messages each, with the path that is open and the answers left behind. */

import { closeSteps, MOST_BRANCHES, messageStep, type Step } from './agent-steps';
import { chatgptRecords } from './chatgpt-message';
import { Collector } from './collector';
import type { FileRecord, Importer, ImportSession, ParsedFile, Sample, Verdict } from './importer';
import { countOf, isRecord, type JsonRecord, own, ownRecord, ownString, ownWord } from './json-values';
import { knownFields } from './known-fields';

export const chatgpt: Importer = {
  id: 'chatgpt',
  label: 'ChatGPT export',
  detect,
  start: () => new ChatgptSession(),
};

const LOOKED_AT = 60;
const READ = knownFields(
  'title mapping current_node id conversation_id create_time update_time default_model_slug is_archived is_starred',
);
const READ_TEXTS = knownFields('title current_node id conversation_id default_model_slug');
const READ_NODE = knownFields('id message parent children');
const NODE_TEXTS = knownFields('id parent');
const READ_MESSAGE = knownFields(
  'id author create_time update_time content status end_turn weight metadata recipient channel',
);
const MESSAGE_TEXTS = knownFields('id status recipient channel');

/** Whether a node holds a message with its author, or is the empty one at the root. */
function isNode(value: unknown): boolean {
  if (!isRecord(value) || !('parent' in value || 'children' in value)) return false;
  const message = own(value, 'message');
  return message === null || message === undefined || (isRecord(message) && isRecord(own(message, 'author')));
}

function isConversation(value: unknown): value is JsonRecord {
  const mapping = isRecord(value) ? ownRecord(value, 'mapping') : undefined;
  if (!mapping) return false;
  const nodes = Object.values(mapping).slice(0, LOOKED_AT);
  return nodes.length > 0 && nodes.filter(isNode).length * 2 >= nodes.length;
}

function detect(sample: Sample): Verdict {
  for (const { value } of sample.records.slice(0, LOOKED_AT)) {
    const values = Array.isArray(value) ? value.slice(0, LOOKED_AT) : [value];
    if (values.some(isConversation))
      return {
        confidence: 0.97,
        reason: 'Messages stand in a tree under `mapping`, each with its `author`, as ChatGPT exports them.',
      };
  }
  return { confidence: 0, reason: 'No tree of messages under `mapping`.' };
}

interface TreeNode {
  parent: string | undefined;
  message: JsonRecord | undefined;
}

class ChatgptSession implements ImportSession {
  private readonly collector = new Collector();

  push({ value, line }: FileRecord): void {
    for (const entry of Array.isArray(value) ? value : [value]) {
      if (isConversation(entry)) this.readConversation(entry, line);
      else this.collector.skipped.add(line, 'a value without a tree of messages under `mapping`');
    }
  }

  finish(): ParsedFile {
    return this.collector.finish();
  }

  private readConversation(conversation: JsonRecord, line: number): void {
    this.collector.unreadFields(conversation, READ, READ_TEXTS);
    const title = ownWord(conversation, 'title');
    const nodes = this.nodesOf(ownRecord(conversation, 'mapping') ?? {}, line);
    const parents = new Set([...nodes.values()].map(({ parent }) => parent));
    const ends = [...nodes.keys()].filter((id) => !parents.has(id));
    const open = ownString(conversation, 'current_node');
    const current = open !== undefined && nodes.has(open) ? open : ends.at(-1);
    const seen = new Set<string>();
    const main = current === undefined ? [] : pathTo(current, nodes, seen);
    // What was left behind: an answer that was made again, or words that were changed.
    const left = ends.filter((id) => !seen.has(id) && says(id, nodes, seen));
    const branches = left.slice(-MOST_BRANCHES);
    closeSteps(this.collector, this.stepsOf(main, line), { title, ...(branches.length > 0 && { part: 'main' }) });
    for (const end of branches)
      closeSteps(this.collector, this.stepsOf(pathTo(end, nodes, seen), line), { title, part: 'branch' });
    if (branches.length > 0)
      this.collector.note(
        'Where words were changed or an answer was made again, what was left behind is a branch of its own.',
      );
    let lost = 0;
    for (const [id, { message }] of nodes) if (message && !seen.has(id)) lost++;
    if (lost > 0) this.collector.skipped.add(line, `${countOf(lost, 'message')} on no path that is offered`);
  }

  private nodesOf(mapping: JsonRecord, line: number): Map<string, TreeNode> {
    const nodes = new Map<string, TreeNode>();
    for (const [id, node] of Object.entries(mapping)) {
      if (!isRecord(node)) {
        this.collector.skipped.add(line, 'a value that is no object stands in the tree');
        continue;
      }
      this.collector.unreadFields(node, READ_NODE, NODE_TEXTS);
      const message = ownRecord(node, 'message');
      if (message) this.collector.unreadFields(message, READ_MESSAGE, MESSAGE_TEXTS);
      else if ((own(node, 'message') ?? null) !== null)
        this.collector.skipped.add(line, 'a value that is no object stands where a message should');
      nodes.set(id, { parent: ownString(node, 'parent'), message });
    }
    return nodes;
  }

  private stepsOf(path: readonly JsonRecord[], line: number): Step[] {
    const { records, leftOut } = chatgptRecords(path, (owner, read, texts) =>
      this.collector.unreadFields(owner, read, texts),
    );
    for (const kind of leftOut) this.collector.leaveOut(kind, line);
    return records.map((raw) => messageStep(raw, line));
  }
}

/** The messages from the root to a node; where parents go round in a circle, from where it closes. */
function pathTo(end: string, nodes: ReadonlyMap<string, TreeNode>, seen: Set<string>): JsonRecord[] {
  const path: JsonRecord[] = [];
  const visited = new Set<string>();
  let at: string | undefined = end;
  while (at !== undefined && !visited.has(at)) {
    const node: TreeNode | undefined = nodes.get(at);
    if (!node) break;
    visited.add(at);
    seen.add(at);
    if (node.message) path.push(node.message);
    at = node.parent;
  }
  return path.reverse();
}

/** Whether anything is said between a node and the paths that are known already. */
function says(end: string, nodes: ReadonlyMap<string, TreeNode>, known: ReadonlySet<string>): boolean {
  const visited = new Set<string>();
  let at: string | undefined = end;
  while (at !== undefined && !known.has(at) && !visited.has(at)) {
    const node: TreeNode | undefined = nodes.get(at);
    if (node?.message) return true;
    visited.add(at);
    at = node?.parent;
  }
  return false;
}

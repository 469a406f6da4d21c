/** Whether a stored value is a run: every column there, of its kind, and as long as those beside it. */

const isInts = (value: unknown): value is Int32Array => value instanceof Int32Array;
const isBytes = (value: unknown): value is Uint8Array => value instanceof Uint8Array;

function isObject(value: unknown): value is { [name: string]: unknown } {
  return typeof value === 'object' && value !== null;
}

/** Columns under these names, all of one length; `length` is that length where it is known before. */
function areColumns(value: unknown, names: readonly string[], length?: number): boolean {
  if (!isObject(value)) return false;
  let expected = length;
  for (const name of names) {
    const column = value[name];
    if (!isInts(column) && !isBytes(column)) return false;
    expected ??= column.length;
    if (column.length !== expected) return false;
  }
  return true;
}

const DECISION_COLUMNS = [
  'kind',
  'call',
  'first',
  'last',
  'count',
  'before',
  'after',
  'insert',
  'entries',
  'reason',
  'amount',
];

export function isRun(value: unknown): boolean {
  if (!isObject(value)) return false;
  const { system, messageCount, limit, summarizerCalls, leading, messageHead, insertHead, inserts, pinRules } = value;
  if (typeof system !== 'string' || typeof limit !== 'number' || typeof summarizerCalls !== 'number') return false;
  if (typeof messageCount !== 'number' || !isInts(leading)) return false;
  if (!isInts(messageHead) || messageHead.length !== messageCount || !isInts(insertHead)) return false;
  if (!Array.isArray(inserts) || inserts.length !== insertHead.length) return false;
  return (
    areColumns(value.calls, ['before', 'tokens', 'items']) &&
    areColumns(value.arrivals, ['call', 'state', 'cost', 'tokens'], messageCount) &&
    areColumns(value.transitions, ['subject', 'call', 'state', 'into', 'decision', 'previous']) &&
    areColumns(value.decisions, DECISION_COLUMNS) &&
    inserts.every((one) => isObject(one) && isObject(one.message) && typeof one.kind === 'string') &&
    Array.isArray(pinRules) &&
    pinRules.every((one) => isObject(one) && typeof one.id === 'string' && isInts(one.messages))
  );
}

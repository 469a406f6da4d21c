/** OpenHands events to messages: actions become calls, observations their results, parallel calls share one message. */

import {
  isRecord,
  type JsonRecord,
  jsonText,
  own,
  ownArray,
  ownRecord,
  ownString,
  ownText,
  ownWord,
} from './json-values';

export interface EventOutcome {
  messages: JsonRecord[];
  tools?: unknown;
  /** Set where the event never reaches the model: what it is called in the report. */
  leftOut?: string;
}

/** Arguments that OpenHands keeps for itself: the model did not write them. */
const BOOKKEEPING = new Set([
  'action',
  'observation',
  'thought',
  'keep_prompt',
  'is_confirmed',
  'confirmation_state',
  'action_risk',
  'security_risk',
  'kernel_init_code',
  'hidden',
  'blocking',
  'impl_source',
  'translated_ipython_code',
  'wait_for_response',
  'image_urls',
  'images_urls',
  'include_extra',
  'source',
  'id',
  'timestamp',
  'message',
  'timeout',
  'cause',
  'tool_call_metadata',
  'llm_metrics',
]);
const STATE_ACTIONS = new Set([
  'change_agent_state',
  'null',
  'recall',
  'condensation',
  'condensation_request',
  'start',
  'stop',
  'pause',
  'resume',
]);
const STATE_OBSERVATIONS = new Set(['agent_state_changed', 'null', 'recall', 'condense', 'loop_detection']);

/** The text of an image list as parts. */
function withImages(text: unknown, images: readonly unknown[] | undefined): unknown {
  if (!images || images.length === 0) return text ?? null;
  return [{ type: 'text', text: text ?? '' }, ...images.map((url) => ({ type: 'image_url', image_url: { url } }))];
}

export class OpenhandsReader {
  /** Completions whose calls are already in the transcript: the events of parallel calls share one. */
  private readonly seen = new Set<string>();
  /** Calls by the id of the event that made them. */
  private readonly callOf = new Map<string, { id: string; name: string }>();
  private lastSource: string | undefined;

  constructor(private readonly usageOf: ReadonlyMap<string, JsonRecord>) {}

  read(event: JsonRecord): EventOutcome {
    const time = own(event, 'timestamp');
    const isNeither = ['observation', 'action'].every((key) => typeof own(event, key) !== 'string');
    if (isNeither && own(event, 'source') === 'agent' && 'cause' in event)
      return { messages: [], leftOut: 'observation that does not say of what' };
    const outcome = typeof own(event, 'observation') === 'string' ? this.observation(event) : this.action(event);
    if (time === undefined) return outcome;
    return { ...outcome, messages: outcome.messages.map((message) => ({ ...message, timestamp: time })) };
  }

  private action(event: JsonRecord): EventOutcome {
    const action = ownString(event, 'action') ?? '';
    const args = ownRecord(event, 'args') ?? event;
    const source = ownString(event, 'source');
    if (STATE_ACTIONS.has(action)) return { messages: [], leftOut: action };
    if (action === 'system')
      return {
        messages: [{ role: 'system', content: own(args, 'content') ?? jsonText(args) }],
        tools: own(args, 'tools'),
      };
    const content = withImages(own(args, 'content'), ownArray(args, 'image_urls') ?? ownArray(args, 'images_urls'));
    if (action === 'message' && !ownRecord(event, 'tool_call_metadata')) {
      const speaker =
        source ?? (this.lastSource === 'user' ? 'agent' : this.lastSource === undefined ? 'user' : this.answerer(args));
      this.lastSource = speaker;
      const reasoning = ownWord(args, 'reasoning_content');
      const role = speaker === 'agent' ? 'assistant' : 'user';
      return { messages: [{ role, content, ...(reasoning !== undefined && { reasoning }), ...this.usage(event) }] };
    }
    this.lastSource = 'agent';
    if (source === 'user')
      return {
        messages: [
          { role: 'user', content: `[${action}] ${ownString(args, 'command') ?? jsonText(plainArguments(args))}` },
        ],
      };
    return this.call(event, action, args);
  }

  private answerer(args: JsonRecord): string {
    return own(args, 'wait_for_response') === true ? 'agent' : 'user';
  }

  private call(event: JsonRecord, action: string, args: JsonRecord): EventOutcome {
    const metadata = ownRecord(event, 'tool_call_metadata');
    const response = metadata && ownRecord(metadata, 'model_response');
    const responseId = response && ownWord(response, 'id');
    const eventId = idText(own(event, 'id'));
    if (responseId !== undefined && this.seen.has(responseId)) return { messages: [] };
    const choice = response && ownArray(response, 'choices')?.[0];
    const answer = isRecord(choice) ? ownRecord(choice, 'message') : undefined;
    if (answer && (ownArray(answer, 'tool_calls')?.length ?? 0) > 0) {
      if (responseId !== undefined) this.seen.add(responseId);
      const text = own(answer, 'content');
      return {
        messages: [
          {
            ...answer,
            role: 'assistant',
            content: text === null || text === '' ? (ownText(args, 'thought') ?? text) : text,
            ...this.usage(event),
          },
        ],
      };
    }
    const name = (metadata && ownWord(metadata, 'function_name')) ?? action;
    const id =
      (metadata && ownWord(metadata, 'tool_call_id')) ?? (eventId === undefined ? undefined : `event_${eventId}`);
    if (id !== undefined && eventId !== undefined) this.callOf.set(eventId, { id, name });
    const thought = action === 'think' ? null : (ownText(args, 'thought') ?? null);
    const input = plainArguments(args, action === 'think');
    const call = { ...(id !== undefined && { id }), name, arguments: jsonText(input) };
    return { messages: [{ role: 'assistant', content: thought, tool_calls: [call], ...this.usage(event) }] };
  }

  private observation(event: JsonRecord): EventOutcome {
    const kind = ownString(event, 'observation') ?? '';
    const metadata = ownRecord(event, 'tool_call_metadata');
    const cause = idText(own(event, 'cause'));
    const call = cause === undefined ? undefined : this.callOf.get(cause);
    const id = (metadata && ownWord(metadata, 'tool_call_id')) ?? call?.id;
    if (id === undefined && STATE_OBSERVATIONS.has(kind)) return { messages: [], leftOut: `${kind} observation` };
    const extras = ownRecord(event, 'extras') ?? {};
    const content = withImages(own(event, 'content'), ownArray(extras, 'image_urls'));
    if (id !== undefined)
      return { messages: [{ role: 'tool', tool_call_id: id, content, is_error: kind === 'error' }] };
    const isLoose = 'id' in event || kind === 'error' || kind === 'chat' || kind === 'message';
    if (isLoose) return { messages: [{ role: 'user', content }] };
    return { messages: [{ role: 'tool', name: kind, content }] };
  }

  private usage(event: JsonRecord): { usage?: JsonRecord } {
    const response = ownRecord(ownRecord(event, 'tool_call_metadata') ?? {}, 'model_response');
    const id = (response && ownWord(response, 'id')) ?? ownWord(event, 'llm_response_id');
    const usage = (response && ownRecord(response, 'usage')) ?? (id === undefined ? undefined : this.usageOf.get(id));
    return usage ? { usage } : {};
  }
}

function plainArguments(args: JsonRecord, thinks = false): JsonRecord {
  return Object.fromEntries(
    Object.entries(args).filter(
      ([key, value]) =>
        (!BOOKKEEPING.has(key) || (thinks && key === 'thought')) && value !== null && value !== undefined,
    ),
  );
}

/** An id of an event: a number, or in newer files a text. */
function idText(id: unknown): string | undefined {
  return typeof id === 'string' || typeof id === 'number' ? String(id) : undefined;
}

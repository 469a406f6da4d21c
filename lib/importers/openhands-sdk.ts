/** Events of the OpenHands SDK (`kind: "MessageEvent"`, `"ActionEvent"` and so on) to messages. */

import { isRecord, type JsonRecord, jsonText, own, ownArray, ownRecord, ownString, ownWord } from './json-values';
import type { EventOutcome } from './openhands-messages';

export function isSdkEvent(event: JsonRecord): boolean {
  const kind = ownString(event, 'kind') ?? '';
  return (
    typeof own(event, 'source') === 'string' && /(?:Event|Action|Observation|Condensation)$|^Condensation/.test(kind)
  );
}

/** Answers whose calls are read one event each, though they were made together. */
export class SdkReader {
  private open: { response: string; message: { [key: string]: unknown }; calls: JsonRecord[] } | undefined;

  read(event: JsonRecord): EventOutcome {
    const time = own(event, 'timestamp');
    const outcome = this.outcome(event);
    if (time === undefined) return outcome;
    return {
      ...outcome,
      messages: outcome.messages.map((message) => ('timestamp' in message ? message : { ...message, timestamp: time })),
    };
  }

  /** The answer that still waits for further calls, once no more can come. */
  flush(): JsonRecord[] {
    const { open } = this;
    this.open = undefined;
    return open ? [{ ...open.message, tool_calls: open.calls }] : [];
  }

  private outcome(event: JsonRecord): EventOutcome {
    const kind = ownString(event, 'kind') ?? '';
    if (kind === 'ActionEvent') return this.action(event);
    const before = this.flush();
    const messages = this.spoken(kind, event);
    if (!messages) return { messages: before, leftOut: kind };
    const tools = kind === 'SystemPromptEvent' ? own(event, 'tools') : undefined;
    return { messages: [...before, ...messages], ...(tools !== undefined && { tools }) };
  }

  private spoken(kind: string, event: JsonRecord): JsonRecord[] | undefined {
    const callId = ownWord(event, 'tool_call_id');
    switch (kind) {
      case 'SystemPromptEvent': {
        const prompt = own(event, 'system_prompt');
        return [{ role: 'system', content: isRecord(prompt) ? [prompt] : prompt }];
      }
      case 'MessageEvent': {
        const message = ownRecord(event, 'llm_message');
        const extra = ownArray(event, 'extended_content') ?? [];
        const content = message && own(message, 'content');
        return message
          ? [{ ...message, content: extra.length > 0 && Array.isArray(content) ? [...content, ...extra] : content }]
          : undefined;
      }
      case 'ObservationEvent': {
        const observation = ownRecord(event, 'observation') ?? {};
        const content = own(observation, 'content') ?? own(observation, 'output') ?? jsonText(observation);
        return [
          {
            role: 'tool',
            content,
            ...(callId !== undefined && { tool_call_id: callId }),
            name: own(event, 'tool_name'),
            ...(own(observation, 'is_error') === true && { is_error: true }),
          },
        ];
      }
      case 'AgentErrorEvent':
      case 'UserRejectObservation': {
        const content = own(event, 'error') ?? own(event, 'rejection_reason') ?? '';
        return [
          {
            role: 'tool',
            content,
            ...(callId !== undefined && { tool_call_id: callId }),
            ...(kind === 'AgentErrorEvent' && { is_error: true }),
          },
        ];
      }
      case 'CondensationSummaryEvent':
        return [{ role: 'user', content: own(event, 'summary') }];
      default:
        return undefined;
    }
  }

  private action(event: JsonRecord): EventOutcome {
    const raw = ownRecord(event, 'tool_call') ?? {};
    const inner = ownRecord(raw, 'function') ?? raw;
    const call = {
      id: ownWord(event, 'tool_call_id') ?? own(raw, 'id'),
      name: ownWord(event, 'tool_name') ?? own(inner, 'name'),
      arguments: own(inner, 'arguments') ?? own(event, 'action'),
    };
    const response = ownWord(event, 'llm_response_id') ?? '';
    const thought = ownArray(event, 'thought') ?? [];
    const reasoning = ownWord(event, 'reasoning_content');
    if (this.open && response !== '' && this.open.response === response) {
      this.open.calls.push(call);
      // The words stand at one of the calls of a response, mostly the first.
      const { message } = this.open;
      if (message.content === null && thought.length > 0) message.content = thought;
      if (message.reasoning === undefined && reasoning !== undefined) message.reasoning = reasoning;
      return { messages: [] };
    }
    const messages = this.flush();
    this.open = {
      response,
      calls: [call],
      message: {
        role: 'assistant',
        content: thought.length > 0 ? thought : null,
        timestamp: own(event, 'timestamp'),
        ...(reasoning !== undefined && { reasoning }),
      },
    };
    return { messages };
  }
}

/** What providers demand of the messages of a request: each rule in words, under a number that fits typed arrays. */

export const PROVIDERS = ['openai-chat', 'openai-responses', 'anthropic', 'gemini'] as const;
export type ProviderId = (typeof PROVIDERS)[number];

export const PROVIDER_LABELS: { readonly [provider in ProviderId]: string } = {
  'openai-chat': 'OpenAI Chat Completions',
  'openai-responses': 'OpenAI Responses',
  anthropic: 'Anthropic Messages',
  gemini: 'Gemini',
};

export interface ProviderRule {
  readonly provider: ProviderId;
  readonly id: string;
  /** The rule, for people. */
  readonly sentence: string;
}

const chat = (id: string, sentence: string): ProviderRule => ({ provider: 'openai-chat', id, sentence });
const responses = (id: string, sentence: string): ProviderRule => ({ provider: 'openai-responses', id, sentence });
const anthropic = (id: string, sentence: string): ProviderRule => ({ provider: 'anthropic', id, sentence });
const gemini = (id: string, sentence: string): ProviderRule => ({ provider: 'gemini', id, sentence });

/** Codes are positions in this list; new rules go at the end. */
export const RULES = [
  chat('no-messages', 'A request needs at least one message.'),
  chat(
    'unanswered-call',
    'An assistant message with tool calls must be followed at once by a tool message for each of its calls.',
  ),
  chat('stray-result', 'A tool message must stand right after the assistant message that made its call.'),
  chat('null-content', 'Only an assistant message with tool calls may go without content.'),
  responses('no-messages', 'A request needs at least one input item.'),
  responses('unanswered-call', 'Every function call in the input needs its output after it.'),
  responses('stray-result', 'A function call output needs the call with its id before it.'),
  anthropic('no-messages', 'A request needs at least one user message beside the system prompt.'),
  anthropic('first-user', 'The first message after the system prompt must come from the user.'),
  anthropic(
    'unanswered-call',
    'The user turn right after an assistant turn must begin with a result for each of its tool uses.',
  ),
  anthropic('stray-result', 'A tool result must answer a tool use of the assistant turn right before it.'),
  anthropic('second-result', 'A tool use may have one result only.'),
  anthropic('repeated-id', 'The ids of tool uses must differ within a request.'),
  anthropic('empty-content', 'A message must have text that is more than white space, or tool uses or results.'),
  gemini('no-messages', 'A request needs at least one content beside the system instruction.'),
  gemini('first-user', 'The first content must come from the user.'),
  gemini('call-turn', 'A function call turn must come right after a user turn or a function response turn.'),
  gemini('response-turn', 'A function response turn must come right after a function call turn.'),
  gemini(
    'response-count',
    'A function call turn must be followed by as many function responses as it has function calls.',
  ),
  gemini('empty-content', 'A content must have a part that is not empty.'),
] as const satisfies readonly ProviderRule[];

/** The code of a rule, for columns and comparisons. */
export function ruleCode(provider: ProviderId, id: string): number {
  return RULES.findIndex((rule) => rule.provider === provider && rule.id === id);
}

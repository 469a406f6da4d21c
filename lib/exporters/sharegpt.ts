/**
 * ShareGPT with the roles that LLaMA-Factory documents: human, gpt, function_call, observation, a system text and the tools
 * as JSON in a string. Calls have no ids: a call stands right before its result, parallel ones one after another.
 */

import type { Transcript } from '../engine/transcript';
import type { Exporter } from './exporter';
import { argumentsObject, jsonFile, withField } from './json-pieces';
import { extensionLosses, isBlank, leftOut, pairingLosses, sentence } from './losses';
import { callInWords, type PairedCall, pairCalls, resultInWords } from './pairing';
import { plainTools, toolLosses } from './tool-schemas';

interface Turn {
  from: 'system' | 'human' | 'gpt' | 'function_call' | 'observation';
  value: string;
}

export const sharegpt: Exporter = {
  id: 'sharegpt',
  label: 'ShareGPT',
  extension: 'json',
  losses(transcript) {
    const { messages } = transcript;
    const pairing = pairCalls(messages);
    const { turns } = turnsOf(transcript);
    const blank = messages.filter((message) => message.role !== 'tool' && isBlank(message)).length;
    const developers = messages.filter(({ role }) => role === 'developer').length;
    const sent = pairing.calls.filter((call) => !pairing.isPassedOver(call));
    const parallel = new Set(
      sent.filter((call, at) => sent[at - 1]?.message === call.message).map((one) => one.message),
    );
    const broken = sent.filter(({ call }) => argumentsObject(call.function.arguments) === null).length;
    return [
      ...(sent.length > 0 ? ['Left out: the ids of calls; a result follows its call.'] : []),
      ...extensionLosses(transcript),
      ...leftOut(blank, 'message', ' without text'),
      ...sentence(developers, 'developer message', 'cannot be told from system messages'),
      ...sentence(parallel.size, 'message', 'with parallel calls became one call and result after another'),
      ...sentence(movedResults(sent), 'result', 'moved up to right after the call'),
      ...sentence(broken, 'call', 'had arguments that are no JSON object; they stand as a text'),
      ...pairingLosses(transcript, pairing, false),
      ...toolLosses(transcript),
      ...sentence(outOfTurn(turns), 'turn', 'out of turn: LLaMA-Factory wants the two sides to alternate'),
    ];
  },
  *write(transcript) {
    const { system, turns } = turnsOf(transcript);
    const tools = plainTools(transcript);
    yield* jsonFile([
      ['conversations', turns.map((turn) => JSON.stringify(turn))],
      ...(system === null ? [] : [['system', JSON.stringify(system)] as const]),
      ...(tools.length === 0 ? [] : [['tools', JSON.stringify(JSON.stringify(tools))] as const]),
    ]);
  },
};

/** Results that something else came before. */
function movedResults(calls: readonly PairedCall[]): number {
  let count = 0;
  for (const [at, call] of calls.entries()) {
    const before = calls[at - 1];
    const own = before?.message === call.message && before.result >= 0 ? before.result : call.message;
    if (call.result >= 0 && call.result !== own + 1) count++;
  }
  return count;
}

function outOfTurn(turns: readonly Turn[]): number {
  const isUser = ({ from }: Turn) => from === 'human' || from === 'observation';
  return turns.filter((turn, at) => {
    const before = turns[at - 1];
    return turn.from === 'system' || (before !== undefined && isUser(before) === isUser(turn));
  }).length;
}

/** The first message is the system text where it is one; later ones stand among the turns. */
function turnsOf({ messages }: Transcript): { system: string | null; turns: Turn[] } {
  const pairing = pairCalls(messages);
  const turns: Turn[] = [];
  let system: string | null = null;
  for (const [index, message] of messages.entries()) {
    const { role, content } = message;
    const text = content ?? '';
    if (role === 'tool') {
      if (!pairing.answeredBy(index)) turns.push({ from: 'human', value: resultInWords(message) });
      continue;
    }
    if (text.trim() !== '') {
      if ((role === 'system' || role === 'developer') && index === 0) system = text;
      else turns.push({ from: role === 'user' ? 'human' : role === 'assistant' ? 'gpt' : 'system', value: text });
    }
    for (const one of pairing.callsOf(index)) {
      if (pairing.isPassedOver(one)) turns.push({ from: 'gpt', value: callInWords(one.call) });
      else {
        turns.push({ from: 'function_call', value: callValue(one) });
        if (one.result >= 0) turns.push({ from: 'observation', value: messages[one.result]?.content ?? '' });
      }
    }
  }
  return { system, turns };
}

function callValue({ call: { function: target } }: PairedCall): string {
  const { name, arguments: text } = target;
  return withField({ name }, 'arguments', argumentsObject(text) ?? JSON.stringify(text));
}

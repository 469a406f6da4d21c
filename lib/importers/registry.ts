/** The importers in order, and the choice among them: the surest wins, and the runners-up are kept as alternatives. */

import { agentdojo } from './agentdojo';
import { aider } from './aider';
import { anthropicMessages } from './anthropic-messages';
import { atif } from './atif';
import { chatgpt } from './chatgpt';
import { claudeCode } from './claude-code';
import { codexRollout } from './codex-rollout';
import { copilotCli } from './copilot-cli';
import { cursor } from './cursor';
import { factoryDroid } from './factory-droid';
import { gemini } from './gemini';
import { geminiCli } from './gemini-cli';
import { generic } from './generic';
import { grokCli } from './grok-cli';
import { ImportError } from './import-error';
import type { Importer, Sample, Verdict } from './importer';
import { inspect } from './inspect';
import { kimiCli } from './kimi-cli';
import { langchain } from './langchain';
import { langfuse } from './langfuse';
import { letta } from './letta';
import { miniSweAgent } from './mini-swe-agent';
import { openaiChat } from './openai-chat';
import { openaiResponses } from './openai-responses';
import { opencode } from './opencode';
import { openhands } from './openhands';
import { otelGenai } from './otel-genai';
import { pi } from './pi';
import { qwenCode } from './qwen-code';
import { scenario } from './scenario';
import { sharegpt } from './sharegpt';
import { sweAgent } from './swe-agent';
import { tauBench } from './tau-bench';
import { vercelAiSdk } from './vercel-ai-sdk';

/** Most specific first: between equally sure importers the earlier one wins. */
export const IMPORTERS: readonly Importer[] = [
  scenario,
  claudeCode,
  codexRollout,
  grokCli,
  kimiCli,
  opencode,
  geminiCli,
  qwenCode,
  pi,
  factoryDroid,
  copilotCli,
  cursor,
  chatgpt,
  anthropicMessages,
  openaiResponses,
  agentdojo,
  inspect,
  tauBench,
  langchain,
  vercelAiSdk,
  sweAgent,
  miniSweAgent,
  atif,
  sharegpt,
  letta,
  openhands,
  langfuse,
  otelGenai,
  gemini,
  openaiChat,
  aider,
  generic,
];

/** From here on an importer may be chosen without asking. */
const SURE_ENOUGH = 0.5;

export interface Candidate {
  importer: Importer;
  verdict: Verdict;
}

/** Every importer's verdict on the sample, best first, and the first where it is sure enough. */
export function chooseImporter(sample: Sample): { chosen: Candidate | undefined; ranked: Candidate[] } {
  const ranked = IMPORTERS.map((importer) => ({ importer, verdict: importer.detect(sample) }));
  ranked.sort((one, other) => other.verdict.confidence - one.verdict.confidence);
  const best = ranked[0];
  return { chosen: best && best.verdict.confidence >= SURE_ENOUGH ? best : undefined, ranked };
}

/** The importer with this id; throws an ImportError that lists the known ones. */
export function importerById(id: string, fileName: string): Importer {
  const importer = IMPORTERS.find((known) => known.id === id);
  if (importer) return importer;
  throw new ImportError({
    what: `The format "${id}" is not known`,
    where: fileName,
    remedy: `Choose one of ${IMPORTERS.map((known) => known.id).join(', ')}, or leave the format out to have it detected.`,
  });
}

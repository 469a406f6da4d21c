/** The worker's side of findings: a run with everything it is looked at with, and remedies tried out by replaying them. */

import type { Config } from '../engine/system';
import { type Examination, examineInTurns } from '../metrics/findings';
import type { Examined } from '../metrics/findings/finding';
import { type ProvenRemedy, provenRemedies } from '../metrics/findings/prove';
import { unsentOf } from '../metrics/findings/recorded';
import { type Remedy, remedied } from '../metrics/findings/remedy';
import { sentTokens } from '../metrics/sent-tokens';
import { completeConfig, systemById } from '../systems/registry';
import type { FactsJobs } from './facts-jobs';
import type { JobOptions, Replayed, Session } from './session';
import { takingTurns } from './taking-turns';

/** What counts as a correction under systems that have no markers of their own: document 000's. */
const DEFAULT_MARKERS = completeConfig(systemById('managed-window')).correctionMarkers as readonly string[];

/** The correction markers of a configuration, or document 000's where it has none. */
export function markersOf(config: Config): readonly string[] {
  return Array.isArray(config.correctionMarkers) ? (config.correctionMarkers as string[]) : DEFAULT_MARKERS;
}

/** Milliseconds for all remedies of a run; what has not been tried by then is not offered. */
const MOST_TIME = 4000;
/** Messages from which on a counter that has not counted yet is not waited for. */
const MANY = 2000;

/** A run as findings look at it; with what is really sent, where the yardstick's counts are known. */
export async function examinedOf(
  session: Session,
  replayed: Replayed,
  yardstick: string,
  facts: FactsJobs,
): Promise<Examined> {
  const { index } = session;
  const { run, lane, system } = replayed;
  const { config, guards } = lane;
  const { counts } = await session.count(system.counterOf(config));
  const recalled = await facts.recalledOf(replayed);
  const examined = {
    run,
    index,
    system,
    config,
    guards,
    counts,
    markers: DEFAULT_MARKERS,
    ...(recalled ? { recalled } : {}),
  };
  const exact = session.countsOf(yardstick);
  if (!exact) return examined;
  const counter = await session.counter(yardstick);
  const present = (item: number) => system.present(item, run, index, config, guards);
  const unsent = unsentOf(index, exact, session.conversation.usage);
  return { ...examined, sent: sentTokens(run, index, exact, counter, present), unsent };
}

/** The examination of a run; given up where a later replay has been made meanwhile. */
export async function examination(session: Session, examined: Examined): Promise<Examination> {
  const { latestRun } = session;
  return await takingTurns(examineInTurns(examined), () => session.latestRun === latestRun);
}

/** Remedies that help the latest run's findings. Other requests are heard between two trials. */
export async function remedies(
  session: Session,
  yardstick: string,
  facts: FactsJobs,
  { signal }: JobOptions,
): Promise<ProvenRemedy[]> {
  const { replayed } = session;
  const { lane, system } = replayed;
  const examined = await examinedOf(session, replayed, yardstick, facts);
  const { findings } = await examination(session, examined);
  const started = performance.now();
  const trial = async (remedy: Remedy) => {
    await new Promise((resolve) => setTimeout(resolve));
    const changed = { ...lane, ...remedied(lane, remedy) };
    const isCounted = session.countsOf(system.counterOf(changed.config)) !== undefined;
    if (!isCounted && examined.run.messageCount > MANY) return findings;
    const tried = await examinedOf(session, await session.run(changed), yardstick, facts);
    return (await examination(session, tried)).findings;
  };
  const mayGoOn = () => {
    signal.throwIfAborted();
    return session.latestRun === replayed && performance.now() - started < MOST_TIME;
  };
  const found: ProvenRemedy[] = [];
  for await (const remedy of provenRemedies(examined, findings, trial, mayGoOn)) found.push(remedy);
  return found;
}

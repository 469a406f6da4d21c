/** The probes and estimators of METRICS.md: its tables and figures are what the code says of its example. */

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { countTranscript } from '@/lib/engine/accounting';
import { DECISIONS } from '@/lib/engine/run';
import { compareCounters, counterDivergences, type Deviation, sentWhole } from '@/lib/metrics/estimators';
import { PROBE_STATES, probeScore } from '@/lib/probes/evaluate';
import { parseScenario } from '@/lib/scenario/scenario';
import { chars4 } from '@/lib/tokenizers/chars4';
import { loadCounter } from '@/lib/tokenizers/registry';
import { utf8 } from '@/lib/tokenizers/utf8';
import { words } from '@/lib/tokenizers/words';
import { transcriptFrom } from '../fixtures/transcript-text';
import { asked } from '../probes/support';
import { replayed } from '../systems/support';

const page = readFileSync('lib/metrics/METRICS.md', 'utf8');
const block = (name: string) => page.split(`\`\`\`${name}\n`)[1]?.split('```')[0] ?? '';
const section = (title: string) => page.split(`\n## ${title}\n`)[1]?.split('\n## ')[0] ?? '';
/** Rows of a section's table without its head, cells as text. */
const table = (title: string) =>
  [...section(title).matchAll(/^\| (.+) \|$/gm)]
    .slice(2)
    .map(([, row = '']) => row.split('|').map((cell) => cell.trim()));

const transcript = transcriptFrom(block('transcript'));
const config = JSON.parse(block('json'));
const run = (more = {}) =>
  replayed('managed-window', transcript, { config: { ...config, ...more }, summarizer: 'S{n} of {count}' });

const outcome = run();
const given = { palimpsest: 1, transcript, probes: JSON.parse(block('probes')) };
const { scenario, warnings } = parseScenario(given, { file: 'METRICS.md' });
const results = await asked(outcome, ...scenario.probes);
const exact = countTranscript(transcript, await loadCounter('o200k_base'));

describe('probes', () => {
  it('are as the table says', () => {
    expect(warnings).toEqual([]);
    const rows = results.map(({ id, state, passes, loss }) => {
      const kind = DECISIONS[outcome.run.decisions.kind[loss?.decision ?? -1] ?? -1];
      const moment = loss ? `at call ${loss.call + 1}, ${kind}, with message ${loss.item}` : 'no';
      return [id, PROBE_STATES[state], passes ? 'yes' : moment];
    });
    expect(table('Probes')).toEqual(rows);
  });

  it('come to the score that is given', () => {
    const { held, all, score } = probeScore(results);
    expect(section('Probes')).toContain(`here ${held} ÷ ${all} = ${score}.`);
  });
});

describe('estimators', () => {
  const { index } = run();
  const reports = compareCounters(
    index,
    exact,
    [chars4, words, utf8].map((counter) => countTranscript(transcript, counter)),
  );

  it('are as the table says', () => {
    const cell = ({ counted, percent }: Deviation) => {
      const share = (percent ?? 0).toFixed(1);
      const sign =
        share === '0.0' || share === '-0.0' ? '0.0' : share.startsWith('-') ? share.replace('-', '−') : `+${share}`;
      return `${counted} (${sign} %)`;
    };
    const row = (label: string, own: readonly Deviation[]) => [label, String(own[0]?.exact), ...own.map(cell)];
    const roles = reports[0]?.byRole.map(({ role }, at) =>
      row(
        role,
        reports.flatMap(({ byRole }) => byRole[at] ?? []),
      ),
    );
    const tools = reports[0]?.byTool.map(({ tool }, at) =>
      row(
        `results of ${tool}`,
        reports.flatMap(({ byTool }) => byTool[at] ?? []),
      ),
    );
    const worst = reports.map((report) => String(report.worst?.message));
    expect(table('Estimators')).toEqual([
      row(
        'all',
        reports.map(({ total }) => total),
      ),
      ...(roles ?? []),
      ...(tools ?? []),
      ['worst message', worst[0], ...worst],
    ]);
  });

  it('and recorded usage is held against the figures that are given', () => {
    const sent = [...sentWhole(index, exact)];
    const told = `${sent.slice(0, -1).join(', ')} and ${sent.at(-1)}`;
    expect(section('Estimators').replaceAll('\n', ' ')).toContain(`(${told} here)`);
  });

  it('and another counter moves the decisions that are named', () => {
    const moved = counterDivergences([run().run, run({ counter: 'words' }).run]);
    const named = moved.map(({ call, kind }) => `${call + 1} (${kind})`);
    expect(section('Estimators').replaceAll('\n', ' ')).toContain(
      `differs at calls ${named.slice(0, -1).join(', ')} and ${named.at(-1)}.`,
    );
  });
});

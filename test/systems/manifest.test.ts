/** The manifest form of the context manager: one slot decides, the sugar writes it, and the reader says which one won. */

import { describe, expect, it } from 'vitest';
import { exportManifest, importManifest, ManifestError } from '@/lib/systems/context-manager/manifest';
import { completeConfig, systemById } from '@/lib/systems/registry';

const sugar = `spec:
  working_memory:
    persistent: true
    compaction:
      strategy: keep_recent
      max_messages: 40
`;

describe('manifest', () => {
  it('takes the sugar where the slot is left out', () => {
    expect(importManifest(sugar)).toEqual({
      slot: 'spec.working_memory.compaction',
      config: { strategy: 'keep_recent', maxMessages: 40 },
      fields: [
        {
          path: 'spec.working_memory.compaction.strategy',
          value: '"keep_recent"',
          fate: 'used',
          parameter: 'strategy',
        },
        { path: 'spec.working_memory.compaction.max_messages', value: '40', fate: 'used', parameter: 'maxMessages' },
      ],
    });
  });

  it('lets the slot win over the sugar, and lists what it overruled', () => {
    const both = `${sugar}  context_manager:
    plugin: summarising
    params: { keep_turns: 3, summarizer: drop, trimmer: { context_window: 8000, reserve: 500 } }
`;
    const { slot, config, fields } = importManifest(both);
    expect(slot).toBe('spec.context_manager');
    expect(config).toEqual({
      strategy: 'summarize',
      keepTurns: 3,
      summarizer: 'drop',
      contextWindow: 8000,
      reserve: 500,
    });
    expect(fields.filter((field) => field.fate === 'overruled').map((field) => field.path)).toEqual([
      'spec.working_memory.compaction.strategy',
      'spec.working_memory.compaction.max_messages',
    ]);
    expect(fields.find((field) => field.fate === 'overruled')?.reason).toContain('spec.context_manager');
  });

  it('leaves the defaults where both are left out', () => {
    expect(importManifest('spec: {}')).toEqual({ slot: null, config: {}, fields: [] });
    expect(importManifest('spec: { context_manager: summarising }').config).toEqual({ strategy: 'summarize' });
    const complete = completeConfig(systemById('context-manager'));
    expect([complete.strategy, complete.summarizer]).toEqual(['summarize', 'llm']);
  });

  it('says what it does not know instead of taking it for granted', () => {
    const { fields } = importManifest(
      'spec: { working_memory: { compaction: { strategy: summarize, keep_recent_ratio: 0.5, identifier_preservation: true } } }',
    );
    expect(fields.filter((field) => field.fate === 'ignored').map((field) => field.path)).toEqual([
      'spec.working_memory.compaction.keep_recent_ratio',
      'spec.working_memory.compaction.identifier_preservation',
    ]);
  });

  it.each([
    ['spec: { context_manager: { plugin: chunked_summarize } }', 'spec.context_manager.plugin'],
    ['spec: { context_manager: { plugin: constructor } }', 'spec.context_manager.plugin'],
    ['spec: { context_manager: { params: { keep_turns: -1 } } }', 'spec.context_manager.params.keep_turns'],
    ['spec: { context_manager: { params: { summarizer: magic } } }', 'spec.context_manager.params.summarizer'],
    ['spec: { working_memory: 3 }', 'spec.working_memory'],
    ['spec: [', 'not YAML'],
    ['just a text', 'The manifest'],
  ])('refuses %s and names the place', (text, place) => {
    expect(() => importManifest(text)).toThrow(ManifestError);
    expect(() => importManifest(text)).toThrow(place);
  });

  it.each([
    { strategy: 'keep_recent', maxMessages: 12, contextWindow: 9000, reserve: 100 },
    { strategy: 'sliding_window', windowSize: 3, contextWindow: 128_000, reserve: 2000 },
    {
      strategy: 'summarize',
      keepTurns: 4,
      summaryThreshold: 5000,
      hysteresis: 0.5,
      summarizer: 'drop',
      contextWindow: 16_000,
      reserve: 2000,
    },
  ])('writes what it reads: $strategy', (config) => {
    expect(importManifest(exportManifest(config))).toMatchObject({ slot: 'spec.context_manager', config });
  });
});

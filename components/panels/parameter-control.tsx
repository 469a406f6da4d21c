/** One parameter of a system: label, value, slider, its default, and what is wrong with it. */
'use client';

import { memo, useId, useState } from 'react';
import type { ConfigProblem, Parameter } from '@/lib/engine/system';
import { shownVersion } from '@/lib/store/present';
import { whole } from '../ui/format';
import { ResetIcon } from '../ui/icons';
import { NumberField } from '../ui/number-field';
import { OfResult } from './of-result';
import { WideField } from './wide-field';

interface ControlProps {
  parameter: Parameter;
  value: unknown;
  /** Those of this parameter. */
  problems: readonly ConfigProblem[];
  /** Said under a rule's label: how many messages it holds, for instance. */
  note?: string;
  /** What moving it did to the run: "3 compactions → 5". Stands where the help stood, so that nothing jumps. */
  effect?: string;
  /** The same function at every render, so that a control is drawn again only for its own sake. */
  onChange: (parameter: string, value: unknown) => void;
}

type Numeric = Extract<Parameter, { type: 'integer' | 'number' }>;

/** Slider positions run from 0 to 1000, evenly or by ratio. */
const POSITIONS = 1000;

function toPosition({ min, max, scale }: Numeric, value: number): number {
  const clamped = Math.min(max, Math.max(min, value));
  const share = scale === 'log' ? Math.log(clamped / min) / Math.log(max / min) : (clamped - min) / (max - min);
  return Math.round(share * POSITIONS);
}

function fromPosition({ min, max, step, scale }: Numeric, position: number): number {
  const share = position / POSITIONS;
  if (scale !== 'log') return Number((min + Math.round((share * (max - min)) / step) * step).toFixed(4));
  const raw = min * (max / min) ** share;
  // Two significant digits are as fine as a hand on a slider is.
  const grain = 10 ** Math.max(0, Math.floor(Math.log10(raw)) - 1);
  return Math.min(max, Math.max(min, Math.round(raw / grain) * grain));
}

/** Smallest value that a slider on a ratio scale shows: a window of one token is for typing. */
function slid(parameter: Numeric): Numeric {
  if (parameter.scale !== 'log') return parameter;
  return { ...parameter, min: Math.max(parameter.min, parameter.max >= 1_000_000 ? 1000 : 50) };
}

function same(a: unknown, b: unknown): boolean {
  return a === b || JSON.stringify(a) === JSON.stringify(b);
}

/** A default that can be said in a word or a number; empty for one that would take lines. */
function defaultText(parameter: Parameter): string {
  switch (parameter.type) {
    case 'integer':
      return whole(parameter.default);
    case 'number':
      return String(parameter.default);
    case 'boolean':
      return parameter.default ? 'on' : 'off';
    case 'choice':
      return parameter.choices.find(({ value }) => value === parameter.default)?.label ?? parameter.default;
    default:
      return '';
  }
}

/** What was typed and cannot be read, what could be, and what stays. */
function refusalText({ type, min, max }: Numeric, text: string, value: number): string {
  const told = text.trim() === '' ? 'An empty field is not a number.' : `“${text.trim()}” is not a number.`;
  const [least, most, stays] = [min, max, value].map((one) => (type === 'integer' ? whole(one) : String(one)));
  const form = type === 'integer' && max >= 10_000 ? ', also written as 12k' : '';
  return `${told} Give one from ${least} to ${most}${form}. ${stays} stays.`;
}

export const ParameterControl = memo(function ParameterControl(props: ControlProps) {
  const { parameter, value, problems, note, effect } = props;
  const onChange = (next: unknown) => props.onChange(parameter.name, next);
  const id = useId();
  const [refused, setRefused] = useState<{ text: string; value: unknown } | null>(null);
  const changed = !same(value, parameter.default);
  const invalid = problems.some((problem) => problem.severity === 'error');
  const helpId = `${id}-help`;
  const refusedId = `${id}-refused`;
  // Once the value is another, what was typed before is of no interest.
  const refusal = refused !== null && refused.value === value ? refused.text : null;
  const numeric = parameter.type === 'integer' || parameter.type === 'number' ? parameter : null;
  const standard = defaultText(parameter);
  const wide = ['text', 'list', 'indices', 'json'].includes(parameter.type);
  return (
    <div className="py-1" data-parameter={parameter.name}>
      <div className="flex items-center gap-1.5">
        {parameter.type === 'boolean' ? (
          <input
            id={id}
            type="checkbox"
            checked={value === true}
            aria-describedby={helpId}
            onChange={(event) => onChange(event.target.checked)}
            className="accent-(--accent)"
          />
        ) : null}
        <label htmlFor={id} className={parameter.type === 'boolean' ? '' : 'text-ink-soft'} title={parameter.help}>
          {parameter.label}
        </label>
        {changed ? (
          <button
            type="button"
            aria-label={`Reset ${parameter.label} to its default`}
            title={standard === '' ? 'Back to the default' : `Default: ${standard}`}
            onClick={() => onChange(parameter.default)}
            className="-my-1 rounded-sm p-0.5 text-ink-faint hover:bg-hover hover:text-ink"
          >
            <ResetIcon />
          </button>
        ) : null}
        <span className="flex-1" />
        {note ? <span className="text-ink-faint tabular-nums">{note}</span> : null}
        {numeric && typeof value === 'number' ? (
          <NumberField
            id={id}
            value={value}
            min={numeric.min}
            max={numeric.max}
            step={numeric.step}
            digits={numeric.type === 'integer' ? 0 : 2}
            invalid={invalid || refusal !== null}
            describedBy={refusal === null ? helpId : `${refusedId} ${helpId}`}
            onChange={onChange}
            onRefused={(text) => setRefused(text === null ? null : { text, value })}
          />
        ) : null}
        {parameter.type === 'choice' ? (
          <select
            id={id}
            value={String(value)}
            aria-describedby={helpId}
            onChange={(event) => onChange(event.target.value)}
            className="rounded-sm border-rule-strong border-b border-dotted bg-panel text-right hover:bg-hover"
          >
            {parameter.choices.map((choice) => (
              <option key={choice.value} value={choice.value}>
                {choice.label}
              </option>
            ))}
          </select>
        ) : null}
      </div>
      {numeric && typeof value === 'number' ? (
        <input
          type="range"
          min={0}
          max={POSITIONS}
          value={toPosition(slid(numeric), value)}
          aria-label={`${parameter.label}, slider`}
          aria-valuetext={String(value)}
          onChange={(event) => onChange(fromPosition(slid(numeric), Number(event.target.value)))}
          onKeyDown={(event) => {
            // Arrow keys move by the parameter's own step, not by a pixel of the track.
            const by = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
            if (by === undefined) return;
            event.preventDefault();
            const next = Math.min(numeric.max, Math.max(numeric.min, value + by * numeric.step));
            onChange(Number(next.toFixed(4)));
          }}
          className="range block"
          style={{ '--part': toPosition(slid(numeric), value) / POSITIONS } as React.CSSProperties}
        />
      ) : null}
      {numeric && typeof value === 'number' && refusal !== null ? (
        <p id={refusedId} role="alert" className="mt-1 rounded-md bg-trouble-soft px-2 py-1.5 text-[12px] text-trouble">
          {refusalText(numeric, refusal, value)}
        </p>
      ) : null}
      {wide ? <WideField id={id} parameter={parameter} value={value} invalid={invalid} onChange={onChange} /> : null}
      <p className="grid text-[12px] text-ink-faint">
        <span id={helpId} className={`col-start-1 row-start-1 ${effect ? 'opacity-0' : ''}`}>
          {parameter.help}
          {standard === '' ? '' : ` Default ${standard}.`}
        </span>
        {effect ? (
          <OfResult as="span" version={shownVersion} className="col-start-1 row-start-1 text-accent tabular-nums">
            {effect}
          </OfResult>
        ) : null}
      </p>
      {problems.map((problem) => (
        <p
          key={problem.message}
          role={problem.severity === 'error' ? 'alert' : undefined}
          className={`mt-1 rounded-md px-2 py-1.5 text-[12px] ${problem.severity === 'error' ? 'bg-trouble-soft text-trouble' : 'bg-hover text-cut'}`}
        >
          {problem.message} <span className="text-ink-soft">{problem.remedy}</span>
        </p>
      ))}
    </div>
  );
});

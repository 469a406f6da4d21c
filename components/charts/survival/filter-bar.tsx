/** The map's filter: a chip for each role that occurs, and a list of tools. */
'use client';

import { useMemo } from 'react';
import type { Role } from '@/lib/engine/transcript';
import { ROLES } from '@/lib/engine/transcript';
import { useStore } from '@/lib/store/use-store';
import { HEADER_BUTTON } from '../frame/chart-header';
import { ALL_MESSAGES, type MapFilter, useToolNames } from './use-map-filter';

export function FilterBar({ filter, onChange }: { filter: MapFilter; onChange(filter: MapFilter): void }) {
  const codes = useStore((state) => state.document?.info.roles ?? null);
  const tools = useToolNames();
  const present = useMemo(() => {
    const seen = new Set<number>(codes ?? []);
    return ROLES.filter((_, code) => seen.has(code));
  }, [codes]);
  const toggle = (role: Role) => {
    const roles = filter.roles.includes(role) ? filter.roles.filter((one) => one !== role) : [...filter.roles, role];
    onChange({ ...filter, roles: roles.length === present.length ? [] : roles });
  };
  const filtered = filter.roles.length > 0 || filter.tool !== '';
  return (
    <>
      <fieldset
        aria-label="Roles on the map"
        className="flex min-w-0 items-center gap-0.5 overflow-hidden max-sm:order-last max-sm:-ml-1.5 max-sm:basis-full"
      >
        {present.map((role) => (
          <button
            key={role}
            type="button"
            aria-pressed={filter.roles.includes(role)}
            title={`Only ${role} messages`}
            onClick={() => toggle(role)}
            className={HEADER_BUTTON}
          >
            {role}
          </button>
        ))}
      </fieldset>
      {tools.length > 0 && (
        <select
          aria-label="Tool on the map"
          value={filter.tool}
          onChange={(event) => onChange({ ...filter, tool: event.target.value })}
          className="h-5.5 max-w-36 [field-sizing:content] min-w-0 truncate rounded-[5px] bg-transparent px-1 text-[11.5px] text-ink-soft hover:bg-hover hover:text-ink"
        >
          <option value="">all tools</option>
          {tools.map((tool) => (
            <option key={tool} value={tool}>
              {tool}
            </option>
          ))}
        </select>
      )}
      <span className="flex-1" />
      <button
        type="button"
        onClick={() => onChange(ALL_MESSAGES)}
        className={`${HEADER_BUTTON} ${filtered ? 'text-accent!' : 'invisible'}`}
      >
        All messages
      </button>
    </>
  );
}

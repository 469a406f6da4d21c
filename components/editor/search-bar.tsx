/** Search and filters over the transcript: text, role, tool, state at the cursor, and size. */
'use client';

import { useEffect, useState } from 'react';
import { ROLES, type Role } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { SearchIcon } from '../ui/icons';
import { ANYTHING, FATES, type Fate, type Wanted } from './use-found';

const SIZES = [100, 500, 1_000, 2_000, 5_000, 10_000];
const SELECT =
  'min-w-0 rounded-md border border-rule-strong bg-panel px-1 py-1 text-[12px] hover:bg-hover data-[set=true]:border-accent data-[set=true]:bg-accent-soft';

export function SearchBar({ wanted, onChange }: { wanted: Wanted; onChange: (wanted: Wanted) => void }) {
  const { transcript } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const [tools, setTools] = useState<readonly string[]>([]);
  const [open, setOpen] = useState(false);
  useEffect(() => {
    if (!info) return;
    let current = true;
    transcript
      .toolNames()
      .then((names) => {
        if (current) setTools(names);
      })
      .catch(() => undefined);
    return () => {
      current = false;
    };
  }, [info, transcript]);
  const filters = [wanted.role, wanted.tool, wanted.fate, wanted.minTokens].filter(Boolean).length;
  const filtered = JSON.stringify(wanted) !== JSON.stringify(ANYTHING);
  return (
    <search className="@container flex flex-col gap-1.5 px-4 pt-3 pb-2 max-[1099px]:pt-2 max-[1099px]:pb-1">
      <div className="flex items-center gap-2 rounded-md border border-rule-strong bg-panel pl-2 focus-within:border-accent">
        <span className="text-ink-faint">
          <SearchIcon />
        </span>
        <input
          type="search"
          data-search="transcript"
          aria-label="Search the transcript"
          placeholder="Text, tool or argument"
          value={wanted.text}
          onChange={(event) => onChange({ ...wanted, text: event.target.value })}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onChange({ ...wanted, text: '' });
            if (event.key !== 'Enter' && event.key !== 'ArrowDown') return;
            event.preventDefault();
            document.querySelector<HTMLElement>('[data-message-rows]')?.focus();
          }}
          className="min-w-0 flex-1 bg-transparent py-1.5 outline-none placeholder:text-ink-faint"
        />
        {filtered ? (
          <Button variant="plain" className="mr-0.5 h-6 px-1.5" onClick={() => onChange(ANYTHING)}>
            Clear
          </Button>
        ) : null}
        <Button
          variant="plain"
          aria-expanded={open}
          className="mr-0.5 h-6 px-1.5 min-[1100px]:hidden"
          onClick={() => setOpen(!open)}
        >
          Filters{filters > 0 ? ` · ${filters}` : ''}
        </Button>
      </div>
      <div className={`grid @sm:grid-cols-4 grid-cols-2 gap-1.5 ${open ? '' : 'max-[1099px]:hidden'}`}>
        <select
          aria-label="Role"
          data-set={wanted.role !== ''}
          value={wanted.role}
          onChange={(event) => onChange({ ...wanted, role: event.target.value as Role | '' })}
          className={SELECT}
        >
          <option value="">any role</option>
          {ROLES.map((role) => (
            <option key={role}>{role}</option>
          ))}
        </select>
        <select
          aria-label="Tool"
          data-set={wanted.tool !== ''}
          value={wanted.tool}
          disabled={tools.length === 0}
          onChange={(event) => onChange({ ...wanted, tool: event.target.value })}
          className={SELECT}
        >
          <option value="">any tool</option>
          {tools.map((tool) => (
            <option key={tool}>{tool}</option>
          ))}
        </select>
        <select
          aria-label="State at the cursor"
          data-set={wanted.fate !== ''}
          value={wanted.fate}
          onChange={(event) => onChange({ ...wanted, fate: event.target.value as Fate | '' })}
          className={SELECT}
        >
          <option value="">any state</option>
          {FATES.map((fate) => (
            <option key={fate}>{fate}</option>
          ))}
        </select>
        <select
          aria-label="Tokens"
          data-set={wanted.minTokens > 0}
          value={wanted.minTokens}
          onChange={(event) => onChange({ ...wanted, minTokens: Number(event.target.value) })}
          className={SELECT}
        >
          <option value={0}>any size</option>
          {SIZES.map((size) => (
            <option key={size} value={size}>
              over {size.toLocaleString('en')}
            </option>
          ))}
        </select>
      </div>
    </search>
  );
}

/** A scenario in the library: its curve, what it is, and what can be done with it, each in place. */
'use client';

import { type FormEvent, useEffect, useRef, useState } from 'react';
import type { ShelfEntry } from '@/lib/store/shelf-entry';
import { useWorkbench } from '@/lib/store/use-store';
import { SYSTEMS } from '@/lib/systems/descriptions';
import { Button } from '../ui/button';
import { agoText, sizeText, whole } from '../ui/format';
import { CloseIcon, CopyIcon, PencilIcon, TagIcon } from '../ui/icons';
import { LibraryThumbnail } from './library-thumbnail';

interface LibraryRowProps {
  entry: ShelfEntry;
  /** It is what is worked on. */
  isOpen: boolean;
  now: number;
  onOpen: () => void;
  onRemove: () => void;
  /** A tag was chosen, to look for it. */
  onTag: (tag: string) => void;
}

export function LibraryRow({ entry, isOpen, now, onOpen, onRemove, onTag }: LibraryRowProps) {
  const { shelf } = useWorkbench();
  const [writing, setWriting] = useState<'title' | 'tags' | null>(null);
  const row = useRef<HTMLDivElement>(null);
  const leave = () => setWriting(null);
  const wrote = useRef(false);
  useEffect(() => {
    // The field had the focus and is gone: its row keeps it.
    const { activeElement } = document;
    if (!writing && wrote.current && (!activeElement || activeElement === document.body)) {
      row.current?.querySelector<HTMLElement>('[data-open]')?.focus();
    }
    wrote.current = writing !== null;
  }, [writing]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key belongs to the buttons in it
    <div
      ref={row}
      className="group flex items-center gap-3 py-2 pr-1 pl-1 hover:bg-hover"
      onKeyDown={(event) => {
        if (event.key !== 'F2' || writing) return;
        event.preventDefault();
        setWriting('title');
      }}
    >
      <LibraryThumbnail points={entry.thumbnail} />
      <div className="min-w-0 flex-1">
        {writing ? (
          <Written
            label={writing === 'title' ? `Title of ${entry.title}` : `Tags of ${entry.title}, with commas between them`}
            initial={writing === 'title' ? entry.title : entry.tags.join(', ')}
            onDone={(text) => {
              if (writing === 'title' && text.trim() !== '') void shelf.rename(entry.id, text.trim());
              if (writing === 'tags') void shelf.tag(entry.id, tagsOf(text));
              leave();
            }}
            onCancel={leave}
          />
        ) : (
          <Named entry={entry} isOpen={isOpen} onOpen={onOpen} onTag={onTag} />
        )}
        <p className="flex flex-wrap gap-x-3 text-[12px] text-ink-soft tabular-nums">
          <span className="truncate">{systemNames(entry.systems)}</span>
          <span className="max-sm:hidden">{entry.formatLabel}</span>
          <span>{whole(entry.messages)} messages</span>
          <span>{sizeText(entry.bytes + entry.fileBytes)}</span>
          <span>{agoText(entry.changedAt, now)}</span>
        </p>
      </div>
      <div className="flex shrink-0 max-sm:flex-wrap max-sm:justify-end max-sm:[width:60px]">
        <Button
          variant="plain"
          icon
          aria-label={`Rename ${entry.title}`}
          title="Rename (F2)"
          onClick={() => setWriting('title')}
        >
          <PencilIcon />
        </Button>
        <Button
          variant="plain"
          icon
          aria-label={`Tags of ${entry.title}`}
          title="Tags"
          onClick={() => setWriting('tags')}
        >
          <TagIcon />
        </Button>
        <Button
          variant="plain"
          icon
          aria-label={`Duplicate ${entry.title}`}
          title="Duplicate"
          onClick={() => void shelf.duplicate(entry.id)}
        >
          <CopyIcon />
        </Button>
        <Button
          variant="plain"
          icon
          aria-label={`Remove ${entry.title}`}
          title={isOpen ? 'Close it and move it to the trash' : 'Move it to the trash'}
          onClick={onRemove}
        >
          <CloseIcon />
        </Button>
      </div>
    </div>
  );
}

function Named({ entry, isOpen, onOpen, onTag }: Pick<LibraryRowProps, 'entry' | 'isOpen' | 'onOpen' | 'onTag'>) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-2">
      <button
        type="button"
        data-open
        onClick={onOpen}
        className="max-w-full truncate rounded-sm text-left font-medium hover:underline"
      >
        {entry.title}
      </button>
      {isOpen ? <span className="text-[12px] text-ink-faint">open</span> : null}
      {entry.conflictOf === undefined ? null : (
        <span
          className="rounded-sm border border-rule-strong px-1 text-[11px] text-trouble"
          title="Two tabs saved the same scenario. Neither was written over: this is one of the two."
        >
          conflict copy
        </span>
      )}
      {entry.tags.map((tag) => (
        <button
          key={tag}
          type="button"
          onClick={() => onTag(tag)}
          aria-label={`Show what is tagged ${tag}`}
          className="rounded-sm text-[12px] text-accent hover:underline"
        >
          #{tag}
        </button>
      ))}
    </div>
  );
}

interface WrittenProps {
  label: string;
  initial: string;
  onDone: (text: string) => void;
  onCancel: () => void;
}

/** A field in the place of what it changes: Enter and leaving keep it, Escape does not. */
function Written({ label, initial, onDone, onCancel }: WrittenProps) {
  const [text, setText] = useState(initial);
  const field = useRef<HTMLInputElement>(null);
  const ended = useRef(false);
  useEffect(() => field.current?.select(), []);
  const end = (keep: boolean) => {
    if (ended.current) return;
    ended.current = true;
    if (keep && text !== initial) onDone(text);
    else onCancel();
  };
  return (
    <form
      onSubmit={(event: FormEvent) => {
        event.preventDefault();
        end(true);
      }}
    >
      <input
        ref={field}
        aria-label={label}
        value={text}
        maxLength={200}
        onChange={(event) => setText(event.target.value)}
        onBlur={() => end(true)}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          event.preventDefault();
          event.stopPropagation();
          end(false);
        }}
        className="h-7 w-full max-w-[460px] rounded-md border border-rule-strong bg-panel px-2"
      />
    </form>
  );
}

/** Words between commas, without the sign that a search puts before them; each once. */
function tagsOf(text: string): string[] {
  const tags = text
    .split(',')
    .map((tag) => tag.trim().replace(/^#+/, '').replace(/\s+/g, '-'))
    .filter((tag) => tag !== '');
  return [...new Set(tags)];
}

function systemNames(systems: readonly string[]): string {
  const names = [...new Set(systems)].map((id) => SYSTEMS.find((system) => system.id === id)?.label ?? id);
  const [first = '', ...others] = names;
  return others.length > 2 ? `${first} and ${others.length} others` : names.join(', ');
}

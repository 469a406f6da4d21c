/** One message as a form, new or there already: what a provider would refuse is said as it is typed; undone as one step. */
'use client';

import { useEffect, useRef } from 'react';
import type { Message } from '@/lib/engine/transcript';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import type { Draft } from '@/lib/store/writing';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { ScrollRegion } from '../ui/scroll-region';
import { KeyCaps } from '../workbench/key-caps';
import { MessageFields } from './message-fields';
import { finished, useDraftProblems } from './use-draft-problems';

const text = (message: Message) => JSON.stringify(finished(message));

/** Reads the message that is to be edited, also anew when the transcript changes under it while nothing has been typed. */
function useOriginal(draft: Draft): void {
  const { transcript, writing } = useWorkbench();
  const info = useStore((state) => state.document?.info);
  const { at, isNew } = draft;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `info` is another transcript
  useEffect(() => {
    if (isNew) return;
    let current = true;
    transcript
      .original(at)
      .then((message) => {
        const now = writing.get().draft;
        if (!current || !now || now.isNew || now.at !== at) return;
        const typed = now.original && now.message && text(now.message) !== text(now.original);
        const isOther = now.original !== null && text(message) !== text(now.original);
        const isOvertaken = typed ? now.isOvertaken === true || isOther : false;
        writing.set({ draft: { ...now, original: message, message: typed ? now.message : message, isOvertaken } });
      })
      .catch(() => writing.set({ draft: null }));
    return () => {
      current = false;
    };
  }, [at, isNew, info, transcript, writing]);
}

export function MessageEditor({ draft }: { draft: Draft }) {
  const { editing, writing } = useWorkbench();
  const total = useStore((state) => state.document?.info.messageCount ?? 0);
  const content = useRef<HTMLTextAreaElement>(null);
  const { at, isNew, original, message } = draft;
  useOriginal(draft);
  const isRead = original !== null;
  // The field is there only once the message has been drawn.
  useEffect(() => {
    if (isRead) content.current?.focus();
  }, [isRead]);
  const problems = useDraftProblems(at, isNew, message);
  if (!message || !original) return <div className="flex-1" />;
  const dirty = text(message) !== text(original);
  const close = () => writing.set({ draft: null, current: Math.min(at, Math.max(0, total - 1)) });
  const save = async () => {
    if (!dirty && !isNew) return close();
    const done = isNew
      ? await editing.apply({ do: 'insert', at, messages: [finished(message)] }, `Add message ${at}`)
      : await editing.apply({ do: 'replace', at, message: finished(message) }, `Edit message ${at}`);
    if (done) writing.set({ draft: null, current: at });
  };
  const split = async (offset: number) => {
    if (await editing.apply({ do: 'split', at, offset }, `Split message ${at}`)) close();
  };
  // What is wrong with arguments is said where they are.
  const here = problems.filter((problem) => problem.message === at && problem.rule !== 'arguments');
  const elsewhere = problems.filter((problem) => problem.message !== at).length;
  return (
    <form
      aria-label={isNew ? `New message ${at}` : `Message ${at}`}
      className="flex min-h-0 flex-1 flex-col"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
          event.preventDefault();
          void save();
        }
        if (event.key === 'Escape') {
          event.preventDefault();
          if (!dirty) close();
        }
      }}
    >
      <div className="flex items-center justify-between gap-2 border-rule border-b px-4 py-2">
        <h2 className="min-w-0 text-[14px]">
          {isNew ? 'New message' : `Message ${whole(at)}`}{' '}
          <span className="font-normal text-ink-faint">{isNew ? placeOf(at, total) : `of ${whole(total)}`}</span>
        </h2>
        <span className="flex gap-1.5">
          <Button onClick={close}>{isNew ? 'Cancel' : dirty ? 'Discard' : 'Back'}</Button>
          <Button type="submit" variant="primary" disabled={!dirty && !isNew}>
            {isNew ? 'Add' : 'Save'}
          </Button>
        </span>
      </div>
      {draft.isOvertaken && dirty ? (
        <div
          role="alert"
          className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 border-rule border-b bg-accent-soft px-4 py-2 text-[12px]"
        >
          <p className="min-w-0 flex-1 basis-48">
            The transcript was changed meanwhile, and message {whole(at)} is another one now. Saving puts what you have
            written in its place.
          </p>
          <Button
            className="h-6 px-1.5"
            onClick={() => writing.set({ draft: { ...draft, message: original, isOvertaken: false } })}
          >
            Show what is there now
          </Button>
        </div>
      ) : null}
      <ScrollRegion
        label={isNew ? 'Fields of the new message' : `Fields of message ${at}`}
        className="flex flex-col gap-3 px-4 py-3"
      >
        <MessageFields
          at={at}
          draft={message}
          dirty={dirty}
          isNew={isNew}
          content={content}
          onChange={(next) => writing.set({ draft: { ...draft, message: next } })}
          onSplit={(offset) => void split(offset)}
        />
      </ScrollRegion>
      <div className="flex items-end justify-between gap-3 border-rule border-t px-4 py-2 text-[12px]">
        <div role="status" className="min-w-0">
          {here.map((problem) => (
            <p key={problem.text} className="text-trouble">
              {problem.text}
            </p>
          ))}
          {elsewhere > 0 ? (
            <p className="text-ink-soft">
              {elsewhere === 1 ? '1 problem' : `${whole(elsewhere)} problems`} elsewhere in the transcript.
            </p>
          ) : null}
        </div>
        <span
          className={`flex shrink-0 items-center gap-1.5 text-ink-faint max-sm:hidden ${here.length > 0 ? 'hidden' : ''}`}
        >
          {isNew ? 'Add' : 'Save'} <KeyCaps keys="mod+Enter" />
        </span>
      </div>
    </form>
  );
}

/** Where a new message will stand. */
function placeOf(at: number, total: number): string {
  if (at >= total) return 'at the end';
  return at === 0 ? 'at the beginning' : `between ${whole(at - 1)} and ${whole(at)}`;
}

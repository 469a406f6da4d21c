/** Settings of a link that wait for their transcript, and the word that they have found it. */
'use client';

import { useRef } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { whole } from '../ui/format';
import { CloseIcon, OpenIcon } from '../ui/icons';

export default function LinkWaiting() {
  const { incoming, files } = useWorkbench();
  const awaited = useStore((state) => state.awaited);
  const isOpen = useStore((state) => state.document !== null);
  const picker = useRef<HTMLInputElement>(null);
  if (!awaited) return null;
  const { title, messages } = awaited.link.description;
  const named = title === '' ? 'of a link' : `of “${title}”`;
  return (
    <section
      aria-label="Settings of a link"
      className="fixed inset-x-0 bottom-0 z-30 flex justify-center p-3 pointer-events-none sm:p-4"
    >
      <div className="pointer-events-auto flex w-full max-w-[620px] flex-wrap items-center gap-2 rounded-lg border border-rule-strong bg-raised py-2 pr-2 pl-4 shadow-raised">
        <p role="status" className="wrap-anywhere min-w-0 flex-1 basis-60">
          {awaited.found
            ? `This is the transcript that the settings ${named} were made for; they are on it. One step back takes them off.`
            : `The settings ${named} wait for the transcript they were made for (${whole(messages)} messages).`}
        </p>
        {awaited.found ? null : (
          <>
            <input
              ref={picker}
              type="file"
              className="sr-only"
              tabIndex={-1}
              aria-label="Transcript that the settings were made for"
              onChange={(event) => {
                const file = event.target.files?.[0];
                event.target.value = '';
                if (file) void files.open(file);
              }}
            />
            {isOpen ? <Button onClick={incoming.look}>Use them on this one</Button> : null}
            <Button variant="primary" onClick={() => picker.current?.click()}>
              <OpenIcon />
              Open the file
            </Button>
          </>
        )}
        <Button
          variant="plain"
          icon
          aria-label={awaited.found ? 'Dismiss' : 'Forget the settings'}
          title={awaited.found ? 'Dismiss' : 'Forget the settings'}
          onClick={incoming.forget}
        >
          <CloseIcon />
        </Button>
      </div>
    </section>
  );
}

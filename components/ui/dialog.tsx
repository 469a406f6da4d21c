/** A modal dialog on the platform's own element: focus stays inside, Escape closes, focus returns where it was. */
'use client';

import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Button } from './button';
import { CloseIcon } from './icons';
import { ScrollRegion } from './scroll-region';

interface DialogProps {
  title: string;
  /** Under the title, in soft ink. */
  subtitle?: ReactNode;
  onClose: () => void;
  children: ReactNode;
  /** Buttons at the foot. */
  footer?: ReactNode;
  wide?: boolean;
}

/** Shown while it is mounted. */
export function Dialog({ title, subtitle, onClose, children, footer, wide = false }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  const heading = useId();
  useEffect(() => {
    const dialog = element.current;
    const before = document.activeElement;
    if (dialog && !dialog.open) dialog.showModal();
    return () => {
      dialog?.close();
      if (before instanceof HTMLElement) before.focus();
    };
  }, []);
  return (
    // A press on the backdrop is a press on the dialog element itself; Escape does the same from the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the platform closes a modal dialog on Escape
    <dialog
      ref={element}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        onClose();
      }}
      onClick={(event) => {
        if (event.target === element.current) onClose();
      }}
      className={`m-auto max-h-[min(86dvh,860px)] overflow-hidden rounded-xl border border-rule-strong bg-panel p-0 text-ink shadow-raised ${wide ? 'w-[min(960px,94vw)]' : 'w-[min(620px,94vw)]'}`}
    >
      <div className="flex max-h-[min(86dvh,860px)] flex-col">
        <div className="flex items-start gap-3 border-rule border-b py-3 pr-3 pl-5">
          <div className="min-w-0 flex-1">
            <h2 id={heading} className="text-[15px]">
              {title}
            </h2>
            {subtitle ? <div className="text-ink-soft">{subtitle}</div> : null}
          </div>
          <Button variant="plain" icon aria-label="Close" onClick={onClose}>
            <CloseIcon />
          </Button>
        </div>
        <ScrollRegion label={title} className="px-5 py-4">
          {children}
        </ScrollRegion>
        {footer ? (
          <div className="flex flex-wrap justify-end gap-2 border-rule border-t px-5 py-3">{footer}</div>
        ) : null}
      </div>
    </dialog>
  );
}

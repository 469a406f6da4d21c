/** A link as it would go out: all that is in it, its size, the link itself and its QR code; or what to do where it is too large. */
'use client';

import { useId } from 'react';
import type { Shared } from '@/lib/store/sharing';
import { Button } from '../ui/button';
import { sizeText, whole } from '../ui/format';
import { Lines, SmallHeading, Words } from './link-contents';
import { ReplacementList } from './privacy-choice';
import { QrCode } from './qr-code';

interface ShareOutcomeProps {
  shared: Shared | null;
  /** Why nothing could be made, or null. */
  fault: string | null;
  isRedacted: boolean;
  /** Settings alone go out instead; null where that is what was chosen. */
  onSettings: (() => void) | null;
}

export function ShareOutcome({ shared, fault, isRedacted, onSettings }: ShareOutcomeProps) {
  if (fault !== null) {
    return (
      <p role="alert" className="text-trouble">
        {fault}
      </p>
    );
  }
  if (!shared) return <p className="text-ink-soft">Putting it together…</p>;
  const { description, words, replacements, notes } = shared;
  return (
    <div className="flex min-w-0 flex-col gap-4">
      <section>
        <SmallHeading>What goes out</SmallHeading>
        <Lines label="What goes out" lines={description.lines} />
      </section>
      <section>
        <SmallHeading>In your words</SmallHeading>
        <Words words={words} none="None." />
      </section>
      {isRedacted ? (
        <section>
          <SmallHeading>Replaced</SmallHeading>
          <ReplacementList replacements={replacements} />
        </section>
      ) : null}
      {notes.length > 0 ? (
        <section>
          <SmallHeading>To be noted</SmallHeading>
          <Lines label="Notes" lines={notes} />
        </section>
      ) : null}
      <TheLink shared={shared} onSettings={onSettings} />
    </div>
  );
}

function TheLink({ shared, onSettings }: Pick<ShareOutcomeProps, 'onSettings'> & { shared: Shared }) {
  const id = useId();
  const { encoded, code } = shared;
  if (!encoded?.fits.link) return <TooLarge shared={shared} onSettings={onSettings} />;
  return (
    <section>
      <SmallHeading>
        <label htmlFor={id}>The link, {whole(encoded.bytes)} characters</label>
      </SmallHeading>
      <textarea
        id={id}
        readOnly
        rows={3}
        value={encoded.link}
        onFocus={(event) => event.target.select()}
        className="w-full resize-none break-all rounded-md border border-rule-strong bg-paper px-2 py-1 font-mono text-[11.5px]"
      />
      <p className="text-[12px] text-ink-soft">Everything is behind the #, which browsers never send to a server.</p>
      {code ? (
        <div className="mt-3">
          <QrCode rows={code} name={`QR code of the link, ${whole(encoded.bytes)} characters`} />
        </div>
      ) : (
        <p className="mt-2 text-[12px] text-ink-soft">Too long for a QR code that a phone could read off the screen.</p>
      )}
    </section>
  );
}

function TooLarge({ shared, onSettings }: Pick<ShareOutcomeProps, 'onSettings'> & { shared: Shared }) {
  const { encoded, refused, most } = shared;
  const size = encoded
    ? `The link would have ${whole(encoded.bytes)} characters (${sizeText(encoded.bytes)}).`
    : refused;
  return (
    <section aria-labelledby="too-large" className="rounded-md border border-cut/50 px-3 py-2">
      <h3 id="too-large" className="text-[13px]">
        Too large for a link
      </h3>
      <p>
        {size} Browsers and chats keep {whole(most)} and cut off the rest.
      </p>
      {onSettings ? (
        <>
          <p className="mt-1">
            Save a scenario file, which holds all of it. Or share the settings alone, with the transcript’s fingerprint:
            they find it again when the other side opens the same file.
          </p>
          <p className="mt-2">
            <Button onClick={onSettings}>Settings with the fingerprint</Button>
          </p>
        </>
      ) : (
        <p className="mt-1">Choose “With the transcript” and save a scenario file.</p>
      )}
    </section>
  );
}

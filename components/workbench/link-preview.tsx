/** All that a link holds: in sentences, its lanes with their settings, the words in it, and what was left out. */
'use client';

import { MAX_LANES } from '@/lib/store/lanes';
import { type NumberedParts, numbersIn } from '@/lib/store/link-settings';
import type { IncomingLink, LinkFit } from '@/lib/store/state';
import { useStore } from '@/lib/store/use-store';
import { systemById } from '@/lib/systems/descriptions';
import { whole } from '../ui/format';
import { Lines, SmallHeading, Words } from './link-contents';

type Read = Extract<IncomingLink, { status: 'read' }>;

export function LinkPreview({ link: { link, fit } }: { link: Read }) {
  const { description, words, warnings, settings } = link;
  const facts = description.lines.filter((line) => !line.startsWith('Lane ') && !line.startsWith('The title: '));
  return (
    <div className="flex flex-col gap-4">
      {description.title === '' ? null : <p className="wrap-anywhere font-semibold text-[15px]">{description.title}</p>}
      <Standing link={link} fit={fit} />
      <section>
        <SmallHeading>What it holds</SmallHeading>
        <Lines label="What it holds" lines={facts} />
      </section>
      <section>
        <SmallHeading>
          {whole(settings.lanes.length)} {settings.lanes.length === 1 ? 'lane' : 'lanes'}
        </SmallHeading>
        <Lanes link={link} />
        {settings.lanes.length > MAX_LANES ? (
          <p className="text-cut">The first {MAX_LANES} are opened; more cannot be compared here.</p>
        ) : null}
      </section>
      <section>
        <SmallHeading>In the sender’s words</SmallHeading>
        <Words words={words} none="None." />
      </section>
      {warnings.length > 0 ? (
        <section>
          <SmallHeading>Left out, or surprising</SmallHeading>
          <Lines
            label="Left out, or surprising"
            lines={warnings.map(({ path, message, remedy }) => `${path}: ${message} ${remedy}`)}
          />
        </section>
      ) : null}
    </div>
  );
}

/** What becomes of it here, and of the work that is open. */
function Standing({ link, fit }: { link: Read['link']; fit: LinkFit }) {
  const isOpen = useStore((state) => state.document !== null);
  const saving = useStore((state) => state.saving);
  const edits = useStore((state) => state.edits.length);
  const said = link.file ? 'It opens as a scenario of its own.' : standingWords(link, fit, edits);
  const unsaved =
    isOpen && link.file && (saving === 'memory' || saving === 'failed')
      ? ' What is open here is not kept in this browser: export what you need before you open the link.'
      : '';
  const kept = isOpen && unsaved === '' ? ' The scenario that is open stays in the library as it is.' : '';
  return (
    <p role="status" className="rounded-md bg-hover px-3 py-2">
      {said}
      {kept}
      {unsaved === '' ? null : <strong className="text-trouble">{unsaved}</strong>}
    </p>
  );
}

function standingWords(link: Read['link'], fit: LinkFit, edits: number): string {
  if (fit === 'unknown') return 'Looking whether the open transcript is the one that it was made for…';
  const many = link.meant ? ` (${whole(link.meant.messages)} messages)` : '';
  if (fit === 'none') {
    return `It has settings, and no transcript. Open the file it was made for${many}, and they are put on it.`;
  }
  if (fit === 'standing') return 'The open transcript is the one it was made for.';
  if (fit === 'imported') {
    return edits > 0
      ? 'The open transcript is the one it was made for, but for the changes made here: a new scenario begins without them, and as a step on the present one they stay.'
      : 'The open transcript is the one it was made for.';
  }
  const dropped = droppedWords(numbersIn(link));
  const which = link.meant
    ? `The open transcript is not the one it was made for${many}.`
    : 'It was made without a transcript.';
  return `${which} The settings can be put on it all the same${dropped}.`;
}

function droppedWords({ pins, probes }: NumberedParts): string {
  const parts: string[] = [];
  if (pins > 0) parts.push(pins === 1 ? '1 pin by hand' : `${whole(pins)} pins by hand`);
  if (probes > 0) parts.push(probes === 1 ? '1 probe of a message' : `${whole(probes)} probes of messages`);
  if (parts.length === 0) return '';
  return `, without ${parts.join(' and ')}, which would mean other messages`;
}

/** Code points of a value that is shown. */
const SHOWN = 80;

function shown(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
  const points = [...text.slice(0, 2 * SHOWN)];
  return text.length > 2 * SHOWN || points.length > SHOWN ? `${points.slice(0, SHOWN).join('')}…` : text;
}

function Lanes({ link: { description, settings } }: { link: Read['link'] }) {
  return (
    <ol className="divide-y divide-rule border-rule border-y">
      {description.lanes.map(({ name, system, settings: changed, guardsOff, summarizer }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: lanes may be called the same, and the list never changes
        <li key={at} className="py-1.5">
          <p className="wrap-anywhere">
            <span className="font-medium">{name === system ? systemById(system).label : name}</span>
            <span className="text-ink-soft">
              {name === system ? '' : ` · ${systemById(system).label}`} · summarizer {summarizer}
              {guardsOff.length > 0 ? ` · guards off: ${guardsOff.join(', ')}` : ''}
            </span>
          </p>
          {changed.length === 0 ? (
            <p className="text-[12px] text-ink-soft">Every setting is the default.</p>
          ) : (
            <ul className="flex flex-wrap gap-x-4 font-mono text-[12px]">
              {changed.map((setting) => (
                <li key={setting} className="wrap-anywhere">
                  <span className="text-ink-soft">{setting}</span> {shown(settings.lanes[at]?.config[setting])}
                </li>
              ))}
            </ul>
          )}
        </li>
      ))}
    </ol>
  );
}

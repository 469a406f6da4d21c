/** Share: a link in the form that the sender chooses, with all that is in it to be read before it is copied. */
'use client';

import { useCallback, useEffect, useId, useMemo, useState } from 'react';
import type { Sharing } from '@/lib/store/sharing';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { DownloadIcon } from '../ui/icons';
import { saveAs } from '../ui/save-as';
import { NO_PRIVACY, ownRules, PrivacyChoice, type PrivacySettings } from './privacy-choice';
import { ShareOutcome } from './share-outcome';
import { useMade } from './use-made';

const KINDS: readonly { kind: Sharing['kind']; label: string; help: string }[] = [
  {
    kind: 'settings',
    label: 'Settings only',
    help: 'No word of the transcript: its fingerprint, by which the settings find it again on the other side.',
  },
  {
    kind: 'structure',
    label: 'Structure only',
    help: 'The transcript with every text replaced by filler: a replay gives the same numbers without a word of it.',
  },
  { kind: 'transcript', label: 'With the transcript', help: 'Every message and tool schema goes along.' },
];

export default function ShareDialog({ onClose }: { onClose: () => void }) {
  const { sharing: commands } = useWorkbench();
  const own = useStore((state) => state.scenario?.title ?? '');
  const [kind, setKind] = useState<Sharing['kind']>('settings');
  const [title, setTitle] = useState<string | null>(null);
  const [privacy, setPrivacy] = useState<PrivacySettings>(NO_PRIVACY);
  const [said, setSaid] = useState('');
  const sharing = useMemo((): Sharing => {
    const named = title === null ? {} : { title };
    if (kind !== 'transcript') return { ...named, kind };
    if (privacy.mode !== 'redacted') return { ...named, kind, redaction: null };
    type Kinds = NonNullable<Extract<Sharing, { kind: 'transcript' }>['redaction']>['kinds'];
    return { ...named, kind, redaction: { kinds: privacy.kinds as Kinds, ...ownRules(privacy.own) } };
  }, [kind, title, privacy]);
  // The link as it would be, or why it cannot be made.
  const made = useMade(
    useCallback(() => commands.link(sharing), [commands, sharing]),
    120,
  );
  const shared = typeof made === 'string' ? null : made;
  // The title as it goes out: one made from words of the transcript may stay here.
  const [outgoing, setOutgoing] = useState(own);
  if (shared && shared.description.title !== outgoing) setOutgoing(shared.description.title);
  const encoded = shared?.encoded?.fits.link ? shared.encoded : null;
  // Each word has its own time: the end of the one before does not take it away.
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => setSaid(''), 3000);
    return () => clearTimeout(timer);
  }, [said]);
  const copy = async () => {
    if (!encoded) return;
    try {
      await navigator.clipboard.writeText(encoded.link);
      setSaid('Copied.');
    } catch {
      setSaid('The browser refused; select the link and copy it.');
    }
  };
  const save = async () => {
    const base = (title ?? own).replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'scenario';
    saveAs(await commands.file(sharing), `${base}.palimpsest.json`);
  };
  return (
    <Dialog
      title="Share"
      subtitle="Nothing is sent. The link holds what is listed here, and nothing else."
      wide
      onClose={onClose}
      footer={
        <>
          <span role="status" className="mr-auto self-center text-ink-soft">
            {said}
          </span>
          {kind === 'settings' ? null : (
            <Button disabled={!shared} variant={shared && !encoded ? 'primary' : 'quiet'} onClick={() => void save()}>
              <DownloadIcon />
              Save a scenario file
            </Button>
          )}
          <Button
            disabled={!encoded}
            onClick={() => {
              if (!encoded) return;
              commands.putInAddress(encoded.fragment);
              setSaid('It is in the address bar.');
            }}
          >
            Put it in the address bar
          </Button>
          <Button variant={shared && !encoded ? 'quiet' : 'primary'} disabled={!encoded} onClick={() => void copy()}>
            Copy the link
          </Button>
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[260px_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          <KindChoice kind={kind} onChange={setKind} />
          {kind === 'transcript' ? (
            <PrivacyChoice modes={['as it is', 'redacted']} value={privacy} onChange={setPrivacy} />
          ) : null}
          <TitleField title={title ?? outgoing} onChange={setTitle} />
        </div>
        <ShareOutcome
          fault={typeof made === 'string' ? made : null}
          shared={shared}
          isRedacted={kind === 'transcript' && privacy.mode === 'redacted'}
          onSettings={kind === 'settings' ? null : () => setKind('settings')}
        />
      </div>
    </Dialog>
  );
}

function KindChoice({ kind, onChange }: { kind: Sharing['kind']; onChange: (kind: Sharing['kind']) => void }) {
  return (
    <fieldset>
      <legend className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">What</legend>
      {KINDS.map(({ kind: one, label }) => (
        <label key={one} className="flex items-center gap-2 rounded-md px-1 py-[3px] hover:bg-hover">
          <input
            type="radio"
            name="share"
            checked={kind === one}
            onChange={() => onChange(one)}
            className="accent-(--accent)"
          />
          {label}
        </label>
      ))}
      <p className="px-1 text-[12px] text-ink-soft">{KINDS.find(({ kind: one }) => one === kind)?.help}</p>
    </fieldset>
  );
}

/** The title that goes out. One made from words of the transcript stays here, unless it is written here. */
function TitleField({ title, onChange }: { title: string; onChange: (title: string) => void }) {
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">
        Title
      </label>
      <input
        id={id}
        type="text"
        value={title}
        placeholder="None"
        onChange={(event) => onChange(event.target.value)}
        className="w-full rounded-md border border-rule-strong bg-panel px-2 py-1"
      />
    </div>
  );
}

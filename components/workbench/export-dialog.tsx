/** Export and copy: what goes out, in which format, and what that format cannot carry, all said before anything leaves. */
'use client';

import { useCallback, useMemo, useState } from 'react';
import { counted } from '@/lib/engine/figures';
import type { OutgoingForm } from '@/lib/exporters/forms';
import { EXPORTERS, formsOf } from '@/lib/exporters/registry';
import { laneOf } from '@/lib/store/lanes';
import type { LaneSpec, Privacy } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { whole } from '../ui/format';
import { DownloadIcon } from '../ui/icons';
import { saveAs } from '../ui/save-as';
import { ExportOutcome, PREVIEW, type Ready } from './export-outcome';
import { NO_PRIVACY, ownRules, PrivacyChoice, type PrivacySettings } from './privacy-choice';
import { useMade } from './use-made';

type What = 'transcript' | 'window';

/** The file as it would be, made again for every choice, or why it cannot be made. */
function useExported(format: string, form: OutgoingForm, call: number | null, privacy: Privacy): Ready | string | null {
  const { exported } = useWorkbench();
  const make = useCallback(async () => {
    const made = await exported(format, call, privacy, form);
    return { ...made, beginning: await made.file.slice(0, PREVIEW).text() };
  }, [exported, format, form, call, privacy]);
  return useMade(make, 80);
}

/** Texts that the lane looks for, which structure alone must keep. */
function lookedFor(lane: LaneSpec): { markers: string[]; contained: string[] } {
  const { correctionMarkers, priorityRules } = lane.config;
  const markers = Array.isArray(correctionMarkers)
    ? correctionMarkers.map((marker) => String(marker).toLowerCase())
    : [];
  const contained = (Array.isArray(priorityRules) ? priorityRules : []).flatMap((rule: { contains?: unknown }) =>
    typeof rule.contains === 'string' ? [rule.contains.toLowerCase()] : [],
  );
  return { markers, contained };
}

/** Hidden lanes go out with the others, and a scenario file has no place to say that they are hidden. */
function withHidden(ready: Ready, hidden: number): Ready {
  if (hidden === 0 || ready.settings.length === 0) return ready;
  const go = hidden === 1 ? 'goes along and is' : 'go along and are';
  return {
    ...ready,
    notes: [...ready.notes, `${counted(hidden, 'hidden lane')} ${go} in sight when it is opened again.`],
  };
}

export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const { files } = useWorkbench();
  const title = useStore((state) => state.document?.title ?? 'transcript');
  const name = useStore((state) => state.document?.name ?? 'transcript');
  const hidden = useStore((state) => state.lanes.filter((entry) => entry.hidden).length);
  const edits = useStore((state) => state.edits.length);
  const cursor = useStore((state) => state.cursor);
  const [what, setWhat] = useState<What>('transcript');
  const [format, setFormat] = useState('openai-chat');
  const [wanted, setForm] = useState<OutgoingForm>('file');
  const [copied, setCopied] = useState<'' | 'done' | 'refused'>('');
  const form = formsOf(format).includes(wanted) ? wanted : 'file';
  const lane = useStore(laneOf);
  const yardstick = useStore((state) => state.yardstick);
  const [settings, setSettings] = useState<PrivacySettings>(NO_PRIVACY);
  const privacy = useMemo((): Privacy => {
    if (settings.mode === 'redacted') {
      return {
        mode: 'redacted',
        kinds: settings.kinds as Extract<Privacy, { mode: 'redacted' }>['kinds'],
        ...ownRules(settings.own),
      };
    }
    return settings.mode === 'structure'
      ? { mode: 'structure', counter: yardstick, ...lookedFor(lane) }
      : { mode: 'as it is' };
  }, [settings, lane, yardstick]);
  const made = useExported(format, form, what === 'window' ? cursor : null, privacy);
  const written = typeof made === 'string' ? null : made;
  const ready = useMemo(() => written && withHidden(written, hidden), [written, hidden]);
  const base = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'transcript'}${what === 'window' ? `-call-${cursor + 1}` : ''}`;
  const copy = async () => {
    if (!ready) return;
    try {
      await navigator.clipboard.writeText(await ready.file.text());
      setCopied('done');
    } catch {
      setCopied('refused');
    }
    setTimeout(() => setCopied(''), 2500);
  };
  const original = async () => {
    const file = await files.original();
    if (file) saveAs(file, name);
  };
  return (
    <Dialog
      title="Export or copy"
      subtitle="Nothing leaves the browser but the file or the copy that you ask for."
      wide
      onClose={onClose}
      footer={
        <>
          {ready && ready.losses.length > 0 ? (
            <p className="w-full text-[12px] text-ink-soft sm:hidden">
              {counted(ready.losses.length, 'thing')} of it {ready.losses.length === 1 ? 'does' : 'do'} not come
              through: the list is above.
            </p>
          ) : null}
          <Button className="mr-auto" onClick={() => void original()} title={`${name}, byte for byte`}>
            <DownloadIcon />
            Original file
          </Button>
          <Button disabled={!ready} onClick={() => void copy()}>
            {copied === 'done' ? 'Copied' : copied === 'refused' ? 'The browser refused' : copyLabel(form, ready)}
          </Button>
          <Button
            variant="primary"
            disabled={!ready}
            onClick={() => ready && saveAs(ready.file, `${base}.${ready.extension}`)}
          >
            <DownloadIcon />
            Download
          </Button>
        </>
      }
    >
      <div className="grid gap-x-8 gap-y-4 sm:grid-cols-[260px_minmax(0,1fr)]">
        <div className="flex flex-col gap-4">
          <fieldset>
            <legend className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">What</legend>
            <Choice name="what" checked={what === 'transcript'} onChange={() => setWhat('transcript')}>
              The transcript{edits > 0 ? `, with ${whole(edits)} ${edits === 1 ? 'change' : 'changes'}` : ''}
            </Choice>
            <Choice name="what" checked={what === 'window'} onChange={() => setWhat('window')}>
              The window at call {whole(cursor + 1)}
            </Choice>
          </fieldset>
          <fieldset className="max-sm:grid max-sm:grid-cols-2">
            <legend className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">Format</legend>
            {EXPORTERS.map(({ id, label }) => (
              <Choice key={id} name="format" checked={format === id} onChange={() => setFormat(id)}>
                {label}
              </Choice>
            ))}
          </fieldset>
          <PrivacyChoice value={settings} onChange={setSettings} />
        </div>
        <ExportOutcome
          fault={typeof made === 'string' ? made : null}
          ready={ready}
          form={form}
          forms={formsOf(format)}
          onForm={setForm}
          privacy={settings.mode}
        />
      </div>
    </Dialog>
  );
}

/** What the button copies. */
function copyLabel(form: OutgoingForm, ready: Ready | null): string {
  if (form === 'command') return 'Copy as cURL';
  if (form === 'messages') return 'Copy messages';
  if (form === 'body') return 'Copy request body';
  return ready?.extension === 'md' ? 'Copy as Markdown' : 'Copy as JSON';
}

interface ChoiceProps {
  name: string;
  checked: boolean;
  onChange: () => void;
  children: React.ReactNode;
}

function Choice({ name, checked, onChange, children }: ChoiceProps) {
  return (
    <label className="flex items-center gap-2 rounded-md px-1 py-[3px] hover:bg-hover">
      <input type="radio" name={name} checked={checked} onChange={onChange} className="accent-(--accent)" />
      {children}
    </label>
  );
}

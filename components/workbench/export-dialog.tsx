/** Export and copy: what goes out, in which format, and what that format cannot carry, all said before anything leaves. */
'use client';

import { useEffect, useMemo, useState } from 'react';
import { EXPORTERS } from '@/lib/exporters/registry';
import type { LaneSpec, Privacy } from '@/lib/store/state';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { sizeText, whole } from '../ui/format';
import { DownloadIcon } from '../ui/icons';
import { saveAs } from '../ui/save-as';
import { NO_PRIVACY, ownRules, PrivacyChoice, type PrivacySettings, ReplacementList } from './privacy-choice';

type What = 'transcript' | 'window';

interface Ready {
  file: Blob;
  replacements: readonly { found: string; replacement: string; count: number; first: number }[];
  extension: string;
  losses: string[];
  messages: number;
  beginning: string;
}

/** Characters of the file that are shown before it is downloaded. */
const PREVIEW = 4_000;

/** The file as it would be, made again for every choice, or why it cannot be made. */
function useExported(format: string, call: number | null, privacy: Privacy): Ready | string | null {
  const workbench = useWorkbench();
  const [ready, setReady] = useState<Ready | string | null>(null);
  useEffect(() => {
    let current = true;
    setReady(null);
    const make = async () => {
      const made = await workbench.exported(format, call, privacy);
      const beginning = await made.file.slice(0, PREVIEW).text();
      if (current) setReady({ ...made, beginning });
    };
    const timer = setTimeout(() => {
      make().catch((error: unknown) => {
        if (current) setReady(error instanceof Error ? error.message : String(error));
      });
    }, 80);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [workbench, format, call, privacy]);
  return ready;
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

export default function ExportDialog({ onClose }: { onClose: () => void }) {
  const { files } = useWorkbench();
  const title = useStore((state) => state.document?.title ?? 'transcript');
  const name = useStore((state) => state.document?.name ?? 'transcript');
  const edits = useStore((state) => state.edits.length);
  const cursor = useStore((state) => state.cursor);
  const [what, setWhat] = useState<What>('transcript');
  const [format, setFormat] = useState('openai-chat');
  const [copied, setCopied] = useState(false);
  const lane = useStore((state) => state.lane);
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
  const made = useExported(format, what === 'window' ? cursor : null, privacy);
  const ready = typeof made === 'string' ? null : made;
  const base = `${title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'transcript'}${what === 'window' ? `-call-${cursor + 1}` : ''}`;
  const copy = async () => {
    if (!ready) return;
    await navigator.clipboard.writeText(await ready.file.text());
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
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
          <Button className="mr-auto" onClick={() => void original()} title={`${name}, byte for byte`}>
            <DownloadIcon />
            Original file
          </Button>
          <Button disabled={!ready} onClick={() => void copy()}>
            {copied ? 'Copied' : 'Copy'}
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
          <fieldset>
            <legend className="mb-1 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]">Format</legend>
            {EXPORTERS.map(({ id, label }) => (
              <Choice key={id} name="format" checked={format === id} onChange={() => setFormat(id)}>
                {label}
              </Choice>
            ))}
          </fieldset>
          <PrivacyChoice value={settings} onChange={setSettings} />
        </div>
        <div className="min-w-0">
          {typeof made === 'string' ? (
            <p role="alert" className="mb-2 text-trouble">
              {made}
            </p>
          ) : null}
          {ready && settings.mode === 'redacted' ? (
            <div className="mb-3">
              <ReplacementList replacements={ready.replacements} />
            </div>
          ) : null}
          <p className="text-ink-soft tabular-nums">
            {typeof made === 'string'
              ? ''
              : ready
                ? `${whole(ready.messages)} messages · ${sizeText(ready.file.size)}`
                : 'Writing…'}
          </p>
          <div role="status" className="mt-1 min-h-10">
            {ready && ready.losses.length === 0 ? (
              <p className="text-summary">✓ Everything comes through: read back, it is the same transcript.</p>
            ) : null}
            {ready && ready.losses.length > 0 ? (
              <>
                <p className="font-medium">What this format cannot carry</p>
                <ul className="list-disc pl-5 text-ink-soft">
                  {ready.losses.map((loss) => (
                    <li key={loss}>{loss}</li>
                  ))}
                </ul>
              </>
            ) : null}
          </div>
          <pre className="scroll-thin mt-2 h-[min(40dvh,340px)] overflow-auto rounded-md border border-rule bg-paper p-3 font-mono text-[11.5px] leading-[1.5]">
            {ready?.beginning}
            {ready && ready.file.size > PREVIEW ? '\n…' : ''}
          </pre>
        </div>
      </div>
    </Dialog>
  );
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

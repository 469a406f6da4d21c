/** How the open file was read: format and why, other formats, conversations, and every line that was skipped or mended. */
'use client';

import { counted } from '@/lib/engine/figures';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { percentText, sizeText, whole } from '../ui/format';
import { DownloadIcon } from '../ui/icons';
import { saveAs } from '../ui/save-as';
import { ReasonText } from './reason-text';

const SHOWN = 200;

export default function ReportDialog({ onClose }: { onClose: () => void }) {
  const { files, state } = useWorkbench();
  const document = useStore((state) => state.document);
  if (!document) return null;
  const { file, conversation, info } = document;
  const chosen = file.conversations.find((one) => one.id === conversation);
  const reread = (format: string | undefined) => {
    onClose();
    void files.reopenAs(format);
  };
  const download = async () => {
    const original = await files.original();
    if (original) saveAs(original, document.name);
  };
  const report = () => {
    saveAs(new Blob([JSON.stringify({ file: document.name, ...file }, null, 2)]), `${document.name}.report.json`);
  };
  return (
    <Dialog
      title="How the file was read"
      subtitle={`${document.name} · ${sizeText(file.bytes)} · ${file.encoding}`}
      onClose={onClose}
      footer={
        <>
          <Button onClick={report}>
            <DownloadIcon />
            Report
          </Button>
          <Button onClick={() => void download()}>
            <DownloadIcon />
            Original file
          </Button>
        </>
      }
    >
      <section>
        <h3 className="text-[13px]">{file.formatLabel}</h3>
        <p className="text-ink-soft">
          <ReasonText text={file.verdict.reason} /> Confidence {percentText(file.verdict.confidence * 100, 0)}
          {document.override ? ', chosen by you' : ''}.
        </p>
        <p className="mt-2 flex flex-wrap items-center gap-1.5">
          <label htmlFor="read-as" className="text-ink-soft">
            Read it as
          </label>
          <select
            id="read-as"
            value={document.override ?? ''}
            onChange={(event) => reread(event.target.value === '' ? undefined : event.target.value)}
            className="rounded-md border border-rule-strong bg-panel px-2 py-1"
          >
            <option value="">what is detected</option>
            {file.formats.map((format) => (
              <option key={format.id} value={format.id}>
                {format.label}
              </option>
            ))}
          </select>
        </p>
        {file.alternatives.length > 0 ? (
          <>
            <h4 className="mt-3 font-medium text-[12px] text-ink-soft">It could also be</h4>
            <ul className="mt-1 flex flex-col gap-1">
              {file.alternatives.slice(0, 6).map((format) => (
                <li
                  key={format.id}
                  className="grid grid-cols-[auto_1fr_auto] items-baseline gap-x-2 gap-y-0.5 max-sm:grid-cols-[1fr_auto]"
                >
                  <Button className="h-6 justify-self-start px-2" onClick={() => reread(format.id)}>
                    {format.label}
                  </Button>
                  <span className="text-[12px] text-ink-soft max-sm:order-last max-sm:col-span-2">
                    <ReasonText text={format.verdict.reason} />
                  </span>
                  <span className="text-[12px] text-ink-faint tabular-nums">
                    {percentText(format.verdict.confidence * 100, 0)}
                  </span>
                </li>
              ))}
            </ul>
          </>
        ) : null}
      </section>
      <section className="mt-4">
        <h3 className="flex items-baseline justify-between gap-2 text-[13px]">
          {counted(file.conversations.length, 'conversation')}
          {file.conversations.length > 8 ? (
            <Button
              variant="plain"
              className="h-6 px-1.5"
              onClick={() => {
                onClose();
                state.set({ choosing: file });
              }}
            >
              Search them all
            </Button>
          ) : null}
        </h3>
        <ul className="mt-1">
          {file.conversations.slice(0, SHOWN).map((one) => (
            <li key={one.id}>
              <button
                type="button"
                disabled={one.id === conversation}
                onClick={() => {
                  onClose();
                  void files.choose(one.id);
                }}
                className="grid w-full grid-cols-[minmax(0,1fr)_auto_96px_72px] gap-x-3 rounded-md max-sm:grid-cols-[minmax(0,1fr)_96px] px-2 py-1 text-left hover:bg-hover disabled:bg-selected"
              >
                <span className="truncate">{one.title}</span>
                <span className="text-ink-faint max-sm:hidden">{one.part}</span>
                <span className="text-right text-ink-soft tabular-nums">{counted(one.messages, 'message')}</span>
                <span className="text-right text-ink-soft tabular-nums max-sm:hidden">
                  {counted(one.toolCalls, 'call')}
                </span>
              </button>
            </li>
          ))}
        </ul>
        {file.conversations.length > SHOWN ? (
          <p className="px-2 text-ink-faint">and {whole(file.conversations.length - SHOWN)} more</p>
        ) : null}
      </section>
      <Recorded
        messages={chosen?.messages ?? info.messageCount}
        toolCalls={chosen?.toolCalls ?? 0}
        schemas={info.tools.length}
        boundaries={info.boundaries.length}
        usage={info.usage.length}
      />
      {file.notes.length > 0 ? (
        <section className="mt-4">
          <h3 className="text-[13px]">Notes</h3>
          <ul className="mt-1 list-disc pl-5 text-ink-soft">
            {file.notes.map((note) => (
              <li key={note}>
                <ReasonText text={note} />
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <LineList title="Skipped" lines={file.skipped} />
      <LineList title="Mended" lines={file.repaired} />
      {file.skipped.length + file.repaired.length === 0 ? (
        <p className="mt-4 text-summary">No line was skipped, and nothing had to be mended.</p>
      ) : null}
    </Dialog>
  );
}

interface RecordedProps {
  messages: number;
  toolCalls: number;
  schemas: number;
  boundaries: number;
  usage: number;
}

/** What the open conversation has, in figures. */
function Recorded({ messages, toolCalls, schemas, boundaries, usage }: RecordedProps) {
  const figures: [string, number][] = [
    ['Messages', messages],
    ['Tool calls', toolCalls],
    ['Tool schemas', schemas],
    ['Compactions', boundaries],
    ['Calls with usage', usage],
  ];
  return (
    <dl className="mt-4 grid grid-cols-[repeat(auto-fit,minmax(94px,1fr))] gap-3 border-rule border-y py-2">
      {figures.map(([label, value]) => (
        <div key={label}>
          <dt className="text-[12px] text-ink-soft">{label}</dt>
          <dd className="font-semibold tabular-nums">{value === 0 ? 'none' : whole(value)}</dd>
        </div>
      ))}
    </dl>
  );
}

function LineList({ title, lines }: { title: string; lines: readonly { line: number; reason: string }[] }) {
  if (lines.length === 0) return null;
  return (
    <section className="mt-4">
      <h3 className="text-[13px]">
        {title} <span className="font-normal text-ink-faint">{whole(lines.length)}</span>
      </h3>
      <ul className="mt-1">
        {lines.slice(0, SHOWN).map((line, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a line may be named twice, and the list never changes
          <li key={at} className="grid grid-cols-[72px_1fr] gap-3 py-0.5">
            <span className="text-right text-ink-faint tabular-nums">
              {line.line > 0 ? `line ${whole(line.line)}` : ''}
            </span>
            <span className="text-ink-soft">
              <ReasonText text={line.reason} />
            </span>
          </li>
        ))}
      </ul>
      {lines.length > SHOWN ? (
        <p className="text-ink-faint">and {whole(lines.length - SHOWN)} more; the report has them all.</p>
      ) : null}
    </section>
  );
}

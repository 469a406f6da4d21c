/** The transcript as raw JSON: line numbers beside the text, every mistake at its line, one step in the history. */
'use client';

import { useEffect, useRef, useState } from 'react';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { Button } from '../ui/button';
import { Dialog } from '../ui/dialog';
import { whole } from '../ui/format';
import { type Mistake, MistakeList, NumberedText, showMistake } from './numbered-text';

interface Part {
  text: string;
  from: number;
  to: number;
  total: number;
}

export default function JsonDialog({ onClose }: { onClose: () => void }) {
  const { transcript, editing } = useWorkbench();
  const item = useStore((state) => state.item);
  const [part, setPart] = useState<Part | null>(null);
  const [text, setText] = useState('');
  const [mistakes, setMistakes] = useState<readonly Mistake[]>([]);
  const [starts, setStarts] = useState<readonly number[]>([0]);
  const area = useRef<HTMLTextAreaElement>(null);
  const dirty = part !== null && text !== part.text;

  const load = async (from: number) => {
    const next = await transcript.json(from);
    setPart(next);
    setText(next.text);
    setMistakes([]);
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once, when the dialog opens
  useEffect(() => {
    void load(0);
  }, []);
  // There is no field before its text has come: what is typed into one would be lost.
  const isLoaded = part !== null;
  useEffect(() => {
    if (!isLoaded) return;
    area.current?.setSelectionRange(0, 0);
    area.current?.focus();
  }, [isLoaded]);

  // Mistakes follow the hand once it rests.
  useEffect(() => {
    if (!part || text === part.text) {
      setMistakes([]);
      return;
    }
    let current = true;
    const timer = setTimeout(() => {
      transcript
        .readJson(text, part.from, part.to)
        .then((answer) => {
          if (current) setMistakes(answer.mistakes);
        })
        .catch(() => undefined);
    }, 200);
    return () => {
      current = false;
      clearTimeout(timer);
    };
  }, [part, text, transcript]);

  const apply = async () => {
    if (!part) return;
    const { mistakes: found, operation } = await transcript.readJson(text, part.from, part.to);
    setMistakes(found);
    if (found[0]) showMistake(area.current, found[0]);
    else if (operation && (await editing.apply(operation, 'Edit as JSON'))) onClose();
  };
  const partial = part !== null && (part.from > 0 || part.to < part.total);
  return (
    <Dialog
      title="The transcript as JSON"
      subtitle={
        part && partial
          ? `Messages ${whole(part.from)} to ${whole(part.to - 1)} of ${whole(part.total)}`
          : `${whole(part?.total ?? 0)} messages and the tool schemas`
      }
      wide
      onClose={onClose}
      footer={
        <>
          {partial && part ? (
            <span className="mr-auto flex gap-2">
              <Button
                disabled={part.from === 0 || dirty}
                onClick={() => {
                  const before = starts.slice(0, -1);
                  setStarts(before.length > 0 ? before : [0]);
                  void load(before.at(-1) ?? 0);
                }}
              >
                Earlier
              </Button>
              <Button
                disabled={part.to === part.total || dirty}
                onClick={() => {
                  setStarts([...starts, part.to]);
                  void load(part.to);
                }}
              >
                Later
              </Button>
              {item !== null && item >= 0 ? (
                <Button
                  disabled={dirty}
                  onClick={() => {
                    setStarts([...starts, item]);
                    void load(item);
                  }}
                >
                  From message {whole(item)}
                </Button>
              ) : null}
            </span>
          ) : null}
          <Button onClick={onClose}>{dirty ? 'Discard' : 'Close'}</Button>
          <Button variant="primary" disabled={!dirty || mistakes.length > 0} onClick={() => void apply()}>
            Apply
          </Button>
        </>
      }
    >
      {isLoaded ? (
        <NumberedText
          label="Transcript as JSON"
          text={text}
          onChange={setText}
          area={area}
          marked={mistakes}
          className="h-[min(56dvh,560px)]"
        />
      ) : (
        <div className="h-[min(56dvh,560px)]" />
      )}
      <MistakeList mistakes={mistakes} area={area} />
    </Dialog>
  );
}

/** The built-in samples: those to start with, and the lessons on what goes wrong; each opens by one click. */
'use client';

import { startLesson } from '@/lib/store/lessons';
import { problemOf } from '@/lib/store/problem';
import { LESSONS, lessonOf, type Sample, STARTERS, sampleFile } from '@/lib/store/samples';
import { useWorkbench } from '@/lib/store/use-store';
import { sizeText, whole } from '../ui/format';

const HEADING = 'mb-2 font-semibold text-[11px] text-ink-soft uppercase tracking-[0.06em]';

/** `onOpen` hears that one was chosen. */
export function SampleChoices({ onOpen }: { onOpen?: () => void }) {
  const { files, state } = useWorkbench();
  const open = async (sample: Sample) => {
    try {
      const file = await sampleFile(sample);
      onOpen?.();
      await files.open(file);
      const lesson = lessonOf(sample.file);
      if (lesson) startLesson(state, lesson);
    } catch (error) {
      state.set({ problem: problemOf('The sample could not be opened', error) });
    }
  };
  return (
    <>
      <section aria-labelledby="starters">
        <h2 id="starters" className={HEADING}>
          Start here
        </h2>
        <ul className="grid gap-2 sm:grid-cols-3">
          {STARTERS.map((sample) => (
            <li key={sample.id}>
              <button
                type="button"
                onClick={() => void open(sample)}
                className="flex h-full w-full flex-col rounded-lg border border-rule-strong bg-panel px-4 py-3 text-left transition-colors hover:border-ink-faint hover:bg-hover"
              >
                <span className="font-medium text-[14px] leading-snug">{sample.title}</span>
                <span className="mt-1 flex-1 text-[12.5px] text-ink-soft leading-[1.45]">{sample.description}</span>
                <span className="mt-2 text-[12px] text-ink-faint tabular-nums">
                  {whole(sample.messages)} messages · {sizeText(sample.bytes)}
                </span>
              </button>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="lessons">
        <h2 id="lessons" className={HEADING}>
          What goes wrong
        </h2>
        <ul className="-mx-2 grid grid-cols-2 sm:grid-cols-5">
          {LESSONS.map((lesson) => (
            <li key={lesson.id}>
              <button
                type="button"
                onClick={() => void open(lesson)}
                className="flex h-full w-full flex-col rounded-md px-2 py-1.5 text-left transition-colors hover:bg-hover"
              >
                <span className="font-medium leading-snug">{lesson.title}</span>
                <span className="mt-0.5 text-[12px] text-ink-soft leading-[1.4]">{lesson.description}</span>
              </button>
            </li>
          ))}
        </ul>
      </section>
    </>
  );
}

/** What the lesson that is open teaches: a quiet note over the chart, until it is put away. */
'use client';

import { useState } from 'react';
import { activeEntry } from '@/lib/store/lanes';
import { LESSON_TEXTS } from '@/lib/store/lesson-texts';
import { isPutAway, putAway } from '@/lib/store/lessons';
import { type Lesson, lessonOf } from '@/lib/store/samples';
import { useStore, useWorkbench } from '@/lib/store/use-store';
import { CloseIcon } from '../ui/icons';

export default function LessonNote() {
  const id = useStore((state) => state.document?.id);
  const lesson = lessonOf(useStore((state) => state.document?.name));
  return id !== undefined && lesson ? <Note key={id} document={id} lesson={lesson} /> : null;
}

const LINK =
  'rounded-sm font-medium text-accent underline decoration-accent/40 underline-offset-3 hover:decoration-accent disabled:text-ink-faint disabled:no-underline';

function Note({ document, lesson }: { document: string; lesson: Lesson }) {
  const { lanes: commands, tuning } = useWorkbench();
  const [away, setAway] = useState(() => isPutAway(document));
  const lanes = useStore((state) => state.lanes);
  const active = useStore(activeEntry);
  const replayed = useStore((state) => state.result !== null);
  if (away) return null;
  const [wrong, mended] = lanes;
  const other = active.id === wrong?.id ? mended : wrong;
  return (
    <aside
      aria-label="Lesson"
      className="flex items-start gap-2 border-rule border-b bg-accent-soft py-2 pr-2 pl-4 text-[12.5px] leading-[1.5]"
    >
      <p className="scroll-thin max-h-[26dvh] min-w-0 flex-1 overflow-y-auto">
        <strong className="font-semibold">{lesson.title}.</strong> {LESSON_TEXTS[lesson.id]}{' '}
        <span className="whitespace-nowrap">
          <button
            type="button"
            className={LINK}
            disabled={!replayed}
            onClick={() => tuning.setCursor(lesson.firstCall - 1)}
          >
            Go to call {lesson.firstCall}
          </button>
          {other && lanes.length === 2 ? (
            <>
              {' · '}
              <button type="button" className={LINK} onClick={() => commands.activate(other.id)}>
                {other === mended ? 'Show it mended' : 'Show it going wrong'}
              </button>
            </>
          ) : null}
        </span>
      </p>
      <button
        type="button"
        aria-label="Put the lesson away"
        title="Put the lesson away"
        className="grid size-7 shrink-0 place-items-center rounded-md text-ink-soft hover:bg-hover hover:text-ink"
        onClick={() => {
          putAway(document);
          setAway(true);
        }}
      >
        <CloseIcon />
      </button>
    </aside>
  );
}

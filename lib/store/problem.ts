/** Turning any error into words for people. */

import { WorkerRequestError } from '../worker/client';
import type { Problem } from './state';

/** What to tell people of an error, whatever it was. An import error brings its own title and the other formats. */
export function problemOf(title: string, error: unknown): Problem {
  if (!(error instanceof WorkerRequestError)) {
    return { title, message: error instanceof Error ? error.message : String(error) };
  }
  const { alternatives, what, where } = error.details;
  return {
    title: typeof what === 'string' ? what : title,
    message: typeof what === 'string' && typeof where === 'string' ? where : error.message,
    ...(error.remedy === undefined ? {} : { remedy: error.remedy }),
    ...(Array.isArray(alternatives) && alternatives.length > 0
      ? { alternatives: alternatives as { id: string; label: string }[] }
      : {}),
  };
}

/** What to tell where the tab ended in the middle of a long replay: it is not begun again by itself. */
export function endedAtWork(title: string): Problem {
  return {
    title: 'Not opened by itself',
    message: `The tab ended while the engine was at work on “${title}”. Your work is saved as you left it.`,
    remedy: 'Open it from the list below when you want to go on; it is replayed then.',
  };
}

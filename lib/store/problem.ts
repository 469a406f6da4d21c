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

/** What can go wrong with stored data, as errors with what to do; the browser's own errors are put into these words. */

/** There is no room left. Nothing of the write was stored. */
export class StorageFullError extends Error {
  override name = 'StorageFullError';
  readonly remedy =
    'Export the library to a file now. Then delete transcripts or runs, empty the trash, or free space on the disk.';
}

/** The connection to the database is gone: another tab needed a newer version, or the browser closed it. */
export class StorageClosedError extends Error {
  override name = 'StorageClosedError';
  readonly remedy = 'Export what you need, then reload the page.';
}

/** A record that is not one was about to be stored: a fault of the program. What is stored is untouched. */
export class InvalidRecordError extends Error {
  override name = 'InvalidRecordError';
  readonly remedy = 'What was stored before is untouched. Undo the last change, or export and reload.';
}

/** The error in the words of this program, where it is one that people can do something about. */
export function storageError(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  if (error.name === 'QuotaExceededError') {
    return new StorageFullError('The browser has no room left for this; it was not stored.', { cause: error });
  }
  if (error.name === 'InvalidStateError') {
    return new StorageClosedError('The storage of this tab is closed; this was not stored.', { cause: error });
  }
  return error;
}

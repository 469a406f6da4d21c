// What the site's scripts share as commands: whether a module is the one that was run, and a clean end on a signal.

import { realpathSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

const ENDING_SIGNALS = /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']);

/** Whether node was started with this module, also through a symbolic link. @param {string} moduleUrl */
export function isCommand(moduleUrl) {
  const started = process.argv[1];
  return started !== undefined && pathToFileURL(realpathSync(started)).href === moduleUrl;
}

/**
 * Calls back once when the process is told to end.
 * @param {() => void} callback
 * @returns {() => void} stops listening
 */
export function onEndingSignal(callback) {
  for (const signal of ENDING_SIGNALS) process.once(signal, callback);
  return () => {
    for (const signal of ENDING_SIGNALS) process.off(signal, callback);
  };
}

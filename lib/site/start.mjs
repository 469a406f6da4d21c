// What `npm start` runs: builds the site when its sources have changed, then serves it on this machine.

import { buildOrSayWhyNot, SITE } from './build.mjs';
import { serveUntilStopped } from './serve.mjs';

if (await buildOrSayWhyNot({ onlyIfNeeded: true })) await serveUntilStopped(SITE, process.env.PORT);

#!/usr/bin/env node
// The `palimpsest` command: loads the TypeScript sources as they are and runs them from any directory.

import { fileURLToPath } from 'node:url';
import { register } from 'tsx/esm/api';

register({ tsconfig: fileURLToPath(new URL('../../tsconfig.json', import.meta.url)) });
// npm runs scripts in the project's folder; file names are meant from where the user stands.
const { INIT_CWD: standing, npm_lifecycle_event: script } = process.env;
if (script === 'palimpsest' && standing !== undefined) process.chdir(standing);

const { runProcess } = await import('./main');
await runProcess();

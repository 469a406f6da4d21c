/** The counter that overestimates: UTF-8 bytes. No byte-pair encoding ever needs more tokens than bytes. */

import { type Counter, utf8Length } from './counter';

export const utf8: Counter = {
  id: 'utf8',
  label: 'UTF-8 bytes',
  exact: false,
  count: utf8Length,
};

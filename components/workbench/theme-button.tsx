/** Switches between the light and the dark theme. */
'use client';

import { useSyncExternalStore } from 'react';
import { Button } from '../ui/button';
import { MoonIcon, SunIcon } from '../ui/icons';
import { isDark, onTheme, switchTheme } from './theme';

export function ThemeButton() {
  const dark = useSyncExternalStore(onTheme, isDark, () => false);
  return (
    <Button variant="plain" icon aria-label={dark ? 'Use the light theme' : 'Use the dark theme'} onClick={switchTheme}>
      {dark ? <SunIcon /> : <MoonIcon />}
    </Button>
  );
}

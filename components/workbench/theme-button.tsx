/** Switches between the light and the dark theme and remembers the choice. */
'use client';

import { useSyncExternalStore } from 'react';
import { Button } from '../ui/button';
import { MoonIcon, SunIcon } from '../ui/icons';

function subscribe(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function ThemeButton() {
  const dark = useSyncExternalStore(
    subscribe,
    () => document.documentElement.dataset.theme === 'dark',
    () => false,
  );
  const toggle = () => {
    const theme = dark ? 'light' : 'dark';
    document.documentElement.dataset.theme = theme;
    try {
      localStorage.setItem('palimpsest:theme', theme);
    } catch {
      // Private modes refuse: the choice lasts until the tab closes.
    }
  };
  return (
    <Button variant="plain" icon aria-label={dark ? 'Use the light theme' : 'Use the dark theme'} onClick={toggle}>
      {dark ? <SunIcon /> : <MoonIcon />}
    </Button>
  );
}

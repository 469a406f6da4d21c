/** The theme in force: read, switched, and remembered. */

export function isDark(): boolean {
  return document.documentElement.dataset.theme === 'dark';
}

export function onTheme(listener: () => void): () => void {
  const observer = new MutationObserver(listener);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  return () => observer.disconnect();
}

export function switchTheme(): void {
  const theme = isDark() ? 'light' : 'dark';
  Object.assign(document.documentElement.dataset, { theme, chosen: '' });
  try {
    localStorage.setItem('palimpsest:theme', theme);
  } catch {
    // Private modes refuse: the choice lasts until the tab closes.
  }
}

// Before the first paint: the user's theme, otherwise the system's as it changes, and whether there is work to come back to.
(() => {
  const kept = (key) => {
    try {
      return localStorage.getItem(`palimpsest:${key}`);
    } catch {
      // Private modes refuse; the system's theme serves.
      return null;
    }
  };
  const root = document.documentElement;
  const system = matchMedia('(prefers-color-scheme: dark)');
  const follow = () => {
    // Chosen here, where nothing could be kept of it.
    if ('chosen' in root.dataset) return;
    root.dataset.theme = kept('theme') ?? (system.matches ? 'dark' : 'light');
  };
  follow();
  system.addEventListener('change', follow);
  if (kept('last-open') !== null) root.dataset.returning = '';
})();

// Before the first paint: the user's theme, otherwise the system's, and whether there is work to come back to.
(() => {
  let chosen = null;
  let returning = false;
  try {
    chosen = localStorage.getItem('palimpsest:theme');
    returning = localStorage.getItem('palimpsest:last-open') !== null;
  } catch {
    // Private modes refuse; the system's theme serves.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
  if (returning) document.documentElement.dataset.returning = '';
})();

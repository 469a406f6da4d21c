// Sets the theme before the first paint: the user's choice, otherwise the system's.
(() => {
  let chosen = null;
  try {
    chosen = localStorage.getItem('palimpsest:theme');
  } catch {
    // Private modes refuse; the system's theme serves.
  }
  const dark = chosen ? chosen === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();

const key = 'stickslip-theme';

export type Theme = 'light' | 'dark';

/** The theme in use: what was chosen here before, else what the system asks for. */
export function theme(): Theme {
  return document.documentElement.dataset.theme === 'light' ? 'light' : 'dark';
}

export function startTheme(): void {
  let chosen: string | null = null;
  try {
    chosen = localStorage.getItem(key);
  } catch {
    // storage may be forbidden: then the choice lasts as long as the page
  }
  const light = chosen ? chosen === 'light' : window.matchMedia('(prefers-color-scheme: light)').matches;
  document.documentElement.dataset.theme = light ? 'light' : 'dark';
}

export function toggleTheme(): void {
  const next: Theme = theme() === 'light' ? 'dark' : 'light';
  document.documentElement.dataset.theme = next;
  window.dispatchEvent(new Event('themechange'));
  try {
    localStorage.setItem(key, next);
  } catch {
    // see above
  }
}

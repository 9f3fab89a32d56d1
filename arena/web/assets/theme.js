// Light or dark: what the system says, unless the reader has chosen.
const KEY = 'arena-theme';
const root = document.documentElement;
const system = () => (matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');
const isDark = () => (root.style.colorScheme || system()) === 'dark';
const remembered = () => {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
};
const choose = theme => {
  root.style.colorScheme = theme;
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    /* the choice lasts for this page only */
  }
};

if (remembered()) root.style.colorScheme = remembered();
addEventListener('DOMContentLoaded', () => {
  document.getElementById('theme').onclick = () => choose(isDark() ? 'light' : 'dark');
});

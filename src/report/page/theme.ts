/** Shows the button that switches between light and dark, beginning with what the system prefers. */
export function themeSwitch(changed: () => void): void {
  const button = document.getElementById('theme');
  if (button === null) return;
  const prefersDark = window.matchMedia('(prefers-color-scheme: dark)');
  const { dataset } = document.documentElement;
  const isDark = (): boolean => (dataset['theme'] ?? (prefersDark.matches ? 'dark' : 'light')) === 'dark';
  const name = (): void => {
    button.textContent = isDark() ? 'Light' : 'Dark';
    button.setAttribute('aria-label', `Switch to ${isDark() ? 'light' : 'dark'} colours`);
  };
  button.hidden = false;
  name();
  button.addEventListener('click', () => {
    dataset['theme'] = isDark() ? 'light' : 'dark';
    name();
    changed();
  });
  prefersDark.addEventListener('change', () => {
    name();
    changed();
  });
}

/** Paper is white, whatever the screen is: what is drawn must be drawn for it. */
export function lightOnPaper(changed: () => void): void {
  const { dataset } = document.documentElement;
  let onScreen: string | undefined;
  window.addEventListener('beforeprint', () => {
    onScreen = dataset['theme'];
    dataset['theme'] = 'light';
    changed();
  });
  window.addEventListener('afterprint', () => {
    if (onScreen === undefined) delete dataset['theme'];
    else dataset['theme'] = onScreen;
    changed();
  });
}

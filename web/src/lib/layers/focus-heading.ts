/** Moves the focus to the heading of the page, so that screen readers read it and Tab starts there. */
export function focusHeading() {
  const main = document.getElementById('main');
  const target = main?.querySelector<HTMLElement>('h1') ?? main;
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
}

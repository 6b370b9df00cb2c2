/**
 * Moves the focus to the heading of the page, so that screen readers read it and Tab starts there. While a page is loading,
 * `main` has the focus until its heading appears.
 */
export function focusHeading() {
  const main = document.getElementById('main');
  const heading = main?.querySelector<HTMLElement>('h1');
  const target = heading ?? main;
  if (!target) return;
  target.tabIndex = -1;
  target.focus({ preventScroll: true });
  if (heading) return;
  const observer = new MutationObserver(() => {
    const isLeft = document.activeElement !== target;
    if (!isLeft && !target.querySelector('h1')) return;
    observer.disconnect();
    if (!isLeft) focusHeading();
  });
  observer.observe(target, { childList: true, subtree: true });
}

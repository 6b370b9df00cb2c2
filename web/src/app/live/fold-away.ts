/** Both steps take 200 ms together (docs/product/screens.md#animations): the track fades, then the others close the gap. */
const FADE_MS = 80;
const CLOSE_MS = 120;
const EASING = 'cubic-bezier(0.2, 0, 0, 1)';
/** The page has so many milliseconds to redraw itself without the tracks. */
const DRAWN_WITHIN_MS = 500;

const shownTracks = () => [...document.querySelectorAll<HTMLElement>('[data-track]')];

/**
 * Fades out the rows and cards of these tracks, calls `remove`, and moves up the rows and cards behind them. With reduced motion,
 * or when the page shows none of them, it only calls `remove`. The focus moves to the next track.
 */
export async function foldAway(ids: readonly number[], remove: () => void): Promise<void> {
  const all = shownTracks();
  const leaving = all.filter((element) => ids.includes(Number(element.dataset.track)));
  handFocusOn(all, leaving);
  if (leaving.length === 0 || !mayMove()) return remove();

  const fades = leaving.map((element) => element.animate({ opacity: [1, 0] }, { duration: FADE_MS, fill: 'forwards' }));
  await Promise.all(fades.map(({ finished }) => finished.catch(() => {})));
  const oldBoxes = new Map(shownTracks().map((element) => [element, element.getBoundingClientRect()]));
  const removal = goneFromPage(leaving);
  remove();
  await removal;
  for (const fade of fades) fade.cancel();
  for (const element of shownTracks()) {
    const before = oldBoxes.get(element);
    if (before) moveFrom(element, before);
  }
}

const mayMove = () =>
  document.visibilityState === 'visible' &&
  'animate' in Element.prototype &&
  !window.matchMedia('(prefers-reduced-motion: reduce)').matches;

/** Resolves before the browser paints the page without these elements, so that nothing jumps. */
const goneFromPage = (leaving: readonly HTMLElement[]) =>
  new Promise<void>((resolve) => {
    const finish = () => {
      observer.disconnect();
      clearTimeout(timer);
      resolve();
    };
    const observer = new MutationObserver(() => leaving.every((element) => !element.isConnected) && finish());
    observer.observe(document.body, { childList: true, subtree: true });
    const timer = setTimeout(finish, DRAWN_WITHIN_MS);
  });

function moveFrom(element: HTMLElement, before: DOMRect) {
  const now = element.getBoundingClientRect();
  const [x, y] = [before.left - now.left, before.top - now.top];
  if (x === 0 && y === 0) return;
  element.animate({ transform: [`translate(${x}px, ${y}px)`, 'none'] }, { duration: CLOSE_MS, easing: EASING });
}

/** Moves the focus to the next track, so that it does not fall back to the top of the page. */
function handFocusOn(all: readonly HTMLElement[], leaving: readonly HTMLElement[]) {
  const focusedElement = leaving.find((element) => element.contains(document.activeElement));
  if (!focusedElement) return;
  const at = all.indexOf(focusedElement);
  const next = [...all.slice(at + 1), ...all.slice(0, at).reverse()].find((element) => !leaving.includes(element));
  (next?.querySelector<HTMLElement>('button, a[href]') ?? document.getElementById('main'))?.focus({ preventScroll: true });
}

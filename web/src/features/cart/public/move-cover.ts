import { paths } from '#lib/paths.ts';

const MOVE_MS = 420;

/**
 * The cover beside the button that was pressed. The button may have lost the focus: Safari gives it none, and the page of a track has
 * drawn another button in its place. The track is looked for in a list then, and on its own page.
 */
const coverOf = (id: number) => {
  const pressedElement = document.activeElement;
  const part =
    pressedElement?.closest('article, li') ??
    pressedElement?.closest('section') ??
    document.querySelector(`[data-track="${id}"]`);
  const ownPage = window.location.pathname === paths.track(id) ? document.getElementById('main') : null;
  return part?.querySelector('img') ?? ownPage?.querySelector<HTMLImageElement>('article img');
};

/**
 * Moves a picture of the track's cover from where its button was pressed to the cart's badge. Nothing moves where there is no cover,
 * where the cart is out of sight, or for those who ask for less motion.
 */
export function moveCoverToCart(id: number) {
  const cover = coverOf(id);
  const icon = document.getElementById('cart-button');
  if (!cover || !icon || !('animate' in cover) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const [from, to] = [cover.getBoundingClientRect(), icon.getBoundingClientRect()];
  if (from.width === 0 || to.width === 0) return;
  const picture = cover.cloneNode() as HTMLImageElement;
  picture.alt = '';
  picture.ariaHidden = 'true';
  Object.assign(picture.style, {
    position: 'fixed',
    zIndex: 'var(--layer-toast)',
    pointerEvents: 'none',
    transformOrigin: '0 0',
    left: `${from.left}px`,
    top: `${from.top}px`,
    width: `${from.width}px`,
    height: `${from.height}px`,
  });
  document.body.append(picture);
  const place = `translate(${to.left - from.left}px, ${to.top - from.top}px)`;
  const moving = picture.animate(
    { transform: ['none', `${place} scale(${to.width / from.width})`], opacity: [0.9, 0.4] },
    { duration: MOVE_MS, easing: 'cubic-bezier(0.3, 0, 0.2, 1)' },
  );
  moving.onfinish = () => picture.remove();
  moving.oncancel = () => picture.remove();
}

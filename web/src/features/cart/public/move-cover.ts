const MOVE_MS = 420;

/**
 * Moves a picture of the track's cover from where its button was pressed to the cart's badge. Nothing moves where the button has
 * no cover beside it, where the cart is out of sight, or where less motion is wished.
 */
export function moveCoverToCart() {
  const cover = document.activeElement?.closest('article, li, section')?.querySelector('img');
  const badge = document.getElementById('in-cart')?.parentElement;
  if (!cover || !badge || !('animate' in cover) || matchMedia('(prefers-reduced-motion: reduce)').matches) return;

  const [from, to] = [cover.getBoundingClientRect(), badge.getBoundingClientRect()];
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

import { Link } from 'react-router-dom';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { CartTray } from '#features/cart/public/CartTray.tsx';
import { moveCoverToCart } from '#features/cart/public/move-cover.ts';
import { toasts, type ToastCode, type ToastLink } from '#lib/toast.ts';
import './ToastMount.css';

/** The corner around it is the live region. Regions within regions are read out several times, and the library makes its own. */
const makeSilent = (host: HTMLElement | null) => host?.querySelector(':scope > [aria-live]')?.removeAttribute('aria-live');

/** `closesAfter` is in milliseconds. */
export function ToastMount({ closesAfter }: { closesAfter: number }) {
  return (
    <div ref={makeSilent}>
      <ToastContainer position="top-right" role="group" autoClose={closesAfter} theme="dark" closeOnClick draggable={false} />
    </div>
  );
}

/** Shows a message only while the corner is mounted: otherwise react-toastify would keep the message for a later page. */
export const push: ToastCode['push'] = (kind, text, { link, addedToCart, ...options }) => {
  if (!toasts.isWatched()) return;
  const toastId = `${kind}:${text}`;
  if (addedToCart === undefined)
    return void toast[kind](link ? withLink(text, link) : <span>{text}</span>, { toastId, ...options });
  moveCoverToCart(addedToCart);
  const close = () => toast.dismiss(toastId);
  toast[kind](<CartTray id={addedToCart} text={text} onClose={close} />, {
    toastId,
    icon: false,
    closeOnClick: false,
    ...options,
  });
};

const withLink = (text: string, { to, label }: ToastLink) => (
  <>
    <span>{text}</span> <Link to={to}>{label}</Link>
  </>
);

import { Link } from 'react-router-dom';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
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
export const push: ToastCode['push'] = (kind, text, { link, ...options }) => {
  if (toasts.isWatched())
    toast[kind](link ? withLink(text, link) : <span>{text}</span>, { toastId: `${kind}:${text}`, ...options });
};

const withLink = (text: string, { to, label }: ToastLink) => (
  <>
    <span>{text}</span> <Link to={to}>{label}</Link>
  </>
);

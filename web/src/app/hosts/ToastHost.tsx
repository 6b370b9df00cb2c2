import { Link } from 'react-router-dom';
import { toast, ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import { toasts, type ToastCode, type ToastLink } from '../../lib/toast';
import './ToastHost.css';

/** `closesAfter` is in milliseconds. */
export function ToastHost({ closesAfter }: { closesAfter: number }) {
  return <ToastContainer position="top-right" autoClose={closesAfter} theme="dark" closeOnClick draggable={false} />;
}

/** Shows a message only while the corner is mounted: otherwise react-toastify would keep the message for a later page. */
export const push: ToastCode['push'] = (kind, text, { link, ...options }) => {
  if (toasts.isWatched()) toast[kind](link ? withLink(text, link) : text, { toastId: `${kind}:${text}`, ...options });
};

const withLink = (text: string, { to, label }: ToastLink) => (
  <>
    <span>{text}</span> <Link to={to}>{label}</Link>
  </>
);

import { Link } from 'react-router-dom';
import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import type { ToastLink } from '../../lib/toast';
import './ToastHost.css';

/** Shows the toasts at the top right. `closesAfter` is in milliseconds. */
export function ToastHost({ closesAfter }: { closesAfter: number }) {
  return <ToastContainer position="top-right" autoClose={closesAfter} theme="dark" closeOnClick draggable={false} />;
}

/** A message with a link. */
export const withLink = (text: string, { to, label }: ToastLink) => (
  <>
    <span>{text}</span> <Link to={to}>{label}</Link>
  </>
);

import { Link } from 'react-router-dom';
import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import type { ToastLink } from '../../lib/toast';
import './ToastHost.css';

/** Top right; `closesAfter` in milliseconds. */
export function ToastHost({ closesAfter }: { closesAfter: number }) {
  return <ToastContainer position="top-right" autoClose={closesAfter} theme="dark" closeOnClick draggable={false} />;
}

/** A message that leads somewhere. */
export const withLink = (text: string, { to, label }: ToastLink) => (
  <>
    <span>{text}</span> <Link to={to}>{label}</Link>
  </>
);

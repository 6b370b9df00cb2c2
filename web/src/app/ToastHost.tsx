import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './ToastHost.css';

/** Top right; `closesAfter` in milliseconds. */
export function ToastHost({ closesAfter }: { closesAfter: number }) {
  return <ToastContainer position="top-right" autoClose={closesAfter} theme="dark" closeOnClick draggable={false} />;
}

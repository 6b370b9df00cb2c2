import { ToastContainer } from 'react-toastify/unstyled';
import 'react-toastify/ReactToastify.css';
import './ToastHost.css';

/** Top right, five seconds (spec 1 §9). */
export function ToastHost() {
  return <ToastContainer position="top-right" autoClose={5000} theme="dark" closeOnClick draggable={false} />;
}

import { useSyncExternalStore } from 'react';
import { lazily } from '../../lib/loading/lazily';
import { toasts, toastsAppearIn } from '../../lib/toast';
import { Part } from '../../ui/feedback/Part';
import styles from './ToastCorner.module.css';

const load = () => import('./ToastHost');
const ToastHost = lazily(async () => (await load()).ToastHost, { quiet: true });
toastsAppearIn(load);

/**
 * The corner for toasts, whose code loads with the first toast. Its live region exists from the start, because an open dialog
 * hides new elements from screen readers. `closesAfter` is in milliseconds. Without the code, the messages appear as plain lines.
 */
export function ToastCorner({ closesAfter = 5000 }: { closesAfter?: number }) {
  const { wanted, plain } = useSyncExternalStore(toasts.subscribe, toasts.get, toasts.get);
  return (
    <div aria-live="polite">
      {wanted && (
        <Part place={plain.length} instead={null}>
          <ToastHost closesAfter={closesAfter} />
        </Part>
      )}
      {plain.length > 0 && (
        <div className={styles.plain}>
          {plain.map((text) => (
            <p key={text}>{text}</p>
          ))}
        </div>
      )}
    </div>
  );
}

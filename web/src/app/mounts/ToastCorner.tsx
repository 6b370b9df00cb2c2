import { useSyncExternalStore } from 'react';
import { lazyWithRetry } from '#lib/loading/lazy-with-retry.tsx';
import { toasts, toastsAppearIn } from '#lib/toast.ts';
import { SectionBoundary } from '#ui/feedback/SectionBoundary.tsx';
import styles from './ToastCorner.module.css';

const load = () => import('./ToastMount');
const ToastMount = lazyWithRetry(async () => (await load()).ToastMount, { quiet: true });
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
        <SectionBoundary place={plain.length} instead={null}>
          <ToastMount closesAfter={closesAfter} />
        </SectionBoundary>
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

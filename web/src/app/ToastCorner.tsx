import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastsWanted } from '../lib/toast';

const ToastHost = lazy(() => import('./ToastHost').then((module) => ({ default: module.ToastHost })));

/** The toasts' corner, mounted with the first toast. */
export function ToastCorner() {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get);
  return wanted ? (
    <Suspense>
      <ToastHost />
    </Suspense>
  ) : null;
}

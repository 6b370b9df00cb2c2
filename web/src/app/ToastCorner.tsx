import { lazy, Suspense, useSyncExternalStore } from 'react';
import { toastsWanted } from '../lib/toast';

const ToastHost = lazy(() => import('./ToastHost').then((module) => ({ default: module.ToastHost })));

/** The toasts' corner, mounted with the first toast. They stay for five seconds (spec 1 §9), in the administration for three (spec 3 §9). */
export function ToastCorner({ closesAfter = 5000 }: { closesAfter?: number }) {
  const wanted = useSyncExternalStore(toastsWanted.subscribe, toastsWanted.get);
  return wanted ? (
    <Suspense>
      <ToastHost closesAfter={closesAfter} />
    </Suspense>
  ) : null;
}

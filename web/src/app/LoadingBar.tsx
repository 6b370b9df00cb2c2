import { useSyncExternalStore } from 'react';
import { loading } from '#lib/loading/loading.ts';
import styles from './LoadingBar.module.css';

/** Shows at the top of the window while the code of a page or a dialog is loading. The old page stays until then. */
export function LoadingBar() {
  const busy = useSyncExternalStore(loading.subscribe, loading.get, () => false);
  return busy ? <div className={styles.bar} role="progressbar" aria-label="Loading" /> : null;
}

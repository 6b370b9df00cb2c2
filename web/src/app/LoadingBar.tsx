import { useSyncExternalStore } from 'react';
import { loading } from '../lib/loading/loading';
import styles from './LoadingBar.module.css';

/** At the top of the window while the code of a page or a dialog is on its way: the old page stays until it is there. */
export function LoadingBar() {
  const busy = useSyncExternalStore(loading.subscribe, loading.get);
  return busy ? <div className={styles.bar} role="progressbar" aria-label="Loading" /> : null;
}

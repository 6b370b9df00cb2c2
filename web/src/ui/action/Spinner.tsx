import styles from './Spinner.module.css';

/** Small and silent; the words beside it say what is going on. With `label` it speaks for itself. */
export function Spinner({ label }: { label?: string }) {
  return <span className={styles.spinner} {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })} />;
}

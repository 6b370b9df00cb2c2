import styles from './Spinner.module.css';

/** A small spinner, silent for screen readers when a text beside it says what is going on. With `label` it announces itself. */
export function Spinner({ label }: { label?: string }) {
  return <span className={styles.spinner} {...(label ? { role: 'status', 'aria-label': label } : { 'aria-hidden': true })} />;
}

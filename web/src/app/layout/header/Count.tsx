import styles from './Header.module.css';

/** The number at the corner of an icon; nothing at zero. The icon's control refers to `id` for its description. */
export function Count({ of, id }: { of: number; id: string }) {
  if (of === 0) return null;
  return (
    <span id={id} className={`mono ${styles.count}`}>
      {of}
      <span className="visually-hidden"> {of === 1 ? 'item' : 'items'}</span>
    </span>
  );
}

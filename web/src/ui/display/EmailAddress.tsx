import styles from './EmailAddress.module.css';

/** In a narrow column it breaks after the sign, not one letter before its end. */
export function EmailAddress({ children: address }: { children: string }) {
  const domain = address.lastIndexOf('@') + 1;
  return (
    <span className={styles.address}>
      {address.slice(0, domain)}
      <wbr />
      {address.slice(domain)}
    </span>
  );
}

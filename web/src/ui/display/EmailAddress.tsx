import styles from './EmailAddress.module.css';

/** In a narrow column the address breaks after the @, and not just before its last letter. */
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

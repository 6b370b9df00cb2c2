import { Link } from 'react-router-dom';
import { useSiteName } from '#lib/calls/config-api.ts';
import { paths } from '#lib/paths.ts';
import styles from './Logo.module.css';

export function Logo() {
  const name = useSiteName();
  return (
    <Link to={paths.home} className={styles.logo} aria-label={`${name}, home`}>
      <svg viewBox="0 0 18 22" width="18" height="22" aria-hidden>
        <path d="M0 8h3v6H0zm5-5h3v16H5zm5-3h3v22h-3zm5 7h3v8h-3z" fill="var(--signal)" />
      </svg>
      <span dir="auto">{name}</span>
    </Link>
  );
}

import { useContact } from '#lib/site/contact.ts';
import styles from './Footer.module.css';

const SHAPES: Record<'Facebook' | 'Instagram' | 'SoundCloud', string> = {
  Facebook: 'M13.5 21v-8h2.7l.4-3.2h-3.1V7.8c0-.9.3-1.6 1.6-1.6h1.6V3.3c-.3 0-1.2-.1-2.3-.1-2.4 0-4 1.4-4 4.1v2.5H7.7V13h2.7v8z',
  Instagram:
    'M7 3h10a4 4 0 0 1 4 4v10a4 4 0 0 1-4 4H7a4 4 0 0 1-4-4V7a4 4 0 0 1 4-4zm0 2a2 2 0 0 0-2 2v10a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V7a2 2 0 0 0-2-2zm5 2.5a4.5 4.5 0 1 1 0 9 4.5 4.5 0 0 1 0-9zm0 2a2.5 2.5 0 1 0 0 5 2.5 2.5 0 0 0 0-5zm4.8-3.6a1.1 1.1 0 1 1 0 2.2 1.1 1.1 0 0 1 0-2.2z',
  SoundCloud:
    'M1 13.2h1.2v3H1zm2.2-1.6h1.2v5.2H3.2zm2.2-.7h1.2v6.1H5.4zm2.2-2.4h1.2V17H7.6zm2.2-1.3H11V17H9.8zm2.3-.5a5 5 0 0 1 7.2 3.7 3.3 3.3 0 1 1 .5 6.6h-7.7z',
};

export function SocialLinks() {
  const { social } = useContact();
  return (
    <ul className={styles.social}>
      {(Object.keys(SHAPES) as (keyof typeof SHAPES)[]).map((name) => (
        <li key={name}>
          <a href={social[name]} target="_blank" rel="noreferrer" aria-label={name} title={name}>
            <svg viewBox="0 0 24 24" width="20" height="20" aria-hidden>
              <path d={SHAPES[name]} fill="currentColor" fillRule="evenodd" />
            </svg>
          </a>
        </li>
      ))}
    </ul>
  );
}

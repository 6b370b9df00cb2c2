import type { ReactNode } from 'react';
import styles from './Footer.module.css';

function Card({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <svg viewBox="0 0 48 30" width="48" height="30" role="img" aria-label={name}>
        <rect x="0.5" y="0.5" width="47" height="29" rx="2" fill="none" stroke="var(--line-strong)" />
        {children}
      </svg>
    </li>
  );
}

const word = { fill: 'var(--text)', fontFamily: 'Archivo, Arial, sans-serif', fontWeight: 800, textAnchor: 'middle' } as const;

/** The accepted means of payment, drawn in the page's own colours. */
export function PaymentIcons() {
  return (
    <ul className={styles.payments} aria-label="Accepted payments">
      <Card name="Visa">
        <text x="24" y="19.5" fontSize="13" transform="skewX(-12) translate(4 0)" {...word}>
          VISA
        </text>
      </Card>
      <Card name="Mastercard">
        <circle cx="20" cy="15" r="8" fill="none" stroke="var(--text)" strokeWidth="1.5" />
        <circle cx="28" cy="15" r="8" fill="none" stroke="var(--text)" strokeWidth="1.5" />
      </Card>
      <Card name="PayPal">
        <text x="24" y="19" fontSize="11" {...word}>
          PayPal
        </text>
      </Card>
    </ul>
  );
}

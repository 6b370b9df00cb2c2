import type { ComponentProps, ReactNode } from 'react';
import { MailLink } from '#features/identity/public/login/MailLink.tsx';
import styles from './PasswordPage.module.css';

/** The page of a mailed link. It shows the purpose of the link until the link has worked. */
export function MailLinkFrame({
  heading,
  children,
  ...link
}: { heading: string; children: ReactNode } & ComponentProps<typeof MailLink>) {
  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.form}>
        <h1>{heading}</h1>
        {!link.answer.data && <p className="muted">{children}</p>}
        <MailLink {...link} />
      </div>
    </section>
  );
}

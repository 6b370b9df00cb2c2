import { MENU } from '@shop/contracts/pages';
import { Link } from 'react-router-dom';
import { NewsletterForm } from '#features/newsletter/public/NewsletterForm.tsx';
import { useSiteName } from '#lib/calls/config-api.ts';
import { PLACE } from '#lib/site/contact.ts';
import { ContactMail } from '#lib/site/ContactMail.tsx';
import { paths } from '#lib/paths.ts';
import { serverNow } from '#lib/time/server-clock.ts';
import styles from './Footer.module.css';
import { PaymentIcons } from './PaymentIcons';
import { SocialLinks } from './SocialLinks';

const QUICK_LINKS: { to: string; name: string; target?: string }[] = [
  ...MENU,
  { to: paths.uploadInstructions, name: 'Track upload guide', target: '_blank' },
  { to: paths.salesLog, name: 'Sales log' },
  { to: paths.privacy, name: 'Privacy Policy' },
  { to: paths.terms, name: 'Terms and Conditions' },
];

export function Footer() {
  const siteName = useSiteName();
  const year = new Date(serverNow()).getFullYear();
  return (
    <footer className={styles.footer}>
      <div className={`wrap ${styles.columns}`}>
        <section className={styles.about}>
          <p className={styles.tagline}>Your music - our mastery.</p>
          <p className="muted">Professional ghost production services for DJs and producers worldwide.</p>
          <SocialLinks />
        </section>
        <section className={styles.section}>
          <h2>Quick Links</h2>
          <ul className={styles.links}>
            {QUICK_LINKS.map(({ to, name, target }) => (
              <li key={to}>
                <Link to={to} target={target} dir="auto">
                  {name}
                </Link>
              </li>
            ))}
          </ul>
        </section>
        <section className={styles.section}>
          <h2>Contact Us</h2>
          <address className={styles.address}>
            <span>{PLACE}</span>
            <ContactMail />
          </address>
        </section>
        <section className={styles.section}>
          <h2>Newsletter</h2>
          <p className="muted">New tracks before they are gone.</p>
          <NewsletterForm />
        </section>
      </div>
      <div className={`wrap ${styles.bottom}`}>
        {/* The server's year may be another at New Year. */}
        <p className="muted" suppressHydrationWarning>
          © {year} {siteName}. All rights reserved.
        </p>
        <PaymentIcons />
      </div>
    </footer>
  );
}

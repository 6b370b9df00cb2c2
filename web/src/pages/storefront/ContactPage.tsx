import { ContactForm } from '#features/messages/public/ContactForm.tsx';
import { PLACE } from '#lib/site/contact.ts';
import { ContactMail } from '#lib/site/ContactMail.tsx';
import styles from './ContactPage.module.css';

export function ContactPage() {
  return (
    <section className={`wrap ${styles.page}`}>
      <div className={styles.lead}>
        <h1>Contact</h1>
        <p className="muted">About a track, an order, your store or a production of your own: tell us, a person answers.</p>
      </div>
      <div className={styles.columns}>
        <ContactForm />
        <address className={styles.facts}>
          <div>
            <h2>Location</h2>
            <p>{PLACE}</p>
          </div>
          <div>
            <h2>Email</h2>
            <ContactMail />
          </div>
          <div>
            <h2>Response time</h2>
            <p>Replies take 24-48 hours.</p>
          </div>
        </address>
      </div>
    </section>
  );
}

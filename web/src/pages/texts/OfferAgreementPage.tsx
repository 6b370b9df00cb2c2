import { OFFER_SINCE, OFFER_VERSION } from '@shop/contracts/constants';
import { dateText } from '@shop/contracts/times';
import { useEffect } from 'react';
import { Link } from 'react-router-dom';
import { OfferAgreement } from '#features/orders/public/checkout/OfferAgreement.tsx';
import { useSiteName } from '#lib/calls/config-api.ts';
import { PLACE } from '#lib/site/contact.ts';
import { ContactMail } from '#lib/site/ContactMail.tsx';
import { paths } from '#lib/paths.ts';
import styles from './LegalPage.module.css';

/** The agreement that sellers accept and that governs every sale. Search engines are asked not to list it. */
export function OfferAgreementPage() {
  const siteName = useSiteName();
  useEffect(() => {
    const robots = document.createElement('meta');
    robots.name = 'robots';
    robots.content = 'noindex';
    document.head.append(robots);
    return () => robots.remove();
  }, []);

  return (
    <article className={`wrap ${styles.offer}`}>
      <h1>Public Offer Agreement</h1>
      <p className="muted">
        Version {OFFER_VERSION}. In force since <time dateTime={OFFER_SINCE}>{dateText(OFFER_SINCE)}</time>
      </p>
      <OfferAgreement siteName={siteName} heading="h2" />
      <p className="muted">
        Questions and complaints: <ContactMail />, {PLACE}. See also the <Link to={paths.terms}>Terms and Conditions</Link> and
        the <Link to={paths.privacy}>Privacy Policy</Link>.
      </p>
    </article>
  );
}

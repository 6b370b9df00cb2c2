import { FEE_PERCENT, TERMS_SINCE, TERMS_VERSION } from '@shop/contracts/constants';
import { Link } from 'react-router-dom';
import { useSiteName } from '#lib/calls/config-api.ts';
import { PLACE } from '#lib/site/contact.ts';
import { ContactMail } from '#lib/site/ContactMail.tsx';
import { paths } from '#lib/paths.ts';
import { LegalPage, type LegalSection } from './LegalPage';

const mail = <ContactMail />;

const sectionsFor = (site: string): LegalSection[] => [
  {
    title: 'What these terms are about',
    body: (
      <p>
        {site} ({PLACE}) is a marketplace for ghost productions: finished electronic music that is sold once, with all rights. It
        also takes orders for custom tracks, co-producing, mixing and mastering. These terms hold for everyone who uses the site.
        Every sale of a track is made under the Public Offer Agreement, which is shown at checkout; where the two differ, the
        agreement counts for the sale.
      </p>
    ),
  },
  {
    title: 'Who may use it',
    body: (
      <p>
        The minimum age for an order or a store is 18: by buying or selling you confirm that you have reached it and may enter
        into contracts. Younger visitors, from 13 on, may listen and look around; the{' '}
        <Link to={paths.privacy}>Privacy Policy</Link> says what that means for their data.
      </p>
    ),
  },
  {
    title: 'Your account',
    body: (
      <p>
        Give true details, for they become part of your contracts, and keep your password to yourself. What happens under your
        account counts as yours until you tell us that somebody else has it. We may close accounts that are used for fraud or
        against these terms.
      </p>
    ),
  },
  {
    title: 'Buying a track',
    body: (
      <ul>
        <li>
          Each track is sold exactly once. While you pay it is reserved for you; when the payment has arrived it is removed from
          the store and never sold again.
        </li>
        <li>
          Prices are in US dollars. A service fee of {FEE_PERCENT}% of the subtotal is added and shown before you pay. Project
          files cost $100 more where a track offers them. One coupon can be used for an order.
        </li>
        <li>
          You pay through PayPal, or as you arrange with us. Other ways of payment, such as cryptocurrency, go through the
          administrator.
        </li>
        <li>
          After the payment you get download links for the files and a contract for each track, on the page, by e-mail and, at any
          time later, under My Orders.
        </li>
      </ul>
    ),
  },
  {
    title: 'What you may do with it',
    body: (
      <p>
        With the payment all transferable exclusive rights in the track pass to you: release it under your name, change it,
        perform it, license it. Two things you may not do: offer it again as a ghost production, or use it before it is paid.
      </p>
    ),
  },
  {
    title: 'No refunds; complaints',
    body: (
      <p>
        Files are digital goods and the rights pass at once, so all sales are final and there are no refunds after a purchase. If
        files are missing, damaged or not as described, or if the rights are not in order, write to {mail} within 10 business days
        of the purchase, and we put right what is wrong. Rights that the law gives you as a consumer and that cannot be given up
        stay as they are.
      </p>
    ),
  },
  {
    title: 'Selling tracks',
    body: (
      <>
        <p>
          Whoever wants to sell registers as a seller, is verified within 48 hours of sending in a document, and accepts the
          Public Offer Agreement. In short:
        </p>
        <ul>
          <li>A track is reviewed within 2 days, and an approved one appears about 24 hours later.</li>
          <li>
            You offer only music that is wholly yours, without uncleared samples, and nowhere else while it is on sale here.
          </li>
          <li>
            You receive the price minus a commission of 30%, within three business days of the payment. Once we have sent it, a
            payout takes 30 minutes to 48 hours to arrive. Cards are paid to residents of Russia only.
          </li>
          <li>We may discount your price by at most 25% in promotions; what goes beyond that is ours to bear.</li>
          <li>A track that has found no buyer in 6 months can be removed.</li>
        </ul>
      </>
    ),
  },
  {
    title: 'Custom work',
    body: (
      <p>
        A request for a custom track, co-producing, mixing or mastering is not yet an order. We answer within 24-48 hours with
        what we can do, by when and for how much; the work begins when both sides have agreed.
      </p>
    ),
  },
  {
    title: 'Rules of the house',
    body: (
      <ul>
        <li>Previews are for listening. Do not record, publish or sample what you have not bought.</li>
        <li>Do not upload what is not yours, nor anything harmful.</li>
        <li>Do not try to get around the payment, the limits or the protection of the site.</li>
      </ul>
    ),
  },
  {
    title: 'Liability',
    body: (
      <p>
        We answer for delivering what was paid for and for what we do with intent or gross negligence. We do not answer for what a
        release brings in, for other people’s services, or for interruptions we could not prevent.
      </p>
    ),
  },
  {
    title: 'Law and changes',
    body: (
      <p>
        These terms are governed by the law of the Russian Federation, without taking from you the protection that the law of your
        country gives consumers. We may change them by publishing a new version here; for an order the version of its day holds.
      </p>
    ),
  },
];

export function TermsPage() {
  const site = useSiteName();
  return (
    <LegalPage
      title="Terms and Conditions"
      version={TERMS_VERSION}
      since={TERMS_SINCE}
      intro={`The rules of ${site}, in the words we would use to explain them.`}
      sections={sectionsFor(site)}
    />
  );
}

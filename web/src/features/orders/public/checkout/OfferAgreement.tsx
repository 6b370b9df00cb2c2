import type { ReactNode } from 'react';
import styles from './OfferAgreement.module.css';

type Clause = { title: string; points: ReactNode[] };

const clauses = (site: string): Clause[] => [
  {
    title: 'The parties and what this is',
    points: [
      <>
        {site} (the <b>Store</b>) publishes this Public Offer Agreement for everyone who sells music through it (a <b>Seller</b>)
        and everyone who buys it (a <b>Buyer</b>). It is a public offer: who accepts it is bound by it, without a signature on
        paper.
      </>,
      'A Seller accepts by ticking the box in the Seller Dashboard; the acceptance is recorded with its date and cannot be withdrawn. A Buyer accepts by agreeing to it at checkout.',
      'A Composition is a finished track with everything listed on its page: the mixed and unmixed master, the MIDI files, the stems and, where it is offered and chosen, the project of the named program.',
    ],
  },
  {
    title: 'Publishing a Composition',
    points: [
      'The Seller offers only Compositions that are wholly the Seller’s own work, that contain no uncleared samples, voices or melodies of others, and that have not been released, sold or given away anywhere before.',
      'The Store verifies a Seller within 48 hours and reviews a submitted track within 2 days. It may refuse a track and says why. An approved track appears about 24 hours later.',
      'While a Composition is on sale here, the Seller does not offer it elsewhere. A Composition that has found no buyer in 6 months may be taken down by either side.',
    ],
  },
  {
    title: 'The sale and the passing of rights',
    points: [
      'Each Composition is sold exactly once. With the payment, all transferable exclusive rights in it pass to the Buyer, worldwide and for the whole term of protection: to release it under any name, to change it, perform it, license it and register it.',
      'After the sale the Composition is removed from the Store. Resale is not allowed: neither the Store nor the Seller may sell, publish or use it or any recognisable part of it again, and the Buyer may not offer it for sale as a ghost production.',
      'The Buyer receives the files as download links, shown after the payment and sent by e-mail, together with a contract for each track that names the Buyer, the track, the price and the date.',
    ],
  },
  {
    title: 'Prices, payment and discounts',
    points: [
      'Prices are in US dollars. A service fee of 5% of the subtotal is shown before the payment. Where a track lists a project, its files cost $100 more.',
      'Payment is made through PayPal or as arranged with the Store. Tracks are reserved for the Buyer while a payment is under way.',
      'The Store may discount a Seller’s price by at most 25% in its promotions. Whatever it takes off beyond that, it bears itself.',
    ],
  },
  {
    title: 'What the Seller receives',
    points: [
      'The Seller receives the price of the sale minus a commission of 30%.',
      'The Store pays the Seller within three business days of the Buyer’s payment, to the PayPal address or the card named in the Seller Dashboard. Payouts to cards are for residents of Russia only.',
      'Each side pays the taxes that fall on its own income.',
    ],
  },
  {
    title: 'Complaints and refunds',
    points: [
      'Files are digital goods and rights pass at once, so all sales are final and there are no refunds after a purchase.',
      'A Buyer who finds that files are missing, damaged or not as described, or that the rights are not in order, complains by e-mail within 10 business days of the purchase. The Store answers and, with the Seller, puts right what is wrong.',
      'A Seller who has sold what was not theirs to sell returns what they received for it and answers for the damage.',
    ],
  },
  {
    title: 'Confidentiality and personal data',
    points: [
      'Ghost production lives by discretion. The Seller does not claim the authorship of a sold Composition in public or name its Buyer, and the Store tells nobody who bought what, unless the law demands it.',
      'Personal data are used to carry out the sale and for nothing else, as the Privacy Policy says. Documents for a Seller’s verification are seen by the Store’s administrators only.',
    ],
  },
  {
    title: 'Liability, law and changes',
    points: [
      'The Store answers for delivering what was paid for. It does not answer for what a Buyer does with a Composition, for chart positions or for income that was hoped for.',
      'The parties settle disputes by talking first; complaints are accepted by e-mail within 10 business days. This agreement is governed by the law of the Russian Federation.',
      'The Store may change this agreement by publishing a new version. A sale is governed by the version that was published at its time.',
    ],
  },
];

/**
 * The Public Offer Agreement in its eight numbered sections (docs/product/selling.md#the-offer-agreement), as the body of a
 * dialog or of a page.
 */
export function OfferAgreement({ siteName, heading: Heading = 'h3' }: { siteName: string; heading?: 'h2' | 'h3' }) {
  return (
    <ol className={styles.agreement}>
      {clauses(siteName).map(({ title, points }, section) => (
        <li key={title}>
          <Heading className={styles.title}>
            <span className="mono">{section + 1}.</span> {title}
          </Heading>
          <ol>
            {points.map((point, i) => (
              <li key={i}>
                <span className="mono">
                  {section + 1}.{i + 1}
                </span>
                <p>{point}</p>
              </li>
            ))}
          </ol>
        </li>
      ))}
    </ol>
  );
}

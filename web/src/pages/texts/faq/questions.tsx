import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { PLACE } from '#lib/site/contact.ts';
import { ContactMail } from '#lib/site/ContactMail.tsx';
import { paths } from '#lib/paths.ts';

export type Question = { question: string; answer: ReactNode };

const mail = <ContactMail />;

/** The facts must agree with the seller process, the constants and the offer agreement (docs/product/screens.md#faq). */
export const GENERAL: readonly Question[] = [
  {
    question: 'What can I get here?',
    answer: (
      <p>
        Ready-made electronic tracks for DJs and producers in the <Link to={paths.shop}>shop</Link>, and work made to order:
        custom track production, co-producing, mixing and mastering on the <Link to={paths.service}>service page</Link>.
      </p>
    ),
  },
  {
    question: 'Is a track really sold only once?',
    answer: (
      <p>
        Yes. A composition is removed from the store after it is sold, and resale is not allowed: whoever buys it is the only one
        to have it, and neither we nor the seller offer it again.
      </p>
    ),
  },
  {
    question: 'How can I pay?',
    answer: (
      <p>
        With PayPal, VISA, MasterCard and cryptocurrency. To pay with cryptocurrency, please contact the admin at {mail}; we hold
        the track for you while it is arranged.
      </p>
    ),
  },
  {
    question: 'Are there refunds?',
    answer: (
      <p>
        No. All sales are final with no refunds, so please hear a track in full before you buy it. If something is wrong with what
        you received, complaints are accepted by e-mail within 10 business days: {mail}.
      </p>
    ),
  },
  {
    question: 'How soon do you answer?',
    answer: (
      <p>
        Within 24-48 hours, whether you write through the <Link to={paths.contact}>contact form</Link> or send a service request.
      </p>
    ),
  },
  {
    question: 'Which law applies?',
    answer: <p>We are in {PLACE}. The agreement between sellers and us is governed by Russian law.</p>,
  },
];

export const SELLERS: readonly Question[] = [
  {
    question: 'How do I become a seller?',
    answer: (
      <ol>
        <li>Register as a seller, with a store name and a link to your SoundCloud, Facebook or VK profile.</li>
        <li>We verify you within 48 hours, and your store becomes Active.</li>
        <li>Send a track for review from your account. The review takes up to 2 days.</li>
        <li>The track is approved or rejected; you hear which, and why.</li>
        <li>An approved track appears on the site about 24 hours later.</li>
      </ol>
    ),
  },
  {
    question: 'What must a track be like?',
    answer: (
      <p>
        2.50 to 8.30 minutes long, with a main version, an unmastered version, MIDI and stems. The{' '}
        <Link to={paths.uploadInstructions} target="_blank">
          track upload guide
        </Link>{' '}
        shows each export step by step.
      </p>
    ),
  },
  {
    question: 'How do I send the files?',
    answer: (
      <p>
        Drop the archive or its folder into Send Track. The shop{' '}
        <Link to={`${paths.uploadInstructions}#checks`} target="_blank">
          checks the files
        </Link>{' '}
        and names each fault, so that you can correct a single file; it then delivers them to the buyer. A link to Dropbox,
        WeTransfer, Yandex Disk or Google Drive is the second way.
      </p>
    ),
  },
  {
    question: 'How much of the price is mine?',
    answer: <p>You receive the sale price minus a 30% commission. In promotions we may discount your price by at most 25%.</p>,
  },
  {
    question: 'When and how am I paid?',
    answer: (
      <>
        <p>
          Your payout is promised within three business days of the buyer’s payment. Once it is on its way, a payout takes 30
          minutes to 48 hours to reach you.
        </p>
        <p>Choose PayPal or card in your account. Card payouts are only for residents of Russia.</p>
      </>
    ),
  },
  {
    question: 'What if nobody buys my track?',
    answer: <p>It stays in the shop. A track unsold for 6 months can be removed.</p>,
  },
  {
    question: 'May I sell the track elsewhere too?',
    answer: (
      <p>
        No. Buyers get the only copy: while it is offered here it is offered nowhere else, and after the sale resale is not
        allowed.
      </p>
    ),
  },
];

export const BUYERS: readonly Question[] = [
  {
    question: 'Do I need an account?',
    answer: (
      <p>
        You can listen and filter without one. To keep a cart and a wishlist, buy a track or send a service request, please log in
        or register.
      </p>
    ),
  },
  {
    question: 'What do I receive, and when?',
    answer: (
      <p>
        As soon as the payment has gone through, an e-mail with your download links, the files and a contract with your name on
        it. All of it stays in your <Link to={paths.account}>account</Link> as well.
      </p>
    ),
  },
  {
    question: 'What does “Checked by the shop” mean?',
    answer: (
      <p>
        The shop holds the files of that track and has <Link to={`${paths.uploadInstructions}#checks`}>measured them</Link>{' '}
        against its upload guide. You get them from the shop itself, as one ZIP or one by one, with their sizes and hashes.
      </p>
    ),
  },
  {
    question: 'Can I get the project of a track?',
    answer: (
      <p>
        If the track shows an Ableton Live, FL Studio, Logic Pro or Cubase sign, yes: choose the project in your cart. It adds
        $100 to the price.
      </p>
    ),
  },
  {
    question: 'How do I order a custom track?',
    answer: (
      <p>
        Choose music production, co-producing, or mixing and mastering on the <Link to={paths.service}>service page</Link>,
        describe what you need, and we reply by e-mail within 24-48 hours. Nothing is charged until we have agreed.
      </p>
    ),
  },
  {
    question: 'May I release the track under my name?',
    answer: <p>Yes. You may release it under your own name; the contract that comes with the files says what it covers.</p>,
  },
  {
    question: 'Something is wrong with my order. What now?',
    answer: (
      <p>
        Write to {mail} within 10 business days and name the order number. Sales are final, but you shall have what you paid for.
      </p>
    ),
  },
];

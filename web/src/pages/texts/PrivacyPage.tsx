import { Link } from 'react-router-dom';
import { useSiteName } from '#lib/calls/config-api.ts';
import { PLACE } from '#lib/site/contact.ts';
import { ContactMail } from '#lib/site/ContactMail.tsx';
import { paths } from '#lib/paths.ts';
import { LegalPage, type LegalSection } from './LegalPage';

const mail = <ContactMail />;

const sectionsFor = (site: string): LegalSection[] => [
  {
    title: 'Who answers for your data',
    body: (
      <p>
        {site}, {PLACE}. For anything on this page write to {mail}; we answer within 24-48 hours.
      </p>
    ),
  },
  {
    title: 'What we collect, and why',
    body: (
      <ul>
        <li>
          Your account: name, last name, e-mail address, country and a password, which we keep only as a hash. We need them to let
          you in, to name you in your contracts and to write to you about your orders.
        </li>
        <li>
          Your purchases: the tracks, the amounts, the contact details you give at checkout and what the payment provider tells us
          of the payment. We need them to deliver the files, to make the contract for each track and to keep the books. Which
          terms you accepted, when, and from which network address, so that both sides can prove it.
        </li>
        <li>
          The public certificate of a track you bought names you only while you show your name there. What proves your name is
          erased with your account.
        </li>
        <li>
          Where you are logged in: browser, network address and time, so that you can end a session, and hear of a login from a
          device we do not know. If you add a second factor: your passkeys, or the secret that your app shares with us.
        </li>
        <li>Your cart and your wishlist, so that you find them again on every device you log in with.</li>
        <li>
          If you sell: your store name, a link to your profile on a social network, a document that proves who you are, and where
          your payouts go. We need them to verify you and to pay you.
        </li>
        <li>What you write to us, and what you ask for when you order a service or send in a track.</li>
        <li>
          Your e-mail address if you subscribe to the newsletter. An address that nobody confirms by the link we send is removed
          after 7 days.
        </li>
        <li>
          Technical records: network address, time and the page or call asked for. We need them to keep the shop running, to count
          plays once a day and to stop those who guess passwords.
        </li>
        <li>
          If you accept the cookie notice: how fast a page was for you, once in a visit. It is added up at once, and nothing in it
          says who you are.
        </li>
      </ul>
    ),
  },
  {
    title: 'What we do not have',
    body: (
      <p>
        Payments are made with the payment provider; we never see the number of the card you pay with. We do not sell data, we do
        not show advertising, and we do not follow you to other sites.
      </p>
    ),
  },
  {
    title: 'Cookies and storage in your browser',
    body: (
      <>
        <ul>
          <li>Two cookies for your login, for 7 days. They are deleted when you log out.</li>
          <li>
            One cookie that tells a device you have logged in with from others, for 400 days, so that nobody who tries passwords
            locks you out of it.
          </li>
          <li>
            One cookie that remembers that you accepted the cookie notice, for 365 days. If you decline, that is remembered until
            you close the tab.
          </li>
          <li>In your browser’s own storage: the volume of the player and a copy of your wishlist.</li>
          <li>
            There, until you close the tab: what you have typed into a form and not sent yet (never a password), a payment that
            you have approved and that is not finished, how far you have scrolled, that you have closed the announcements, and
            whether the page was loaded again for a new release of the shop.
          </li>
        </ul>
        <p>
          At checkout the payment provider’s script is loaded, and where forms are protected against robots, that of a bot check.
          Both may set cookies of their own under their own rules.
        </p>
      </>
    ),
  },
  {
    title: 'Who else sees your data',
    body: (
      <ul>
        <li>The payment provider, for the payment you make or receive.</li>
        <li>The other side of a sale, as far as the contract for the track names it. Who bought what we tell nobody else.</li>
        <li>The companies that run our servers and deliver our e-mail, on our behalf and for nothing else.</li>
        <li>Authorities, where the law demands it.</li>
      </ul>
    ),
  },
  {
    title: 'Documents of sellers',
    body: (
      <p>
        A verification document is stored apart from everything public. Only the seller and our administrators can open it, and
        each time an administrator does is recorded. It is deleted 90 days after it was refused or the store was closed, and at
        once with your account. Of a card for payouts the last four digits are shown; only whoever pays you can see the whole
        number, for a reason that is recorded, and it is deleted after 12 months without a payout.
      </p>
    ),
  },
  {
    title: 'How long we keep it',
    body: (
      <p>
        Your account stays until you delete it or ask us to. Then your name, your address and your lists are removed and your
        sessions end. Orders and contracts are kept as the law on bookkeeping and the rights in the music require, without what it
        does not require. A registration that is never confirmed lapses by itself.
      </p>
    ),
  },
  {
    title: 'Your rights',
    body: (
      <p>
        You can see and change your details in <Link to={paths.accountTab('profile')}>your account</Link> at any time, leave the
        newsletter by the link in every issue, and ask us for a copy, a correction or the deletion of your data at {mail}. Under{' '}
        <Link to={paths.accountTab('data')}>Your Data</Link> in your account you can also download what we keep of you and delete
        your account yourself. If you are not content with our answer, you can turn to the data protection authority of your
        country.
      </p>
    ),
  },
  {
    title: 'How we protect it',
    body: (
      <p>
        Connections are encrypted, passwords are hashed, card numbers for payouts are encrypted, and download links carry a token
        that cannot be guessed. When your password or address changes we tell the address that was valid before.
      </p>
    ),
  },
  {
    title: 'Children',
    body: (
      <p>
        The minimum age for using this site is 13. We do not knowingly collect data of anybody younger; if you believe that we
        have such data, tell us and we delete them. To buy or to sell you must be at least 18, as the{' '}
        <Link to={paths.terms}>Terms and Conditions</Link> say.
      </p>
    ),
  },
  {
    title: 'Changes',
    body: (
      <p>
        When this policy changes, the new version is published here with its date. If a change concerns data you have already
        given us, we tell you by e-mail before it applies.
      </p>
    ),
  },
];

export function PrivacyPage() {
  const site = useSiteName();
  return (
    <LegalPage
      title="Privacy Policy"
      since="2026-11-29"
      intro={`Ghost production lives by discretion, and so does this shop. This page says what ${site} knows about you, why, and for how long.`}
      sections={sectionsFor(site)}
    />
  );
}

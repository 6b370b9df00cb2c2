import { adminPageAddress } from '@shop/contracts/admin-pages';
import { CARD_UNUSED_MONTHS, UNSOLD_MONTHS, VERIFICATION_HOURS } from '@shop/contracts/constants';
import type {
  DataOf,
  MakerPackageLapsing,
  PaypalConfirmationRequested,
  SellerDeleted,
  SellerPackageLapsing,
  SellerPaymentChanged,
  SellerStatusChanged,
  SellerVerificationUploaded,
  StoreNameCollided,
  TrackRemoved,
  TrackUnsold,
} from '@shop/contracts/events';
import { pageAddress } from '@shop/contracts/pages';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import { hashToken } from '@shop/shared';
import { button, note, text } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { mailToOwner, toDashboard } from './mail-to-owner';

/** The mails about a store: to its owner, while there is one, and to `operator` when a person is needed. */
export const storeReactions = (site: Site, operator: string) => ({
  async tellOperatorWhenStoreNameCollided(tx: Tx, { sellerId, wantedName, storeName }: DataOf<typeof StoreNameCollided>) {
    await queueMail(tx, {
      kind: 'store-name-collided',
      about: String(sellerId),
      recipient: operator,
      subject: `A store was opened as "${storeName}"`,
      blocks: [text(`The name "${wantedName}" was already taken, so store ${sellerId} was opened as "${storeName}".`)],
    });
  },

  async confirmWhenSellerVerificationUploaded(tx: Tx, upload: DataOf<typeof SellerVerificationUploaded>) {
    const { sellerId, version, storeName, owner } = upload;
    const about = `${sellerId} ${version}`;
    await queueMail(tx, {
      kind: 'verification-notice',
      about,
      recipient: operator,
      ...(owner ? { replyTo: owner.email } : {}),
      subject: `Verification document from ${storeName}`,
      blocks: [
        text(
          `${storeName} (store ${sellerId}) sent a document to be verified. The answer is promised within ${VERIFICATION_HOURS} hours.`,
        ),
        button('Review the document', `${site.url}${adminPageAddress('sellers')}?q=%23${sellerId}`),
        note('The document itself is never mailed. Whoever opens it is put on record.'),
      ],
    });
    await mailToOwner(tx, operator, owner, {
      kind: 'verification-received',
      about,
      subject: 'We have your verification document',
      news: `the document for ${storeName} has arrived. We look at it within ${VERIFICATION_HOURS} hours and write to you.`,
      blocks: [note('Only you and our administrators can open it.'), toDashboard(site)],
    });
  },

  async tellSellerWhenStatusChanged(tx: Tx, change: StatusChange) {
    const { sellerId, version, owner, status, documentRefused, reason } = change;
    const statusText = documentRefused ? refusalText(change) : WORDS[status]?.(change);
    if (!statusText) return;
    await mailToOwner(tx, operator, owner, {
      kind: 'store-status',
      about: `${sellerId} ${version}`,
      subject: statusText.subject,
      news: `${statusText.news}${reason ? ' This is why:' : ''}`,
      blocks: [...(reason ?? '').split(/\n+/).filter(Boolean).map(text), note(statusText.next), toDashboard(site)],
    });
  },

  /** Tells the owner, whose account stays. A deleted account has no owner to tell. */
  async tellOwnerWhenSellerDeleted(tx: Tx, { sellerId, storeName, owner }: DataOf<typeof SellerDeleted>) {
    await mailToOwner(tx, operator, owner, {
      kind: 'seller-deleted',
      about: String(sellerId),
      subject: `${storeName} is closed`,
      news: `our administrators have closed your store ${storeName} for good. Its tracks are out of the shop, and what you sent for review and nobody has decided about is gone.`,
      blocks: [
        text(
          'Nothing is owed to you: all that was due is paid. If a sale just before the closing is still to be booked, it is paid to the payout details that you gave.',
        ),
        note('Your account stays, and you can go on buying. If you do not know why this happened, answer this mail.'),
      ],
    });
  },

  /** Tells the seller at once, because somebody else might have made the change. */
  async warnSellerWhenPaymentChanged(tx: Tx, change: DataOf<typeof SellerPaymentChanged>) {
    const { sellerId, version, storeName, owner, paidTo, byAdmin, unused, changedAt } = change;
    const mail = { kind: 'payout-details-changed', about: `${sellerId} ${version}` };
    if (unused)
      return mailToOwner(tx, operator, owner, {
        ...mail,
        subject: 'We have deleted your card number',
        news: `nothing was paid to the card of ${storeName} for ${CARD_UNUSED_MONTHS} months. So we have deleted its number, which we keep only as long as we need it.`,
        blocks: [note('Before your next payout, please say again where we are to send it.'), toDashboard(site)],
      });
    await mailToOwner(tx, operator, owner, {
      ...mail,
      subject: 'Your payout details were changed',
      news: `the payout details of ${storeName} were changed${byAdmin ? ' by our administrators' : ''} on ${timeWithZone(changedAt, site.timeZone)}. ${
        paidTo ? `You are now paid to ${paidTo}.` : 'There is nowhere to pay you to at the moment: please complete them.'
      }`,
      blocks: [
        note(`Was it not you? Set a new password and write to us at once: ${site.url}${pageAddress('contact')}`),
        toDashboard(site),
      ],
    });
  },

  /** The mail holds no typed words, because the address may be a stranger's. */
  async askToConfirmWhenPaypalConfirmationRequested(tx: Tx, request: DataOf<typeof PaypalConfirmationRequested>) {
    const { sellerId, email, confirmation, expiresAt } = request;
    await queueMail(tx, {
      kind: 'confirm-paypal',
      about: `${sellerId} ${hashToken(confirmation).slice(0, 16)}`,
      recipient: email,
      subject: 'Confirm your PayPal address',
      blocks: [
        text(`A seller at ${site.name} wants to be paid to this PayPal address. Is it yours?`),
        button('Confirm this address', `${site.url}${pageAddress('confirmEmail', { token: confirmation })}?for=paypal`),
        note(
          `The link works once, until ${timeWithZone(expiresAt, site.timeZone)}. Before you use it, nothing is paid to this address by PayPal. If it was not you, nothing happens and you can forget this mail.`,
        ),
      ],
      secret: true,
      expiresAt,
    });
  },

  async tellSellerWhenTrackRemoved(tx: Tx, track: DataOf<typeof TrackRemoved>) {
    const { productId, trackName, storeName, owner } = track;
    await mailToOwner(tx, operator, owner, {
      kind: 'track-removed',
      about: String(productId),
      subject: `"${trackName}" is out of the shop`,
      news: `our administrators have taken "${trackName}" by ${storeName} out of the shop for good: nobody can buy it any more.`,
      blocks: [note('If you do not know why, answer this mail.'), toDashboard(site)],
    });
  },

  async tellSellerWhenTrackUnsold(tx: Tx, track: DataOf<typeof TrackUnsold>) {
    const { productId, trackName, storeName, owner } = track;
    await mailToOwner(tx, operator, owner, {
      kind: 'track-unsold',
      about: String(productId),
      subject: `"${trackName}" has been in the shop for ${UNSOLD_MONTHS} months`,
      news: `"${trackName}" by ${storeName} has been in the shop for ${UNSOLD_MONTHS} months and is not sold. It stays there for now; a track that is not sold by then can be removed.`,
      blocks: [note('Answer this mail if you would like another price for it, or want it taken out.'), toDashboard(site)],
    });
  },

  async tellSellerWhenPackageLapsing(tx: Tx, lapsing: DataOf<typeof SellerPackageLapsing>) {
    await mailToOwner(tx, operator, lapsing.owner, {
      kind: 'package-lapsing',
      ...aboutLapsing(site, lapsing, lapsing.storeName),
      blocks: [
        note('Send the track for review before then if you want us to keep them. Otherwise there is nothing for you to do.'),
        toDashboard(site, 'Send the track'),
      ],
    });
  },

  async tellMakerWhenPackageLapsing(tx: Tx, lapsing: DataOf<typeof MakerPackageLapsing>) {
    await mailToOwner(tx, operator, lapsing.maker, {
      kind: 'files-lapsing',
      ...aboutLapsing(site, lapsing, site.name),
      blocks: [note('Give them to a track before then if you want us to keep them. Otherwise there is nothing for you to do.')],
    });
  },
});

type Lapsing = { packageId: number; trackName: string | null; expiresAt: string };

function aboutLapsing(site: Site, { packageId, trackName, expiresAt }: Lapsing, place: string) {
  const files = trackName ? `the files of "${trackName}"` : 'files';
  const until = timeWithZone(expiresAt, site.timeZone);
  return {
    about: `${packageId} ${expiresAt}`,
    subject: trackName ? `The files of "${trackName}" are deleted soon` : 'Your files are deleted soon',
    news: `you brought ${files} to ${place}, and nothing has become of them yet. They are deleted on ${until}.`,
  };
}

type StatusChange = DataOf<typeof SellerStatusChanged>;
type StatusText = { subject: string; news: string; next: string };

const UNTIL_ACTIVE = 'you cannot send tracks for review, and its tracks are not for sale until it is active again.';

const refusalText = ({ storeName, before }: StatusChange): StatusText => ({
  subject: `The document of ${storeName} was not accepted`,
  news: `we looked at the document for ${storeName} and cannot accept it.${before === 'active' ? ` Your store is inactive: ${UNTIL_ACTIVE}` : ''}`,
  next: `You can send another one in the Seller Dashboard. We look at it within ${VERIFICATION_HOURS} hours.`,
});

const WORDS: Record<string, (change: StatusChange) => StatusText> = {
  active: ({ storeName }) => ({
    subject: `${storeName} is active`,
    news: `your store ${storeName} is verified and active.`,
    next: 'You can send tracks for review now. Accept the offer agreement and say where we pay you to, if you have not done so yet.',
  }),
  inactive: ({ storeName }) => ({
    subject: `${storeName} is inactive`,
    news: `your store ${storeName} is inactive: ${UNTIL_ACTIVE}`,
    next: 'If you do not know why, answer this mail.',
  }),
  pending: ({ storeName, documentWaits }) => {
    const until = 'You can send tracks for review once it is active; its tracks are not for sale until then.';
    return documentWaits
      ? {
          subject: `${storeName} is being verified`,
          news: `your store ${storeName} is being verified. ${until}`,
          next: `We look at documents within ${VERIFICATION_HOURS} hours.`,
        }
      : {
          subject: `${storeName} is not verified`,
          news: `your store ${storeName} is not verified. ${until}`,
          next: `Send a document that shows who you are in the Seller Dashboard. We look at it within ${VERIFICATION_HOURS} hours.`,
        };
  },
};

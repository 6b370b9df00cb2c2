import { adminPageAddress } from '@shop/contracts/admin-pages';
import type { SubmissionStatus } from '@shop/contracts/constants';
import type {
  ChangesAsked,
  DataOf,
  SubmissionChanged,
  SubmissionCorrected,
  SubmissionOverdue,
  TrackSubmitted,
} from '@shop/contracts/events';
import { pageAddress } from '@shop/contracts/pages';
import { formatCents } from '@shop/contracts/pricing';
import { timeWithZone } from '@shop/contracts/times';
import type { Tx } from '@shop/messaging';
import type { MailToPerson, Person } from '../contact-addresses/mail-to-person';
import { button, note, text, type Block } from '../mails/blocks';
import { queueMail } from '../mails/queue-mail';
import type { Site } from '../mails/render';
import { toDashboard } from './mail-to-owner';

type SubmissionNews = DataOf<typeof SubmissionChanged>;

/** The mails about submissions: to the seller at each change, and to `operator` about new and late ones. */
export const submissionReactions = (site: Site, operator: string, mailToPerson: MailToPerson) => ({
  async confirmWhenTrackSubmitted(tx: Tx, track: DataOf<typeof TrackSubmitted>) {
    const { submissionId, trackName, storeName, owner, contactEmail } = track;
    await mailToPerson(tx, sellerOf(track), {
      kind: 'submission-received',
      about: String(submissionId),
      replyTo: operator,
      subject: `We have your track "${trackName}"`,
      blocks: [
        text(`"${trackName}" has arrived and waits for its review. You hear from us ${by(track.dueAt, site)}, within 48 hours.`),
        { kind: 'rows', rows: whatIsAsked(track) },
        note('Keep the link to your files alive until then: we listen to what is behind it.'),
        toSubmissions(site),
      ],
    });
    await queueMail(tx, {
      kind: 'submission-notice',
      about: String(submissionId),
      recipient: operator,
      // The addresses are blank once the owner is erased.
      replyTo: owner?.email || contactEmail || undefined,
      subject: `New track for review: "${trackName}" by ${storeName}`,
      blocks: [
        text(`${storeName} sent "${trackName}" for review. The answer is promised ${by(track.dueAt, site)}.`),
        { kind: 'rows', rows: [{ label: 'Store', value: storeName }, ...whatIsAsked(track)] },
        toQueue(site),
      ],
    });
  },

  async tellSellerWhenSubmissionChanged(tx: Tx, change: SubmissionNews) {
    const statusText = WORDS[change.status]?.(change, site);
    // The address is blank once the store is closed.
    if (!statusText || !change.contactEmail) return;
    await mailToPerson(tx, sellerOf(change), {
      kind: `submission-${change.status}`,
      about: `${change.submissionId} ${change.version}`,
      replyTo: operator,
      ...statusText,
    });
  },

  async tellSellerWhenChangesAsked(tx: Tx, request: DataOf<typeof ChangesAsked>) {
    const { submissionId, version, trackName, reason, findings, contactEmail } = request;
    if (!contactEmail) return;
    await mailToPerson(tx, sellerOf(request), {
      kind: 'submission-changes_asked',
      about: `${submissionId} ${version}`,
      replyTo: operator,
      subject: `Please change "${trackName}"`,
      blocks: [
        text(`We listened to "${trackName}" and ask you to change something before we decide:`),
        ...reason.split(/\n+/).map(text),
        ...(findings.length > 0 ? [text('This is what the check of your files says:')] : []),
        ...findings.map((finding) => text(`• ${finding.text} ${finding.todo}`)),
        note(
          'Correct the files or what you said of the track, and send the same submission again. The 48 hours begin anew then.',
        ),
        toSubmissions(site),
      ],
    });
  },

  async confirmWhenSubmissionCorrected(tx: Tx, track: DataOf<typeof SubmissionCorrected>) {
    const { submissionId, version, trackName, storeName, owner, contactEmail } = track;
    const about = `${submissionId} ${version}`;
    await mailToPerson(tx, sellerOf(track), {
      kind: 'submission-corrected',
      about,
      replyTo: operator,
      subject: `We have your changes to "${trackName}"`,
      blocks: [
        text(
          `"${trackName}" has arrived again and waits for its review. You hear from us ${by(track.dueAt, site)}, within 48 hours.`,
        ),
        { kind: 'rows', rows: whatIsAsked(track) },
        toSubmissions(site),
      ],
    });
    await queueMail(tx, {
      kind: 'submission-corrected-notice',
      about,
      recipient: operator,
      replyTo: owner?.email || contactEmail || undefined,
      subject: `Sent again: "${trackName}" by ${storeName}`,
      blocks: [
        text(`${storeName} changed "${trackName}" as you asked. The answer is promised ${by(track.dueAt, site)}.`),
        { kind: 'rows', rows: [{ label: 'Store', value: storeName }, ...whatIsAsked(track)] },
        toQueue(site),
      ],
    });
  },

  async remindOperatorWhenSubmissionOverdue(tx: Tx, submission: DataOf<typeof SubmissionOverdue>) {
    const { submissionId, trackName, storeName, dueAt, status } = submission;
    await queueMail(tx, {
      kind: 'submission-overdue',
      about: `${submissionId} ${dueAt}`,
      recipient: operator,
      subject: `Overdue: "${trackName}" by ${storeName}`,
      blocks: [
        text(
          status === 'approved'
            ? `"${trackName}" is approved, but not published. It was promised for ${timeWithZone(dueAt, site.timeZone)}.`
            : `Nobody has decided about "${trackName}". The answer to ${storeName} was promised for ${timeWithZone(dueAt, site.timeZone)}.`,
        ),
        note('This reminder comes once.'),
        toQueue(site),
      ],
    });
  },
});

type AboutSeller = Pick<DataOf<typeof TrackSubmitted>, 'userId' | 'owner' | 'contactEmail'>;

const sellerOf = ({ userId, owner, contactEmail }: AboutSeller): Person => ({
  userId,
  accountEmail: owner?.email ?? null,
  contactEmail,
});

const by = (at: string | null, site: Site) => (at ? `by ${timeWithZone(at, site.timeZone)}` : 'soon');
const toSubmissions = (site: Site) => toDashboard(site, 'Your submissions');
const toQueue = (site: Site) => button('Open the review queue', `${site.url}${adminPageAddress('reviewQueue')}`);

const whatIsAsked = (track: DataOf<typeof TrackSubmitted>) => [
  { label: 'Genre', value: track.genre },
  { label: 'BPM', value: String(track.bpm) },
  { label: 'Key', value: track.musicKey },
  { label: 'Project files', value: track.hasProject ? 'Yes' : 'No' },
  { label: 'Price', value: formatCents(track.priceCents), strong: true },
];

const NOT_ACTIVE = 'The store is not active: its tracks are not for sale until it is.';

type StatusText = { subject: string; blocks: Block[] };

/** The seller's mail for each state. A mail of its own confirms that a track has arrived. */
const WORDS: Partial<Record<SubmissionStatus, (change: SubmissionNews, site: Site) => StatusText>> = {
  in_review: ({ trackName, dueAt, changedAt }, site) => ({
    subject: `"${trackName}" is in review`,
    blocks: [
      text(
        dueAt && changedAt && dueAt < changedAt
          ? `We are listening to "${trackName}" now. You were promised an answer ${by(dueAt, site)}: we are late, and sorry for it. You hear what becomes of it as soon as we know.`
          : `We are listening to "${trackName}" now. You hear what becomes of it ${by(dueAt, site)}.`,
      ),
      toSubmissions(site),
    ],
  }),
  approved: ({ trackName, storeName, storeStatus, dueAt }, site) => ({
    subject: `"${trackName}" is approved`,
    blocks: [
      text(
        storeStatus === 'active'
          ? `Good news: "${trackName}" is approved. It appears in the shop ${by(dueAt, site)}, within 24 hours. There is nothing left for you to do.`
          : `Good news: "${trackName}" is approved. It becomes a track of ${storeName} ${by(dueAt, site)}, within 24 hours. ${NOT_ACTIVE}`,
      ),
      toSubmissions(site),
    ],
  }),
  rejected: ({ trackName, reason }, site) => ({
    subject: `"${trackName}" was not accepted`,
    blocks: [
      text(`We listened to "${trackName}" and cannot take it as it is. This is why:`),
      ...(reason ?? '').split(/\n+/).map(text),
      note('You may change it and send it again, as a new submission.'),
      button('How to prepare a track', `${site.url}${pageAddress('uploadInstructions')}`),
    ],
  }),
  published: (change, site) => {
    const { productId } = change;
    if (productId === null) return withoutTrackYet(change, site);
    return change.storeStatus === 'active' ? onSale({ ...change, productId }, site) : notForSaleYet(change, site);
  },
};

const onSale = ({ trackName, storeName, productId }: SubmissionNews & { productId: number }, site: Site): StatusText => ({
  subject: `"${trackName}" is on sale`,
  blocks: [
    text(`"${trackName}" is in the shop now, in the store ${storeName}. It is sold once; you hear from us when it is.`),
    button('See your track', `${site.url}${pageAddress('track', { id: productId })}`),
  ],
});

const withoutTrackYet = ({ trackName }: SubmissionNews, site: Site): StatusText => ({
  subject: `"${trackName}" is published`,
  blocks: [
    text(`"${trackName}" is published: its review is over. You find it under Your Tracks once it is in the shop.`),
    toSubmissions(site),
  ],
});

const notForSaleYet = ({ trackName, storeName }: SubmissionNews, site: Site): StatusText => ({
  subject: `"${trackName}" is published`,
  blocks: [text(`"${trackName}" is a track of ${storeName} now. ${NOT_ACTIVE}`), toSubmissions(site)],
});

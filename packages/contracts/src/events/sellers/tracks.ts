import { z } from 'zod';
import { FINDING_CODES, SUBMISSION_STATUSES } from '../../constants';
import { defineEvent } from '../../declare';
import { cents, id, instant, version, aboutStore, OWNER, owner } from '../shapes';

const submission = {
  submissionId: id,
  version,
  sellerId: id,
  storeName: z.string(),
  userId: id.nullable().default(null),
  owner: owner.default(null),
  trackName: z.string(),
  /** The address for the answer: the account's own, or one that the seller typed and nobody has confirmed. */
  contactEmail: z.string(),
  status: z.enum(SUBMISSION_STATUSES),
  /** The promised time of the next step. */
  dueAt: instant.nullable(),
};

const sentTrack = {
  ...submission,
  genre: z.string(),
  bpm: z.number(),
  musicKey: z.string(),
  priceCents: cents,
  hasProject: z.boolean(),
  /** The package with its files; null when it was sent by links. */
  packageId: id.nullable().default(null),
  submittedAt: instant,
};

/** A seller sent a track for review. Nobody has listened to it yet. */
export const TrackSubmitted = defineEvent('sellers.track-submitted', z.object(sentTrack), {
  heardBy: ['catalog', 'notifications'],
  timeline: {
    title: 'Track sent for review',
    keep: ({ submissionId, sellerId, userId, genre, bpm, priceCents, hasProject, dueAt }) => ({
      store: sellerId,
      account: userId,
      facts: { submissionId, genre, bpm, priceCents, hasProject, dueAt },
    }),
  },
  secret: OWNER,
});

/** A submission's state changed: in review, approved, rejected or published. An approved track is not yet on sale; a published one is, as soon as its store is active. */
export const SubmissionChanged = defineEvent(
  'sellers.submission-changed',
  z.object({
    ...submission,
    reason: z.string().nullable(),
    /** The track that the submission became; null when it was published by hand. */
    productId: id.nullable(),
    /** The package with its files; null when it was sent by links. */
    packageId: id.nullable().default(null),
    /** The status of the store: only an active one sells. */
    storeStatus: z.string().default('active'),
    changedAt: instant.nullable().default(null),
  }),
  {
    heardBy: ['catalog', 'notifications'],
    timeline: {
      title: 'Review went on',
      keep: ({ submissionId, sellerId, userId, productId, status, dueAt }) => ({
        store: sellerId,
        account: userId,
        track: productId,
        facts: { submissionId, status, dueAt },
      }),
    },
    secret: OWNER,
  },
);

/** A reviewer asks the seller for changes. Until the submission is sent again nothing is promised, and its package may change. */
export const ChangesAsked = defineEvent(
  'sellers.changes-asked',
  z.object({
    ...submission,
    reason: z.string(),
    /** What the reviewer has marked in the report of the check. */
    findings: z.array(z.object({ finding: z.enum(FINDING_CODES), text: z.string(), todo: z.string() })),
    packageId: id.nullable(),
  }),
  {
    heardBy: ['catalog', 'notifications'],
    timeline: {
      title: 'Changes asked for',
      keep: ({ submissionId, sellerId, userId }) => ({ store: sellerId, account: userId, facts: { submissionId } }),
    },
    secret: OWNER,
  },
);

/** A seller has sent a submission again, as it was asked for. Its review begins anew. */
export const SubmissionCorrected = defineEvent('sellers.submission-corrected', z.object(sentTrack), {
  heardBy: ['catalog', 'notifications'],
  timeline: {
    title: 'Track sent again',
    keep: ({ submissionId, sellerId, userId, dueAt }) => ({
      store: sellerId,
      account: userId,
      facts: { submissionId, dueAt },
    }),
  },
  secret: OWNER,
});

/** A promised time has passed. Sent once for each promise. */
export const SubmissionOverdue = defineEvent('sellers.submission-overdue', z.object({ ...submission, dueAt: instant }), {
  heardBy: ['notifications'],
  timeline: {
    title: 'Review is overdue',
    keep: ({ submissionId, sellerId, userId, status, dueAt }) => ({
      store: sellerId,
      account: userId,
      facts: { submissionId, status, dueAt },
    }),
  },
  secret: OWNER,
});

/** An admin took a track of a store out of the shop. The event is not sent for tracks of a closed store. */
export const TrackRemoved = defineEvent(
  'sellers.track-removed',
  z.object({ ...aboutStore, productId: id, trackName: z.string() }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: "Seller's track removed",
      keep: ({ sellerId, productId }) => ({ store: sellerId, track: productId }),
    },
    secret: OWNER,
  },
);

/** The owner of a store is to be told that the files of a track lapse, because they were sent and nothing became of them. */
export const SellerPackageLapsing = defineEvent(
  'sellers.package-lapsing',
  z.object({ ...aboutStore, packageId: id, trackName: z.string().nullable(), expiresAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: "Seller's package lapses soon",
      keep: ({ sellerId, packageId, expiresAt }) => ({ store: sellerId, facts: { packageId, expiresAt } }),
    },
    secret: OWNER,
  },
);

/** The same of whoever brought files without a store, as an admin does, or has closed it since. */
export const MakerPackageLapsing = defineEvent(
  'sellers.maker-package-lapsing',
  z.object({
    userId: id,
    maker: z.object({ name: z.string(), email: z.string() }),
    packageId: id,
    trackName: z.string().nullable(),
    expiresAt: instant,
  }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Package of an account without a store lapses soon',
      keep: ({ userId, packageId, expiresAt }) => ({ account: userId, facts: { packageId, expiresAt } }),
    },
    secret: ['name', 'email', 'trackName'],
  },
);

/**
 * A track has been in the shop for six months and is for sale: it was never sold, or its sale was refunded. Sent once for each
 * track.
 */
export const TrackUnsold = defineEvent(
  'sellers.track-unsold',
  z.object({ ...aboutStore, productId: id, trackName: z.string(), publishedAt: instant }),
  {
    heardBy: ['notifications'],
    timeline: {
      title: 'Track unsold for six months',
      keep: ({ sellerId, productId }) => ({ store: sellerId, track: productId }),
    },
    secret: OWNER,
  },
);

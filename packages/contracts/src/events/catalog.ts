import { z } from 'zod';
import { PACKAGE_VERDICTS } from '../constants';
import { defineEvent } from '../declare';
import { cents, id, instant, ORIGIN_NOTES, soundOrigins, trackPackage, version } from './shapes';

const product = {
  productId: id,
  version,
  name: z.string(),
  category: z.string(),
  img: z.string(),
  priceCents: cents,
  oldPriceCents: cents.nullable(),
  bpm: z.number().nullable(),
  musicKey: z.string(),
  /** The previous release sent no mode. */
  keyMode: z.string().nullable().default(null),
  /** What it is heard by; the previous release sent none. */
  recording: z.object({ audio: z.string(), wave: z.string(), durationSeconds: z.number() }).nullable().default(null),
  projectName: z.string().nullable(),
  /** Null when the track is the operator's own. */
  sellerId: id.nullable(),
  /** The account behind the seller, because nobody may buy their own track. */
  sellerUserId: id.nullable(),
  storeName: z.string(),
  /** Empty when a package alone delivers the track. */
  downloadLink: z.string(),
  projectLink: z.string().nullable(),
  createdAt: instant,
  /** The submission that became this track. */
  submissionId: id.nullable().default(null),
  /** Null when its seller declared nothing. The previous release sends none, and then the known declaration holds. */
  origins: soundOrigins.nullable().optional(),
  /** Null when links deliver the track. The previous release sends none, and then the known package holds. */
  package: trackPackage.nullable().optional(),
};

/** The links are not secret fields: without them, an event that is sent again would deliver nothing. */
const STORE = ['storeName', ...ORIGIN_NOTES];

/** A track is for sale. Only orders stores the links. */
export const ProductPublished = defineEvent('catalog.product-published', z.object(product), {
  heardBy: ['identity', 'orders', 'sellers'],
  timeline: {
    title: 'Track published',
    keep: ({ productId, sellerId, sellerUserId, priceCents, submissionId }) => ({
      track: productId,
      store: sellerId,
      account: sellerUserId,
      facts: { priceCents, submissionId },
    }),
  },
  secret: STORE,
});

/** At least one field of a track changed. */
export const ProductChanged = defineEvent('catalog.product-changed', z.object(product), {
  heardBy: ['identity', 'orders', 'sellers'],
  timeline: {
    title: 'Track changed',
    keep: ({ productId, sellerId, sellerUserId, priceCents, oldPriceCents }) => ({
      track: productId,
      store: sellerId,
      account: sellerUserId,
      facts: { priceCents, oldPriceCents },
    }),
  },
  secret: STORE,
});

/**
 * A track is out of the shop: an admin took it out, or its store was closed, in which case a sold track stays sold. Its buyer still
 * needs the links, which only orders stores; the previous release sent no links.
 */
export const ProductRemoved = defineEvent(
  'catalog.product-removed',
  z.object({
    productId: id,
    version,
    links: z.object({ downloadLink: product.downloadLink, projectLink: product.projectLink }).nullable().default(null),
    package: product.package,
  }),
  {
    heardBy: ['identity', 'orders', 'sellers'],
    timeline: { title: 'Track removed', keep: ({ productId }) => ({ track: productId }) },
  },
);

const aboutPackage = { packageId: id, version, userId: id };

/** A package was checked. `fails` are what keeps it from being sent: the findings of that level that nobody has overruled. */
export const PackageChecked = defineEvent(
  'catalog.package-checked',
  z.object({
    ...aboutPackage,
    verdict: z.enum(PACKAGE_VERDICTS),
    fails: z.array(z.object({ finding: z.string(), text: z.string(), todo: z.string() })),
    facts: z.object({ files: z.int(), stems: z.int(), hasProject: z.boolean() }),
    /** When it lapses, unless it is used. */
    expiresAt: instant,
  }),
  {
    heardBy: ['sellers'],
    timeline: {
      title: 'Package checked',
      keep: ({ packageId, userId, verdict, facts }) => ({ account: userId, facts: { packageId, verdict, ...facts } }),
    },
  },
);

/** Nothing has become of a package with files, and it lapses in three days. Sent once, and again when its time has begun anew. */
export const PackageLapsing = defineEvent(
  'catalog.package-lapsing',
  z.object({
    packageId: id,
    userId: id,
    /** Null when its maker has said no name of the track. */
    trackName: z.string().nullable(),
    expiresAt: instant,
  }),
  {
    heardBy: ['sellers'],
    timeline: { title: 'Package lapses soon', keep: ({ packageId, userId }) => ({ account: userId, facts: { packageId } }) },
    secret: ['trackName'],
  },
);

/** A checked package has changed, or is gone: what was found no longer holds. */
export const PackageReopened = defineEvent('catalog.package-reopened', z.object(aboutPackage), {
  heardBy: ['sellers'],
  timeline: {
    title: 'Package changed after its check',
    keep: ({ packageId, userId }) => ({ account: userId, facts: { packageId } }),
  },
});

import { z } from 'zod';
import { PRODUCT_STATUSES, UPLOAD_STAGES, type ProductStatus } from '../constants';
import { at } from './shared';
import { SoundOriginsView } from './submissions';

/** What a track is delivered with, as everybody may know it: loudness of the master in LUFS, its length in seconds. */
const FilesFacts = z
  .strictObject({
    stems: z.int(),
    midi: z.boolean(),
    seconds: z.number().nullable(),
    loudness: z.number().nullable(),
    project: z.boolean(),
  })
  .meta({ id: 'FilesFacts' });
export type FilesFacts = z.output<typeof FilesFacts>;

/** What stems and project of a track are called: names without folder, ending and number, the program with its version if it is known. */
const TrackContents = z
  .strictObject({ stems: z.array(z.string()), project: z.string().nullable() })
  .meta({ id: 'TrackContents' });
export type TrackContents = z.output<typeof TrackContents>;

export type { ProductStatus };

const product = {
  id: z.int(),
  name: z.string(),
  category: z.string(),
  price: z.number(),
  old_price: z.number().nullable(),
  img: z.string(),
  audio: z.string(),
  peaks: z.string(),
  wave: z.string(),
  duration: z.number(),
  bpm: z.number().nullable(),
  music_key: z.string(),
  key_mode: z.string().nullable(),
  type: z.string(),
  project_name: z.string().nullable(),
  exclusive_vocal: z.boolean(),
  is_hot: z.boolean(),
  store_name: z.string(),
  play_count: z.int(),
  created_at: at,
  files: FilesFacts.nullable().optional().meta({
    description: 'What the shop holds and has checked; null when a link delivers the track, and left out by an older release',
  }),
  contents: TrackContents.optional().meta({ description: 'Only in the answer of one track that the shop itself delivers' }),
  origins: SoundOriginsView.pick({ samples: true, vocals: true, unreleased: true })
    .meta({ id: 'PublicSoundOrigins' })
    .optional()
    .meta({ description: 'Only in the answer of one track whose seller has declared it' }),
};

/**
 * A track as everybody sees it. Prices in dollars, `duration` in seconds; `wave` is 48 values from 00 to ff, two hexadecimal digits
 * each (docs/product/catalogue.md#media).
 */
export const ProductView = z.strictObject(product).meta({ id: 'Product' });
export type ProductView = z.output<typeof ProductView>;

const options = z.array(z.strictObject({ value: z.string(), count: z.int() }));

/**
 * One page of a search. `total` counts the found tracks, `listed` all tracks for sale; `from` is the number of found tracks before
 * the page. `next` and `previous` are the cursors for `after` and `before`, null at the ends. `facets` counts, for each value of a
 * filter, the tracks that it would find beside the other filters; only a page without cursor has them. `mixed` is the track of
 * `mixes`, while it is for sale.
 */
export const ProductSearchView = z
  .strictObject({
    products: z.array(ProductView),
    total: z.int(),
    listed: z.int(),
    from: z.int(),
    next: z.string().nullable(),
    previous: z.string().nullable(),
    mixed: z.strictObject({ id: z.int(), name: z.string() }).nullable(),
    facets: z.strictObject({ genre: options, key: options, type: options, with: options.optional() }).nullable().meta({
      description: 'An older release leaves out `with`',
    }),
  })
  .meta({ id: 'ProductSearch' });
export type ProductSearchView = z.output<typeof ProductSearchView>;

/** The tracks most similar to one, and the number of tracks that it mixes with. */
export const SimilarView = z.strictObject({ products: z.array(ProductView), mixing: z.int() }).meta({ id: 'Similar' });
export type SimilarView = z.output<typeof SimilarView>;

/** The facts of a sold track in its 404 (docs/product/catalogue.md#a-sold-track). The last four help to find similar tracks. */
export type SoldTrackView = Pick<
  ProductView,
  'id' | 'name' | 'img' | 'store_name' | 'category' | 'bpm' | 'music_key' | 'key_mode'
>;

const status = z.enum(PRODUCT_STATUSES);

/** A track as its own seller sees it, even when it is sold or removed. */
export const OwnProductView = z.strictObject({ ...product, status }).meta({ id: 'OwnProduct' });
export type OwnProductView = z.output<typeof OwnProductView>;

/** The further fields in answers to admins. Admins who may only read do not get the links. */
export const AdminProductView = z
  .strictObject({
    ...product,
    status,
    store_active: z.boolean().meta({
      description: 'Whether its store sells at all: a track of one that does not is for nobody to buy, whatever its own status',
    }),
    package_id: z.int().nullable().optional(),
    download_link: z.string().optional(),
    project_link: z.string().nullable().optional(),
    seller_id: z.int().nullable(),
    submission_id: z.int().nullable(),
    origins: SoundOriginsView.optional(),
  })
  .meta({ id: 'AdminProduct' });
export type AdminProductView = z.output<typeof AdminProductView>;

export const DemoView = z
  .strictObject({
    id: z.int(),
    name: z.string(),
    category: z.string(),
    img: z.string(),
    audio: z.string(),
    peaks: z.string(),
    wave: z.string(),
    duration: z.number(),
    bpm: z.number().nullable(),
    music_key: z.string().nullable(),
  })
  .meta({ id: 'Demo' });
export type DemoView = z.output<typeof DemoView>;

/** Ids of tracks for sale, lowest first; `next` is the cursor for `after`, null at the end. */
export const TracksForSale = z.strictObject({ ids: z.array(z.int()), next: z.int().nullable() }).meta({ id: 'TracksForSale' });
export type TracksForSale = z.output<typeof TracksForSale>;

/** A store that the product form offers as the owner of a track. */
export const StoreChoice = z
  .strictObject({ seller_id: z.int(), name: z.string(), status: z.string() })
  .meta({ id: 'StoreChoice' });
export type StoreChoice = z.output<typeof StoreChoice>;

/** The progress of an upload. */
export const UploadView = z.strictObject({ stage: z.enum(UPLOAD_STAGES), percent: z.int() }).meta({ id: 'Upload' });
export type UploadView = z.output<typeof UploadView>;

import { z } from 'zod';
import { PRODUCT_STATUSES, UPLOAD_STAGES, type ProductStatus } from '../constants';
import { at } from './shared';

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
};

/**
 * Public product; prices in dollars, `duration` in seconds, `wave` is 48 hexadecimal-pair values 00-ff
 * (docs/product/catalogue.md#media).
 */
export const ProductView = z.strictObject(product).meta({ id: 'Product' });
export type ProductView = z.output<typeof ProductView>;

/**
 * What is said of a sold track, in the details of its 404 (docs/product/catalogue.md#a-sold-track); the last four are for finding
 * others like it.
 */
export type SoldTrackView = Pick<
  ProductView,
  'id' | 'name' | 'img' | 'store_name' | 'category' | 'bpm' | 'music_key' | 'key_mode'
>;

const status = z.enum(PRODUCT_STATUSES);

/** What the track's own seller sees of it, also when it is sold or removed. */
export const OwnProductView = z.strictObject({ ...product, status }).meta({ id: 'OwnProduct' });
export type OwnProductView = z.output<typeof OwnProductView>;

/** What an admin's calls answer besides; the links not to those who may only read. */
export const AdminProductView = z
  .strictObject({
    ...product,
    status,
    store_active: z.boolean().meta({
      description: 'Whether its store sells at all: a track of one that does not is for nobody to buy, whatever its own status',
    }),
    download_link: z.string().optional(),
    project_link: z.string().nullable().optional(),
    seller_id: z.int().nullable(),
    submission_id: z.int().nullable(),
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

/** A store that a track can belong to, as the product form offers it. */
export const StoreChoice = z
  .strictObject({ seller_id: z.int(), name: z.string(), status: z.string() })
  .meta({ id: 'StoreChoice' });
export type StoreChoice = z.output<typeof StoreChoice>;

/** How far an upload is. */
export const UploadView = z.strictObject({ stage: z.enum(UPLOAD_STAGES), percent: z.int() }).meta({ id: 'Upload' });
export type UploadView = z.output<typeof UploadView>;

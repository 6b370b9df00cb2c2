import { z } from 'zod';
import { GENRES, KEY_MODES, MUSIC_KEYS, PRICE_LIMITS_CENTS, PRODUCT_STATUSES, PROJECT_NAMES, TRACK_TYPES } from '../constants';
import { line, id, tempo, dollars, priceCents, httpsLink, flag } from './fields';
import { ListQuery } from './lists';

export const ByIdsForm = z.strictObject({ ids: z.array(id).max(100, 'At most 100 ids') });

/** The `fields` JSON of the product form. Amounts come in as dollars and go out as cents (docs/product/catalogue.md#the-product-form). */
export const ProductFields = z
  .strictObject({
    name: line(120, 'Name is required'),
    category: z.enum(GENRES, { error: 'Please choose a genre' }),
    price: priceCents,
    old_price: dollars
      .refine((cents) => cents >= 0, 'The old price must not be negative')
      .refine((cents) => cents <= PRICE_LIMITS_CENTS.max, 'The old price must be at most 10,000.00')
      .nullish()
      .transform((cents) => cents || null),
    music_key: z.enum(MUSIC_KEYS, { error: 'Please choose a key' }),
    key_mode: z
      .enum(KEY_MODES)
      .nullish()
      .transform((mode) => mode ?? null),
    type: z.enum(TRACK_TYPES, { error: 'Please choose a type' }),
    bpm: tempo()
      .nullish()
      .transform((bpm) => bpm ?? null),
    download_link: httpsLink('Please enter the download link, starting with https://'),
    project_name: z
      .enum(PROJECT_NAMES)
      .or(z.literal(''))
      .nullish()
      .transform((name) => name || null),
    project_link: httpsLink('Please enter the project link, starting with https://')
      .or(z.literal(''))
      .nullish()
      .transform((link) => link || null),
    is_hot: flag.default(false),
    exclusive_vocal: flag.default(false),
    seller_id: id.nullish().transform((seller) => seller ?? null),
    /** The submission that becomes this track. It has an effect only when the track is created. */
    submission_id: id.nullish().transform((submission) => submission ?? null),
  })
  .refine((fields) => !fields.project_name || fields.project_link, {
    path: ['project_link'],
    message: 'A project link is required when a project is chosen',
  });
export type ProductFields = z.output<typeof ProductFields>;
export type ProductFieldsInput = z.input<typeof ProductFields>;

export const DemoFields = z.strictObject({ name: line(120, 'Name is required'), category: line(60, 'Category is required') });
export type DemoFields = z.output<typeof DemoFields>;

/** The query of the admin's list of tracks. `store` is a seller's id, or `house` for the operator's own tracks. */
export const ProductListQuery = ListQuery.extend({
  status: z.enum(PRODUCT_STATUSES).optional(),
  category: z.enum(GENRES).optional(),
  store: z.literal('house').or(id).optional(),
});
export type ProductListQuery = z.output<typeof ProductListQuery>;

import { z } from 'zod';
import {
  DELIVERIES,
  GENRES,
  KEY_MODES,
  MIX_PERCENT,
  MUSIC_KEYS,
  PRICE_LIMITS_CENTS,
  PRODUCT_STATUSES,
  PROJECT_NAMES,
  SEARCH_MAX,
  TRACK_EXTRAS,
  TRACK_SORTS,
  TRACK_TYPES,
} from '../constants';
import { line, id, tempo, dollars, priceCents, httpsLink, flag } from './fields';
import { ListQuery } from './lists';
import { SoundOrigins } from './submissions';

export const ByIdsForm = z.strictObject({ ids: z.array(id).max(100, 'At most 100 ids') });

const NO_DOWNLOAD_LINK = 'Please enter the download link, starting with https://';
const downloadLink = httpsLink(NO_DOWNLOAD_LINK);

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
    /** The files that deliver the track (docs/product/packages.md#a-package-on-sale). */
    package_id: id
      .or(z.literal(''))
      .nullish()
      .transform((value) => value || null),
    download_link: downloadLink
      .or(z.literal(''))
      .nullish()
      .transform((link) => link || ''),
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
    origins: SoundOrigins.nullish().transform((origins) => origins ?? null),
    seller_id: id.nullish().transform((seller) => seller ?? null),
    /** The submission that becomes this track. It has an effect only when the track is created. */
    submission_id: id.nullish().transform((submission) => submission ?? null),
    /** Why the track may be on sale although its recording is known, or its preview differs from the files. It is audited, not kept. */
    recording_reason: line(500)
      .or(z.literal(''))
      .nullish()
      .transform((reason) => reason || null),
  })
  .refine((fields) => fields.package_id || fields.download_link, {
    path: ['download_link'],
    message: NO_DOWNLOAD_LINK,
    // Also when other fields are missing: all of them are marked at once.
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  // Only the catalog knows whether a package holds a project.
  .refine((fields) => !fields.project_name || fields.project_link || fields.package_id !== null, {
    path: ['project_link'],
    message: 'A project link is required when a project is chosen',
  });
export type ProductFields = z.output<typeof ProductFields>;
export type ProductFieldsInput = z.input<typeof ProductFields>;

/** Where the files of a sold track are. `hasProject` says whether its project was sold with it, which then needs a link or the package. */
export const deliveryLinks = (hasProject: boolean) => {
  const { package_id, download_link, project_link } = ProductFields.shape;
  return z
    .object({ package_id, download_link, project_link })
    .refine((links) => links.package_id || links.download_link, { path: ['download_link'], message: NO_DOWNLOAD_LINK })
    .refine((links) => !hasProject || links.project_link || links.package_id, {
      path: ['project_link'],
      message: 'Please enter the project link',
    });
};

export const DemoFields = z.strictObject({ name: line(120, 'Name is required'), category: line(60, 'Category is required') });
export type DemoFields = z.output<typeof DemoFields>;

/**
 * The query of the admin's list of tracks. `store` is a seller's id, or `house` for the operator's own tracks; `delivery` is what leads its
 * buyer to the files.
 */
export const ProductListQuery = ListQuery.extend({
  status: z.enum(PRODUCT_STATUSES).optional(),
  category: z.enum(GENRES).optional(),
  store: z.literal('house').or(id).optional(),
  delivery: z.enum(DELIVERIES).optional(),
});
export type ProductListQuery = z.output<typeof ProductListQuery>;

/** The query of the public list: the id below which the next tracks begin, as the `Link` header of the part before names it. */
export const LaterProductsQuery = z.strictObject({ after: id });

const RANGE = 'Must be two whole numbers, the smaller first, as 100-500';
const range = z
  .string({ error: RANGE })
  .regex(/^\d{1,5}-\d{1,5}$/, RANGE)
  .transform((text) => text.split('-').map(Number) as [from: number, to: number])
  .refine(([from, to]) => from <= to, RANGE);
const choice = z.string().max(60, 'At most 60 characters');
/** A parameter that may occur more than once in the address. */
const choices = z
  .union([choice, z.array(choice).max(60, 'At most 60 values')])
  .transform((value) => [value].flat())
  .default([]);
const CURSOR = 'Must be the cursor of an answer in this order';
/** The place of a track in a sort order: the order's name, the track's value in it, its id. */
const cursor = z
  .string({ error: CURSOR })
  .max(60, CURSOR)
  .regex(/^[a-z-]+~-?(\d{1,15}|none)~\d{1,10}$/, CURSOR);
const EXTRAS = `Must be one of ${TRACK_EXTRAS.join(', ')}, each at most once`;
const extra = z.enum(TRACK_EXTRAS, { error: EXTRAS });
/** A switch in a query: `1`, or left out. */
const on = z
  .literal('1', { error: 'Must be 1 or left out' })
  .transform(() => true)
  .optional();

/**
 * The query of a search among the tracks for sale (docs/product/catalogue.md#search). `price` and `bpm` are ranges as `100-500`,
 * inclusive; an upper end at the filter's maximum means "and over". `half_double` adds tracks at half and double the tempos of
 * `bpm`. `with` names what a track must come with, all of it. `mixes` is a track's id, and `within` the percent by which its tempo may change. `after` and `before` are the cursors of
 * an answer.
 */
export const ProductSearchQuery = z
  .strictObject({
    q: z.string().trim().max(SEARCH_MAX, `At most ${SEARCH_MAX} characters`).default(''),
    price: range.optional(),
    bpm: range.optional(),
    half_double: on,
    genre: choices,
    key: choices,
    type: choices,
    with: z
      .union([extra, z.array(extra).max(TRACK_EXTRAS.length)], { error: EXTRAS })
      .transform((value) => [...new Set([value].flat())].sort())
      .default([]),
    mode: z.enum(KEY_MODES).optional(),
    mixes: id.optional(),
    within: z.coerce.number().int().min(MIX_PERCENT.min).max(MIX_PERCENT.max).optional(),
    sort: z.enum(TRACK_SORTS).default('newest'),
    limit: z.coerce.number().int().min(1).max(100, 'At most 100').default(24),
    after: cursor.optional(),
    before: cursor.optional(),
  })
  .refine(({ after, before }) => after === undefined || before === undefined, {
    path: ['before'],
    message: 'Only one of after and before',
  });
export type ProductSearchQuery = z.output<typeof ProductSearchQuery>;

export const SimilarQuery = z.strictObject({ limit: z.coerce.number().int().min(1).max(24, 'At most 24').default(4) });

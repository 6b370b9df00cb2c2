import { MUSIC_KEYS, PRODUCT_PRICES } from '@shop/contracts/constants';
import { ProductFields, type ProductFieldsInput, type SoundOrigins, type SoundOriginsInput } from '@shop/contracts/forms';
import type { AdminProductView, StoreChoice, SubmissionView } from '@shop/contracts/views';
import type { FieldError, Resolver } from 'react-hook-form';
import { changedFields } from '#lib/admin/changed-fields.ts';

type OriginValues = { samples: string; samplesNote: string; vocals: string; vocalsNote: string; unreleased: boolean };

/** The values of the product form as typed: every choice and number is text. */
export type ProductValues = {
  name: string;
  category: string;
  price: string;
  old_price: string;
  music_key: string;
  key_mode: string;
  type: string;
  bpm: string;
  /** The number of the package that delivers the track; empty when links do. */
  package_id: string;
  download_link: string;
  project_name: string;
  project_link: string;
  is_hot: boolean;
  exclusive_vocal: boolean;
  /** Where the sounds come from; no samples chosen, also not "none", when nothing is declared. */
  origins: OriginValues;
  /** Empty for the operator's own tracks. */
  seller_id: string;
  /** Why the track may be on sale all the same; it is asked for once the shop has refused the recording. */
  recording_reason: string;
};

const NO_ORIGINS: OriginValues = { samples: '', samplesNote: '', vocals: '', vocalsNote: '', unreleased: false };

export const EMPTY_PRODUCT: ProductValues = {
  name: '',
  category: '',
  price: '',
  old_price: '',
  music_key: '',
  key_mode: '',
  type: '',
  bpm: '',
  package_id: '',
  download_link: '',
  project_name: '',
  project_link: '',
  is_hot: false,
  exclusive_vocal: false,
  origins: NO_ORIGINS,
  seller_id: '',
  recording_reason: '',
};

const text = (value: string | number | null) => (value === null ? '' : String(value));

const valuesOfOrigins = (origins: SoundOrigins | undefined): OriginValues =>
  origins ? { ...origins, samplesNote: text(origins.samplesNote), vocalsNote: text(origins.vocalsNote) } : NO_ORIGINS;

export const valuesOfProduct = (product: AdminProductView): ProductValues => ({
  name: product.name,
  category: product.category,
  price: text(product.price),
  old_price: text(product.old_price),
  music_key: product.music_key,
  key_mode: text(product.key_mode),
  type: product.type,
  bpm: text(product.bpm),
  package_id: text(product.package_id ?? null),
  download_link: text(product.download_link ?? null),
  project_name: text(product.project_name),
  project_link: text(product.project_link ?? null),
  is_hot: product.is_hot,
  exclusive_vocal: product.exclusive_vocal,
  origins: valuesOfOrigins(product.origins),
  seller_id: text(product.seller_id),
  recording_reason: '',
});

/** The form's values from a submission. The admin fills in the rest after listening. */
export const valuesOfSubmission = (submission: SubmissionView): ProductValues => ({
  ...EMPTY_PRODUCT,
  name: submission.trackName,
  category: submission.genre,
  price: text(submission.price),
  music_key: (MUSIC_KEYS as readonly string[]).includes(submission.key) ? submission.key : '',
  bpm: text(Number(submission.bpm.toFixed(1))),
  package_id: text(submission.packageId),
  download_link: text(submission.trackFilesLink),
  project_link: text(submission.projectFilesLink),
  seller_id: text(submission.sellerId),
  origins: valuesOfOrigins(submission.origins),
});

export type NamedStore = Pick<StoreChoice, 'seller_id' | 'name'>;

/** The stores to choose from, and the track's own store when the list lacks it. */
export const storesWith = (
  stores: readonly NamedStore[],
  { seller_id, store_name: name }: AdminProductView,
): readonly NamedStore[] =>
  seller_id === null || stores.some((store) => store.seller_id === seller_id) ? stores : [{ seller_id, name }, ...stores];

/** The store of a submission. Its track can belong to no other store. */
export const storeOf = ({ sellerId, storeName }: SubmissionView): readonly NamedStore[] => [
  { seller_id: sellerId, name: storeName },
];

/** The prices to choose from, and the track's own price when it is none of them. */
export const priceChoices = (price: string) => {
  const choices = PRODUCT_PRICES.map(String);
  return price === '' || choices.includes(price) ? choices : [price, ...choices];
};

const isDeclared = ({ samples, vocals, unreleased }: OriginValues) => samples !== '' || vocals !== '' || unreleased;

/** The `fields` of the call. */
export const fieldsOf = (values: ProductValues, submissionId: number | null): ProductFieldsInput => ({
  ...(values as unknown as ProductFieldsInput),
  old_price: values.old_price.trim() || null,
  key_mode: (values.key_mode || null) as ProductFieldsInput['key_mode'],
  bpm: values.bpm.trim() || null,
  package_id: values.package_id.trim() || null,
  project_link: values.project_link.trim(),
  seller_id: values.seller_id || null,
  recording_reason: values.recording_reason.trim() || null,
  origins: isDeclared(values.origins) ? (values.origins as SoundOriginsInput) : null,
  ...(submissionId !== null && { submission_id: submissionId }),
});

/** The changed `fields` of an edit. */
export const fieldsOfEdit = (values: ProductValues, dirty: Partial<Record<keyof ProductValues, unknown>>) =>
  changedFields(fieldsOf(values, null), dirty);

/**
 * Applies the server's own rules and puts each message beside its field. A project link alone, as a submission brings it, is
 * refused, because without the program no project is sold.
 */
export const productResolver: Resolver<ProductValues> = (values) => {
  const fields = fieldsOf(values, null);
  const parseResult = ProductFields.safeParse(fields);
  const errors: Partial<Record<Exclude<keyof ProductValues, 'origins'>, FieldError>> & {
    origins?: Partial<Record<keyof OriginValues, FieldError>>;
  } = {};
  if (fields.project_link && !fields.project_name)
    errors.project_name = { type: 'invalid', message: 'Please choose the program of the project, or remove its link.' };
  if (parseResult.success && !errors.project_name) return { values, errors: {} };
  for (const { path, message } of parseResult.error?.issues ?? []) {
    if (path[0] === 'origins') {
      errors.origins ??= {};
      errors.origins[path[1] as keyof OriginValues] ??= { type: 'invalid', message };
      continue;
    }
    const field = path[0] as Exclude<keyof ProductValues, 'origins'>;
    errors[field] ??= { type: 'invalid', message: field === 'price' && !values.price ? 'Please choose a price' : message };
  }
  return { values: {}, errors };
};

import { z } from 'zod';
import { MAY } from '../constants';
import {
  ByIdsForm,
  DemoFields,
  LaterProductsQuery,
  ProductFields,
  ProductListQuery,
  ProductSearchQuery,
  SimilarQuery,
} from '../forms/catalog';
import { id } from '../forms/fields';
import { ListQuery } from '../forms/lists';
import {
  AdminProductView,
  DemoView,
  OwnProductView,
  ProductSearchView,
  ProductView,
  SimilarView,
  StoreChoice,
  TracksForSale,
  UploadView,
} from '../views/catalog';
import { TrackStats } from '../views/dashboard';
import { DoneView, Page } from '../views/shared';
import { LIMITS } from './limits';
import { deliveryRoutes, packageRoutes } from './packages';
import { recordingRoutes } from './recordings';
import { ADDED_ALREADY, noSuch, TRACK_NOT_FREE, UPLOAD_GIVEN_UP } from './refusals';
import { anyQuery, route, storedFile } from '../declare';

const Id = z.object({ id });
const file = z.file().optional();
/** A track, with the fields that the caller may see. */
const OneProduct = z.union([ProductView, OwnProductView, AdminProductView]);

/** The fields of a track for an edit: a field that is not sent stays. */
const ProductEditFields = z.strictObject(ProductFields.shape).partial();

/** The query of a form with files. */
export const UploadQuery = z.strictObject({
  upload: z.uuid({ error: 'upload must be a uuid' }).optional().meta({
    description:
      'What the sender calls this upload, by which its progress can be asked for and sending it again adds nothing twice. The header `upload` says the same.',
  }),
});

const RECORDING = {
  '409 known-recording': 'The shop knows the recording: `details` has which; an owner may publish it with `recording_reason`',
  '409 preview-differs': 'The preview is not the master of the package; `recording_reason` says why it may stand',
} as const;

/** These stand before the routes of one track, whose address would match `search` too. */
export const searchRoutes = {
  searchProducts: route({
    method: 'get',
    path: '/api/products/search',
    who: 'anyone',
    summary: 'What is for sale, in pages by cursor: words, ranges, choices, what mixes with a track, in an order; with counts',
    query: ProductSearchQuery,
    answers: { 200: ProductSearchView, 304: null },
    limits: [LIMITS.questions],
  }),
  similarProducts: route({
    method: 'get',
    path: '/api/products/:id/similar',
    who: 'anyone',
    summary: 'The tracks for sale that are most similar to one, which may be sold, and with how many it mixes',
    params: Id,
    query: SimilarQuery,
    answers: { 200: SimilarView, 304: null },
    limits: [LIMITS.questions],
    refuses: noSuch('track'),
  }),
};

export const productRoutes = {
  listProducts: route({
    method: 'get',
    path: '/api/products',
    who: 'anyone',
    summary:
      'What is for sale, the newest 5,000 with a `Link` to the next (`after`); to an admin everything, with status and links, in pages when `page` is given (q, sort, status, category, store)',
    // To others only `after` means something, and to admins only the rest.
    query: anyQuery(ProductListQuery.extend(LaterProductsQuery.shape)),
    answers: { 200: z.union([z.array(ProductView), z.array(AdminProductView), Page(AdminProductView)]), 304: null },
    // Only what follows the first part is counted.
    limits: [LIMITS.productLists],
  }),
  productsByIds: route({
    method: 'post',
    path: '/api/products/by-ids',
    who: 'anyone',
    summary: 'What is for sale among up to 100 ids',
    body: ByIdsForm,
    answers: { 200: z.array(ProductView) },
    limits: [LIMITS.productLists],
  }),
  readProduct: route({
    method: 'get',
    path: '/api/products/:id',
    who: 'anyone',
    summary: 'One track; sold ones are 404 with code "sold", except to admins and their seller',
    params: Id,
    answers: { 200: OneProduct },
    refuses: { ...noSuch('track'), '404 sold': 'The track is sold: `details` has what may still be shown of it' },
  }),
  countPlay: route({
    method: 'post',
    path: '/api/products/:id/increment-play-count',
    who: 'anyone',
    summary: 'Counts a play, once per account (or address), track and day',
    params: Id,
    answers: { 200: z.strictObject({ play_count: z.int() }) },
    limits: [LIMITS.plays],
    refuses: noSuch('track'),
  }),
  addProduct: route({
    method: 'post',
    path: '/api/products',
    who: { roles: MAY.changeCatalogue },
    confirmed: true,
    summary: 'Puts a track on sale: `fields` as JSON, `audio`, and `img`; without it a cover is drawn from the facts',
    query: anyQuery(UploadQuery),
    form: z.strictObject({ fields: ProductFields, img: file, audio: z.file() }),
    answers: { 201: OneProduct },
    refuses: {
      ...UPLOAD_GIVEN_UP,
      ...ADDED_ALREADY,
      '409 submission-published': 'The submission is a track already: `details.productId`',
      ...RECORDING,
    },
  }),
  changeProduct: route({
    method: 'put',
    path: '/api/products/:id',
    who: { roles: MAY.changeCatalogue },
    confirmed: true,
    summary: 'Changes a track; what is not sent stays. Held or sold: 409, but the links of a sold one may be mended',
    params: Id,
    query: anyQuery(UploadQuery),
    form: z.strictObject({ fields: ProductEditFields.optional(), img: file, audio: file }),
    answers: { 200: OneProduct },
    refuses: { ...UPLOAD_GIVEN_UP, ...noSuch('track'), ...TRACK_NOT_FREE, ...RECORDING },
  }),
  removeProduct: route({
    method: 'delete',
    path: '/api/products/:id',
    who: { roles: MAY.changeCatalogue },
    confirmed: true,
    summary: 'Takes a track out of the shop. Held or sold: 409',
    params: Id,
    answers: { 200: DoneView },
    refuses: { ...noSuch('track'), ...TRACK_NOT_FREE },
  }),
};

export const demoRoutes = {
  listDemos: route({
    method: 'get',
    path: '/api/demos',
    who: 'anyone',
    summary: 'All demo tracks; in pages when `page` is given (q, sort)',
    query: ListQuery,
    answers: { 200: z.union([z.array(DemoView), Page(DemoView)]) },
  }),
  readDemo: route({
    method: 'get',
    path: '/api/demos/:id',
    who: 'anyone',
    summary: 'One demo track',
    params: Id,
    answers: { 200: DemoView },
    refuses: noSuch('demo track'),
  }),
  addDemo: route({
    method: 'post',
    path: '/api/demos',
    who: { roles: MAY.changeCatalogue },
    summary: 'Adds a demo track: name, category, img, audio',
    query: anyQuery(UploadQuery),
    form: DemoFields.extend({ img: z.file(), audio: z.file() }),
    answers: { 201: DemoView },
    refuses: { ...UPLOAD_GIVEN_UP, ...ADDED_ALREADY },
  }),
  changeDemo: route({
    method: 'put',
    path: '/api/demos/:id',
    who: { roles: MAY.changeCatalogue },
    summary: 'Changes a demo track; what is not sent stays',
    params: Id,
    query: anyQuery(UploadQuery),
    form: DemoFields.partial().extend({ img: file, audio: file }),
    answers: { 200: DemoView },
    refuses: { ...UPLOAD_GIVEN_UP, ...noSuch('demo track') },
  }),
  deleteDemo: route({
    method: 'delete',
    path: '/api/demos/:id',
    who: { roles: MAY.changeCatalogue },
    summary: 'Deletes a demo track',
    params: Id,
    answers: { 200: DoneView },
    refuses: noSuch('demo track'),
  }),
};

export const storeChoiceRoutes = {
  listStoreChoices: route({
    method: 'get',
    path: '/api/stores',
    who: { roles: MAY.readCatalogue },
    summary: 'The stores that a track can belong to, by name',
    query: ListQuery.omit({ sort: true }),
    answers: { 200: Page(StoreChoice) },
  }),
};

export const forSaleRoutes = {
  tracksForSale: route({
    method: 'get',
    path: '/internal/tracks-for-sale',
    who: 'gateway',
    summary: 'The ids of what is for sale, lowest first, in parts by cursor, for the sitemap',
    query: z.strictObject({
      after: z.coerce.number().int().min(0).max(2_147_483_647).default(0),
      limit: z.coerce.number().int().min(1).max(10_000).default(10_000),
    }),
    answers: { 200: TracksForSale },
  }),
};

export const trackStatsRoutes = {
  trackStats: route({
    method: 'get',
    path: '/internal/track-stats',
    who: 'gateway',
    summary: 'Tracks for the dashboard',
    answers: { 200: TrackStats },
  }),
};

export const mediaRoutes = {
  mediaFile: route({
    method: 'get',
    path: '/media/catalog/:file',
    who: 'anyone',
    summary: 'A cover, a recording or its peaks; with ranges, never changing',
    params: z.object({ file: z.string() }),
    answers: storedFile('image/webp', 'image/jpeg', 'audio/mpeg', 'application/json'),
    refuses: noSuch('file'),
  }),
  uploadProgress: route({
    method: 'get',
    path: '/api/uploads/:id',
    who: { roles: MAY.changeCatalogue },
    summary: 'How far an upload is; known only to the replica that takes it',
    params: z.object({ id: z.uuid() }),
    answers: { 200: UploadView },
    refuses: noSuch('upload'),
  }),
};

export const catalogRoutes = {
  ...searchRoutes,
  ...productRoutes,
  ...demoRoutes,
  ...storeChoiceRoutes,
  ...forSaleRoutes,
  ...trackStatsRoutes,
  ...mediaRoutes,
  ...recordingRoutes,
  ...packageRoutes,
  ...deliveryRoutes,
};

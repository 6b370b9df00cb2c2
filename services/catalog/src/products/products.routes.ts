import { MAY } from '@shop/contracts/constants';
import { ByIdsForm, id, ProductFields, ProductListQuery } from '@shop/contracts/forms';
import { endpoint, hasRole, inTx, invalid, rateLimiter, reply, type Endpoint } from '@shop/kit';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import type { Receiver } from '../media/receive-upload';
import { saveMedia, type MediaParts } from '../media/save-media';
import { countPlay } from '../plays/count-play';
import { createProduct } from './create-product';
import { editedFields, editProduct } from './edit-product';
import { listProducts } from './list-products';
import type { ProductMedia } from './product.entity';
import { allProducts, oneProduct, productsByIds } from './product-queries';
import type { PublicList } from './public-list';
import { removeProduct } from './remove-product';
import { isRepair, repairDelivery } from './repair-delivery';

export type ProductParts = {
  source: DataSource;
  siteName: string;
  rateLimitScale: number;
  list: PublicList;
  receive: Receiver;
  media: MediaParts;
  /** A play was counted here: the list shows it with its next version. */
  played: () => void;
};

const Id = z.object({ id });
const ProductForm = z.strictObject({ fields: z.string({ error: 'fields is required' }) });
const MULTIPART = 'multipart/form-data';

export function productRoutes({ source, siteName, rateLimitScale, list, receive, media, played }: ProductParts): Endpoint[] {
  const playsLimit = rateLimiter(source, { name: 'plays', points: 300, seconds: 3600 }, rateLimitScale);
  const byIdsLimit = rateLimiter(source, { name: 'by-ids', points: 60, seconds: 60 }, rateLimitScale);
  return [
    endpoint({
      method: 'get',
      path: '/api/products',
      who: 'anyone',
      summary:
        'What is for sale; to an admin everything, with status and links, in pages when `page` is given (q, sort, status, category, store)',
      async handle({ caller, req }) {
        if (!hasRole(caller, MAY.readCatalogue)) return list.answer(req);
        // the public list takes any query; only an admin's means something
        const products =
          req.query.page === undefined
            ? await allProducts(source, siteName, caller)
            : await listProducts(source, siteName, caller, ProductListQuery.parse(req.query));
        return reply(200, products, { vary: 'Accept-Encoding, Authorization' });
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/products/by-ids',
      who: 'anyone',
      summary: 'What is for sale among up to 100 ids',
      body: ByIdsForm,
      async handle({ body, caller }) {
        await byIdsLimit.use(caller.address);
        return productsByIds(source, siteName, body.ids);
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/products/:id',
      who: 'anyone',
      summary: 'One track; sold ones are 404 with code "sold", except to admins and their seller',
      params: Id,
      handle: ({ params, caller }) => oneProduct(source, siteName, params.id, caller),
    }),
    endpoint({
      method: 'post',
      path: '/api/products/:id/increment-play-count',
      who: 'anyone',
      summary: 'Counts a play, once per account (or address), track and day',
      params: Id,
      async handle({ params, caller }) {
        await playsLimit.use(caller.address);
        const { playCount, counted } = await inTx(source, (tx) => countPlay(tx, caller, params.id));
        if (counted) played();
        return { play_count: playCount };
      },
    }),
    endpoint({
      method: 'post',
      path: '/api/products',
      who: { roles: MAY.changeCatalogue },
      summary: 'Puts a track on sale: `fields` as JSON, `img`, `audio`',
      status: 201,
      accepts: MULTIPART,
      handle: ({ req, res, caller }) =>
        receive(req, res, async ({ text, img, audio, progress, refuseIfGone }) => {
          const fields = ProductFields.parse(sentFields(text));
          if (!img) throw invalid('img', 'Please choose an image.');
          if (!audio) throw invalid('audio', 'Please choose an audio file.');
          const saved = (await saveMedia(media, { img, audio }, progress)) as ProductMedia;
          refuseIfGone();
          const created = await inTx(source, (tx) => createProduct(tx, siteName, caller.userId!, fields, saved));
          list.recheck();
          return oneProduct(source, siteName, created, caller);
        }),
    }),
    endpoint({
      method: 'put',
      path: '/api/products/:id',
      who: { roles: MAY.changeCatalogue },
      summary: 'Changes a track; what is not sent stays. Held or sold: 409, but the links of a sold one may be mended',
      params: Id,
      accepts: MULTIPART,
      handle: ({ params, req, res, caller }) =>
        receive(req, res, async ({ text, img, audio, progress, refuseIfGone }) => {
          const sent = sentFields({ fields: '{}', ...text });
          if (!img && !audio && (await isRepair(source.manager, params.id, sent))) {
            await inTx(source, (tx) => repairDelivery(tx, siteName, caller.userId!, params.id, sent));
            return oneProduct(source, siteName, params.id, caller);
          }
          const fields = await editedFields(source.manager, params.id, sent);
          const saved = await saveMedia(media, { img, audio }, progress);
          refuseIfGone();
          await inTx(source, (tx) => editProduct(tx, siteName, caller.userId!, params.id, fields, saved));
          list.recheck();
          return oneProduct(source, siteName, params.id, caller);
        }),
    }),
    endpoint({
      method: 'delete',
      path: '/api/products/:id',
      who: { roles: MAY.changeCatalogue },
      summary: 'Takes a track out of the shop. Held or sold: 409',
      params: Id,
      async handle({ params, caller }) {
        await inTx(source, (tx) => removeProduct(tx, caller.userId!, params.id));
        list.recheck();
        return { success: true };
      },
    }),
  ];
}

function sentFields(text: Record<string, unknown>): unknown {
  const { fields } = ProductForm.parse(text);
  try {
    return JSON.parse(fields);
  } catch {
    throw invalid('fields', 'fields must be JSON');
  }
}

import { MAY } from '@shop/contracts/constants';
import { ProductFields, ProductListQuery } from '@shop/contracts/forms';
import { LIMITS, type productRoutes } from '@shop/contracts/routes';
import { hasRole, invalid, rateLimiter, reply, unavailable, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import { z } from 'zod';
import type { ServiceContext } from '../context';
import { countPlay } from '../plays/count-play';
import { createProduct } from './create-product';
import { editedFields, editProduct, type ProductEdit } from './edit-product';
import { listProducts } from './list-products';
import { changedMedia, newMedia, redrawn } from './product-media';
import { allProducts, oneProduct, productsByIds } from './product-queries';
import { Product } from './product.entity';
import { removeProduct } from './remove-product';
import { isRepair, repairDelivery } from './repair-delivery';

const ProductForm = z.strictObject({ fields: z.string({ error: 'fields is required' }) });

/** How often an edit is tried while its cover is out of date each time. */
const MOST_TRIES = 5;

export function productHandlers(context: ServiceContext): Handlers<typeof productRoutes> {
  const { source, siteName, rateScale, list, search, receive, plays } = context;
  const recheck = () => {
    list.recheck();
    search.recheck();
  };
  /** Edits a track, and draws a cover again that is out of date by then. @throws Refusal like editProduct, 503 when it always is */
  const edit = async (adminId: number, id: number, asked: ProductEdit): Promise<void> => {
    let one = asked;
    for (let tries = 0; tries < MOST_TRIES; tries += 1) {
      const outcome = await inTx(source, (tx) => editProduct(tx, siteName, adminId, id, one));
      if (outcome.edited) return;
      const { drawFor } = outcome;
      one = { ...one, media: await redrawn(context, one.media, drawFor), drawnFor: drawFor };
    }
    throw unavailable('This track is being changed by others right now. Please try again in a moment.');
  };
  const playsLimit = rateLimiter(source, LIMITS.plays, rateScale);
  const byIdsLimit = rateLimiter(source, LIMITS.productLists, rateScale);
  return {
    async listProducts({ caller, req }) {
      if (!hasRole(caller, MAY.readCatalogue)) return list.answer(req);
      // The public list ignores its query, so only an admin's query is checked.
      const products =
        req.query.page === undefined
          ? await allProducts(source, siteName, caller)
          : await listProducts(source, siteName, caller, ProductListQuery.parse(req.query));
      return reply(200, products, { vary: 'Accept-Encoding, Authorization' });
    },
    async productsByIds({ body, caller }) {
      await byIdsLimit.use(caller.address);
      return productsByIds(source, siteName, body.ids);
    },
    readProduct: ({ params, caller }) => oneProduct(source, siteName, params.id, caller),
    async countPlay({ params, caller }) {
      await playsLimit.use(caller.address);
      const { playCount, counted } = await inTx(source, (tx) => countPlay(tx, caller, params.id));
      if (counted) await plays.played(params.id);
      return { play_count: playCount };
    },
    addProduct: ({ req, res, caller }) =>
      receive(req, res, async ({ id, text, img, audio, progress, left }) => {
        const fields = ProductFields.parse(sentFields(text));
        const saved = await newMedia(context, fields, { img, audio }, { progress, left });
        left.throwIfAborted();
        const fresh = Product.fresh(fields, saved, id ?? null);
        const created = await inTx(source, (tx) => createProduct(tx, siteName, caller.userId, fresh));
        recheck();
        return oneProduct(source, siteName, created, caller);
      }),
    changeProduct: ({ params, req, res, caller }) =>
      receive(req, res, async ({ text, img, audio, progress, left }) => {
        const sent = sentFields({ fields: '{}', ...text });
        if (!img && !audio && (await isRepair(source.manager, params.id, sent))) {
          await inTx(source, (tx) => repairDelivery(tx, siteName, caller.userId, params.id, sent));
          return oneProduct(source, siteName, params.id, caller);
        }
        const fields = await editedFields(source.manager, params.id, sent);
        const media = await changedMedia(source.manager, context, params.id, fields, { img, audio }, { progress, left });
        left.throwIfAborted();
        await edit(caller.userId, params.id, { sent, media, drawnFor: fields });
        recheck();
        return oneProduct(source, siteName, params.id, caller);
      }),
    async removeProduct({ params, caller }) {
      await inTx(source, (tx) => removeProduct(tx, caller.userId, params.id));
      recheck();
      return { success: true };
    },
  };
}

function sentFields(text: Record<string, unknown>): unknown {
  const { fields } = ProductForm.parse(text);
  try {
    return JSON.parse(fields);
  } catch {
    throw invalid('fields', 'fields must be JSON');
  }
}

import { MAY } from '@shop/contracts/constants';
import { LaterProductsQuery, ProductFields, ProductListQuery } from '@shop/contracts/forms';
import { LIMITS, type productRoutes } from '@shop/contracts/routes';
import type { ProductView } from '@shop/contracts/views';
import { hasRole, invalid, rateLimiter, reply, type Handlers, type Reply } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { Request } from 'express';
import { z } from 'zod';
import type { DataSource } from 'typeorm';
import type { Receiver } from '../media/receive-upload';
import type { MediaParts } from '../media/save-media';
import { countPlay } from '../plays/count-play';
import { createProduct } from './create-product';
import { editedFields, editWithFreshCover } from './edit-product';
import { listProducts } from './list-products';
import { changedMedia, newMedia } from './product-media';
import { allProducts, oneProduct, productsByIds } from './product-queries';
import { Product } from './product.entity';
import { removeProduct } from './remove-product';
import { isRepair, repairDelivery } from './repair-delivery';

const ProductForm = z.strictObject({ fields: z.string({ error: 'fields is required' }) });

type ProductParts = MediaParts & {
  source: DataSource;
  siteName: string;
  rateScale: number;
  receive: Receiver;
  /** The public list, which is made from the products. */
  list: {
    answer: (req: Request) => Promise<Reply<200, Buffer> | Reply<304, null>>;
    answerAfter: (id: number) => Promise<Reply<200, ProductView[]>>;
    recheck: () => void;
  };
  search: { recheck: () => void };
  plays: { played: (productId: number) => Promise<void> };
};

export function productHandlers(parts: ProductParts): Handlers<typeof productRoutes> {
  const { source, siteName, rateScale, list, search, receive, plays } = parts;
  const recheck = () => {
    list.recheck();
    search.recheck();
  };
  const playsLimit = rateLimiter(source, LIMITS.plays, rateScale);
  const listsLimit = rateLimiter(source, LIMITS.productLists, rateScale);
  return {
    async listProducts({ caller, req }) {
      if (!hasRole(caller, MAY.readCatalogue)) {
        if (req.query.after === undefined) return list.answer(req);
        const { after } = LaterProductsQuery.parse({ after: req.query.after });
        await listsLimit.use(caller.address);
        return list.answerAfter(after);
      }
      const products =
        req.query.page === undefined
          ? await allProducts(source, siteName, caller)
          : await listProducts(source, siteName, caller, ProductListQuery.parse(req.query));
      return reply(200, products, { vary: 'Accept-Encoding, Authorization' });
    },
    async productsByIds({ body, caller }) {
      await listsLimit.use(caller.address);
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
        const media = await newMedia(parts, fields, { img, audio }, { progress, left });
        left.throwIfAborted();
        const fresh = Product.fresh(fields, media, id ?? null);
        const overruling = { reason: fields.recording_reason, byOwner: hasRole(caller, MAY.ownTheShop) };
        const productId = await inTx(source, (tx) => createProduct(tx, siteName, caller.userId, fresh, overruling));
        recheck();
        return oneProduct(source, siteName, productId, caller);
      }),
    changeProduct: ({ params, req, res, caller }) =>
      receive(req, res, async ({ text, img, audio, progress, left }) => {
        const changes = sentFields({ fields: '{}', ...text });
        if (!img && !audio && (await isRepair(source.manager, params.id, changes))) {
          await inTx(source, (tx) => repairDelivery(tx, siteName, caller.userId, params.id, changes));
          return oneProduct(source, siteName, params.id, caller);
        }
        const fields = await editedFields(source.manager, params.id, changes);
        const media = await changedMedia(source.manager, parts, params.id, fields, { img, audio }, { progress, left });
        left.throwIfAborted();
        await editWithFreshCover(parts, caller.userId, params.id, {
          ...{ sent: changes, media, drawnFor: fields },
          byOwner: hasRole(caller, MAY.ownTheShop),
        });
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

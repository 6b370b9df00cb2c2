import assert from 'node:assert/strict';
import { contractFactsOf, contractFileName, contractHash, hashOfContract, renderContract } from '@shop/documents';
import { conflict, createFairQueue, currentPlace, notFound, type Caller, type Place } from '@shop/http';
import { rowsOf, type Tx } from '@shop/messaging';
import type { ContractsDrawn, DataOf } from '@shop/contracts/events';
import { soon } from '@shop/postgres';
import { In, IsNull } from 'typeorm';
import { isGivenBack, OrderItem } from '../order-item.entity';
import { logAtSale } from '../order-events';
import { orderFor } from '../order-queries';
import { Order } from '../order.entity';
import { isPaid } from '../../payment-states';
import type { ServiceContext } from '../../context';

const BATCH = 20;
/** The order's mail has this long to bring the hashes: the sales log waits for them, and a sale is in it within 20 seconds. */
const MAIL_SECONDS = 5;
/** One thread draws: one contract waits there, so that it never rests, and all others here, where accounts take turns. */
const inTurn = createFairQueue({ atOnce: 2, mostWaiting: 64 });
const HASHES: Place = { line: 'hashes', known: false };
/** Ends a turn after this many batches, so that a large old shop does not draw contracts for hours on end. */
const BATCHES_A_TURN = 10;

/**
 * The contract of one bought track: the same bytes each time. The order stores their SHA-256 (docs/product/delivery.md#contracts).
 * @throws Refusal 403 and 404 like reading the order, 404 for a track that is not in it or went back, 409 while it is not paid, 503 when too
 * many contracts wait to be drawn
 */
export async function contractOf(context: ServiceContext, caller: Caller, orderId: number, productId: number) {
  const { order, items } = await orderFor(context.source.manager, caller, orderId);
  const item = items.find((candidate) => candidate.productId === productId);
  if (!item || isGivenBack(item)) throw notFound('contract');
  if (!isPaid(order)) throw conflict('not-paid', 'The contract is available once the order is paid.');
  return renderAndKeep(context, order, item);
}

/**
 * Stores the hashes of contracts, as a task, when the mail has not brought them within seconds of the sale: it waits, failed, or
 * the sale is older than this event. A blanked buyer's order gets none, because the name in its contract is gone.
 */
export async function hashContracts(context: ServiceContext): Promise<void> {
  for (let batch = 1; (await hashSome(context)) === BATCH && batch < BATCHES_A_TURN; batch += 1);
}

/** @returns how many orders it looked at */
async function hashSome(context: ServiceContext): Promise<number> {
  const { source } = context;
  const { manager } = source;
  const orders = await rowsOf(
    manager,
    Order,
    `WHERE paid_at IS NOT NULL AND NOT contracts_hashed AND paid_at < now() - make_interval(secs => $2) ORDER BY id LIMIT $1`,
    [BATCH, MAIL_SECONDS],
  );
  if (orders.length === 0) return 0;
  const items = await manager.findBy(OrderItem, { orderId: In(orders.map(({ id }) => id)), contractHash: IsNull() });
  const pairs = items.flatMap((item) => {
    const order = orders.find(({ id }) => id === item.orderId);
    assert(order, 'an item belongs to an order');
    return order.customer.email ? [{ order, item }] : [];
  });
  const hashes = await Promise.all(
    pairs.map(({ order, item }) => inTurn(HASHES, () => hashOfContract(factsOf(context, order, item)))),
  );
  await source.query(
    `WITH kept AS (
       UPDATE order_items AS item SET contract_hash = hash FROM unnest($1::int[], $2::int[], $3::text[]) AS new (order_id, product_id, hash)
       WHERE item.order_id = new.order_id AND item.product_id = new.product_id AND contract_hash IS NULL)
     UPDATE orders SET contracts_hashed = true WHERE id = ANY($4)`,
    [pairs.map(({ item }) => item.orderId), pairs.map(({ item }) => item.productId), hashes, orders.map(({ id }) => id)],
  );
  return orders.length;
}

async function renderAndKeep(context: ServiceContext, order: Order, item: OrderItem) {
  const { source, log } = context;
  const pdf = await inTurn(currentPlace(), () => renderContract(factsOf(context, order, item)));
  const hash = contractHash(pdf);
  // Without the name of a blanked buyer, this is not the contract of the sale.
  if (!item.contractHash && order.customer.email)
    await source.query(
      'UPDATE order_items SET contract_hash = $3 WHERE order_id = $1 AND product_id = $2 AND contract_hash IS NULL',
      [order.id, item.productId, hash],
    );
  else if (item.contractHash && item.contractHash !== hash)
    log.warn({ orderId: order.id, productId: item.productId }, 'a contract no longer has the bytes of its sale');
  return { pdf, hash, fileName: contractFileName(order.id, item) };
}

/** The facts of the sale. An order that an older release settled has no name and time zone of the shop. */
function factsOf({ siteName, timeZone }: ServiceContext, order: Order, item: OrderItem) {
  const { id: orderId, paidAt, customer } = order;
  assert(paidAt, 'a contract belongs to a paid order');
  const site = { name: order.siteName ?? siteName, timeZone: order.siteTimeZone ?? timeZone, url: order.siteUrl };
  const key = { musicKey: item.sound?.music_key, keyMode: item.sound?.key_mode };
  return contractFactsOf(
    site,
    { orderId, capturedAt: paidAt.toISOString(), log: logAtSale(order), termsVersion: order.termsVersion, customer },
    { ...item, ...key, origins: item.soundOrigins },
  );
}

/** Stores the hashes of contracts that were drawn for a mail, so that nothing draws them again. A stored hash stays. */
export async function keepHashesWhenContractsDrawn({ db }: Tx, { orderId, contracts }: DataOf<typeof ContractsDrawn>) {
  await db.query(
    `WITH kept AS (
       UPDATE order_items AS item SET contract_hash = hash FROM unnest($2::int[], $3::text[]) AS drawn (product_id, hash)
       WHERE order_id = $1 AND item.product_id = drawn.product_id AND contract_hash IS NULL)
     UPDATE orders SET contracts_hashed = true WHERE id = $1 AND NOT contracts_hashed
       AND NOT EXISTS (SELECT 1 FROM order_items WHERE order_id = $1 AND contract_hash IS NULL AND product_id <> ALL($2))`,
    soon([orderId, contracts.map(({ productId }) => productId), contracts.map(({ hash }) => hash)]),
  );
}

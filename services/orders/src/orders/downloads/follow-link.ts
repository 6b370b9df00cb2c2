import { FilesDownloaded } from '@shop/contracts/events';
import { notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { KeyRing } from '@shop/shared';
import { isToken, itemName } from '../links';
import { OrderItem } from '../order-item.entity';
import { Order } from '../order.entity';
import { isPaid } from '../../payment-states';
import { ProductCopy } from '../../product-copies/product-copy.entity';

/**
 * The address that a download link leads to (docs/product/delivery.md#download-links); the token is the only credential. Each use
 * is counted, unless `counts` is false. A moved file is found at the address that catalog last announced.
 * @throws Refusal 404 alike for a wrong or revoked token, an unpaid order, and a project that was not bought
 */
export async function followLink(
  { db, emit }: Tx,
  orderId: number,
  item: string,
  token: string,
  keys: KeyRing,
  counts = true,
): Promise<string> {
  const productId = parseInt(item, 10);
  const project = item === itemName(productId, true);
  const orderItem = await locked(db, OrderItem, { orderId, productId });
  if (!orderItem || (project && !orderItem.projectChosen)) throw notFound('download');
  if (!isToken(token, keys, orderId, item, orderItem.linkRevision)) throw notFound('download');
  const order = await db.findOneBy(Order, { id: orderId });
  if (!order || !isPaid(order)) throw notFound('download');

  const copy = await db.findOneBy(ProductCopy, { productId });
  const address = project ? copy?.projectLink : copy?.downloadLink;
  if (!address) throw notFound('download');
  if (!counts) return address;
  if (project) orderItem.projectDownloadCount += 1;
  else orderItem.downloadCount += 1;
  await db.save(orderItem);
  const times = project ? orderItem.projectDownloadCount : orderItem.downloadCount;
  await emit(FilesDownloaded({ orderId, productId, buyerId: order.buyerId, project, times }));
  return address;
}

import type { FreezeKind } from '@shop/contracts/constants';
import { FilesDownloaded } from '@shop/contracts/events';
import { conflict, notFound } from '@shop/http';
import { locked, type Tx } from '@shop/messaging';
import type { Settings } from '../../context';
import { noteDownload } from '../deliveries';
import { isToken, itemName, packageUrl } from '../links';
import { hasProject, isGivenBack, OrderItem } from '../order-item.entity';
import { Order } from '../order.entity';
import { isPaid } from '../../payment-states';
import { ProductCopy } from '../../product-copies/product-copy.entity';

/** What a link asks for: `item` as in `itemName`, and perhaps one file of a package. */
type Link = { orderId: number; item: string; token: string; file?: number };
type Keys = Pick<Settings, 'downloadKeys' | 'deliveryKeys' | 'publicUrl'>;

/**
 * The address that a download link leads to (docs/product/delivery.md#download-links); the token is the only credential. Each use
 * is counted, unless `counts` is false. A moved file is found at the address that catalog last announced.
 * @throws Refusal 404 alike for a wrong or revoked token, an unpaid order, what was not bought or went back, and a file that is not in
 * it;
 * 409 `on-hold` while a claim or a dispute freezes the track
 */
export async function followLink(
  { db, emit }: Tx,
  { orderId, item, token, file }: Link,
  keys: Keys,
  counts = true,
): Promise<string> {
  const productId = parseInt(item, 10);
  const project = item === itemName(productId, true);
  const orderItem = await locked(db, OrderItem, { orderId, productId });
  if (!orderItem || isGivenBack(orderItem) || (project && !hasProject(orderItem))) throw notFound('download');
  if (!isToken(token, keys.downloadKeys, orderId, item, orderItem.linkRevision)) throw notFound('download');
  const order = await db.findOneBy(Order, { id: orderId });
  if (!order || !isPaid(order)) throw notFound('download');

  if (orderItem.frozenFor) throw conflict('on-hold', ON_HOLD[orderItem.frozenFor]);

  const copy = await db.findOneBy(ProductCopy, { productId });
  const address = addressOf(copy, orderItem, { project, file }, keys);
  if (!address) throw notFound('download');
  if (!counts) return address;
  if (project) orderItem.projectDownloadCount += 1;
  else orderItem.downloadCount += 1;
  await noteDownload(db, { orderId, productId, project });
  await db.save(orderItem);
  const times = project ? orderItem.projectDownloadCount : orderItem.downloadCount;
  await emit(FilesDownloaded({ orderId, productId, buyerId: order.buyerId, project, times }));
  return address;
}

const ON_HOLD: Record<FreezeKind, string> = {
  claim: 'This download is on hold while the problem that was reported is looked into. It works again when that is decided.',
  dispute: 'This download is on hold while PayPal looks into the payment. It works again when that is decided.',
};

/** A package delivers what it holds; the links deliver the rest. @returns null when nothing delivers it */
function addressOf(
  copy: ProductCopy | null,
  orderItem: OrderItem,
  { project, file }: { project: boolean; file?: number },
  keys: Keys,
): string | null {
  const pack = copy?.trackPackage ?? null;
  if (pack && (!project || pack.hasProject)) {
    const scope = project ? 'project' : hasProject(orderItem) && pack.hasProject ? 'full' : 'track';
    if (file === undefined) return packageUrl(keys, orderItem, { pack, scope });
    // A repair may have brought other files: the sold one is then found by its path.
    const soldFile = orderItem.trackPackage?.files.find(({ id }) => id === file);
    const chosenFile = pack.files.find(({ id }) => id === file) ?? pack.files.find(({ path }) => path === soldFile?.path);
    return chosenFile ? packageUrl(keys, orderItem, { pack, scope, file: chosenFile.id }) : null;
  }
  if (file !== undefined) return null;
  return (project ? copy?.projectLink : copy?.downloadLink) || null;
}

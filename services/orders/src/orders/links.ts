import { createHmac, timingSafeEqual } from 'node:crypto';
import { deliveryRoutes, downloadRoutes, pathOf } from '@shop/contracts/routes';
import type { DownloadLinkView } from '@shop/contracts/views';
import { signDelivery, type KeyRing } from '@shop/shared';
import type { DeliveryScope } from '@shop/contracts/constants';
import { isPaid } from '../payment-states';
import type { TrackPackage } from '../product-copies/product-copy.entity';
import { hasProject, isGivenBack, type OrderItem } from './order-item.entity';
import type { Order } from './order.entity';

/** The name of a file in its link: `12` is the track of product 12, `12-project` its project. */
export const itemName = (productId: number, project: boolean) => (project ? `${productId}-project` : String(productId));

/**
 * The credential of one link. Only its revision is stored, so that the link can be shown again and revoked
 * (docs/product/delivery.md#download-links).
 */
const tokenOf = (key: Buffer, orderId: number, item: string, revision: number) =>
  createHmac('sha256', key).update(`${orderId}/${item}/${revision}`).digest('base64url');

/** Whether a key of the ring has made this token for this link. */
export function isToken(token: string, keys: KeyRing, orderId: number, item: string, revision: number): boolean {
  const tokenBytes = Buffer.from(token);
  return keys.some((key) => {
    const expectedBytes = Buffer.from(tokenOf(key, orderId, item, revision));
    return tokenBytes.length === expectedBytes.length && timingSafeEqual(tokenBytes, expectedBytes);
  });
}

/** The address of a download link, without the shop's own address; signed with the first key. */
export function downloadUrl(keys: KeyRing, item: OrderItem, project: boolean): string {
  const name = itemName(item.productId, project);
  const address = pathOf(downloadRoutes.followLink, { id: item.orderId, item: name });
  return `${address}?token=${tokenOf(keys[0], item.orderId, name, item.linkRevision)}`;
}

/** When links were used last, by `order/item`, as far as that is known. */
export type LastDownloads = ReadonlyMap<string, Date>;

/**
 * One or two links for each item, with how often each was used; none before the order is paid or after a refund, nor of an item that
 * went back alone.
 */
export function downloadLinks(
  keys: KeyRing,
  order: Order,
  items: readonly OrderItem[],
  lastDownloads: LastDownloads = new Map(),
): DownloadLinkView[] {
  if (!isPaid(order)) return [];
  return items.flatMap((item) => {
    const { productId, name, category } = item;
    if (isGivenBack(item)) return [];
    const lastOf = (project: boolean) => {
      const last = lastDownloads.get(`${order.id}/${itemName(productId, project)}`);
      return last && { last_download_at: last.toISOString() };
    };
    const track = {
      ...{ product_id: productId, url: downloadUrl(keys, item, false), name, category },
      ...{ downloads: item.downloadCount, ...lastOf(false) },
    };
    if (!hasProject(item)) return [track];
    const project = {
      ...{ product_id: productId, url: downloadUrl(keys, item, true), name: `${name} (${item.projectName} project)`, category },
      ...{ downloads: item.projectDownloadCount, ...lastOf(true) },
    };
    return [track, project];
  });
}

type Purchase = Pick<OrderItem, 'trackPackage' | 'projectChosen' | 'refunded'>;

/** The files of a track's package that its buyer gets: those of the project if it was bought. */
export const deliveredFiles = (item: Purchase): TrackPackage['files'] =>
  item.trackPackage?.files.filter(({ role }) => hasProject(item) || role !== 'project') ?? [];

const GB = 1024 ** 3;
/** For so many seconds a download may begin or go on at one address; a long one is interrupted more often. */
const addressSeconds = (sizeBytes: number) => (sizeBytes > GB ? 6 * 3600 : 15 * 60);

type PackageAddress = { pack: TrackPackage; scope: DeliveryScope; file?: number };

/** The address at which catalog delivers a package, or one of its files, for a short time (docs/product/delivery.md#files-of-a-package). */
export function packageUrl(
  { deliveryKeys, publicUrl }: { deliveryKeys: KeyRing; publicUrl: string },
  { orderId, linkRevision: revision }: Pick<OrderItem, 'orderId' | 'linkRevision'>,
  { pack, scope, file }: PackageAddress,
): string {
  const until = Math.floor(Date.now() / 1000) + addressSeconds(pack.sizeBytes);
  const signature = signDelivery(deliveryKeys, { packageId: pack.id, orderId, revision, scope, until });
  const path = pathOf(deliveryRoutes.deliverPackage, { id: pack.id, order: orderId, revision, scope, until, signature });
  return `${publicUrl}${path}${file === undefined ? '' : `?file=${file}`}`;
}

const contractUrl = (id: number, productId: number) => pathOf(downloadRoutes.readContract, { id, item: productId });

/** The links to the contracts of a paid order, by track; none before it is paid or after a refund. */
export const contractLinks = (order: Order, items: readonly OrderItem[]) =>
  isPaid(order)
    ? items
        .filter((item) => !isGivenBack(item))
        .map(({ productId, name }) => ({ product_id: productId, url: contractUrl(order.id, productId), name }))
    : [];

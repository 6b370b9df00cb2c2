import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { DeliveryScope } from '@shop/contracts/constants';
import type { DataOf, LinksRevoked, TrackFrozen, TrackLinksRevoked, TrackThawed } from '@shop/contracts/events';
import type { deliveryRoutes } from '@shop/contracts/routes';
import { conflict, notFound, redirect, type Handlers, type STREAMED } from '@shop/http';
import { saveIfNewer, type Tx } from '@shop/messaging';
import { isDeliverySignature, type KeyRing } from '@shop/shared';
import { linkToObject, sendContent, sendObject, type ObjectLinks, type ObjectStorage } from '@shop/storage';
import type { Request, Response } from 'express';
import type { DataSource, EntityManager } from 'typeorm';
import { attachmentOf, PackageFile } from '../package.entity';
import { partsIn, zipLayout } from './zip-layout';

type DeliveryParts = {
  source: DataSource;
  storage: ObjectStorage;
  objectLinks: ObjectLinks | null;
  deliveryKeys: KeyRing;
  siteName: string;
};

/**
 * Answers the addresses to which orders sends a buyer (docs/product/delivery.md#files-of-a-package): all that they have bought as one
 * ZIP, written while it is sent, or a single file, which comes from the object store itself where browsers reach that. The signature
 * is the only credential.
 */
export const deliveryHandlers = ({
  source,
  storage,
  objectLinks,
  deliveryKeys,
  siteName,
}: DeliveryParts): Handlers<typeof deliveryRoutes> => ({
  async deliverPackage({ params, query, req, res }) {
    const { id: packageId, order: orderId, revision, scope, until, signature } = params;
    const isSigned = isDeliverySignature(signature, deliveryKeys, { packageId, orderId, revision, scope, until });
    if (!isSigned || until * 1000 < Date.now()) throw notFound('download');
    const track = await trackOf(source.manager, siteName, packageId, { orderId, revision });
    const all = await source.manager.find(PackageFile, { where: { packageId }, order: { path: 'ASC' } });
    const files = all.filter(({ role }) => isIn(scope, role));
    res.set({ 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex' });
    if (query.file === undefined) return sendZip({ req, res, storage }, track, files);
    const file = files.find(({ id }) => id === query.file);
    if (!file) throw notFound('download');
    const attachment = attachmentOf(file);
    // A link is signed for GET alone.
    if (objectLinks && req.method === 'GET')
      return redirect(await linkToObject(storage, objectLinks, file.objectKey, attachment));
    return sendObject(req, res, storage, file.objectKey, attachment);
  },
});

const isIn = (scope: DeliveryScope, role: PackageFile['role']) =>
  scope === 'full' || (role === 'project') === (scope === 'project');

type Track = { name: string; storeName: string; since: Date; frozen: boolean };

/**
 * @throws Refusal 404 when the package delivers no track, or newer links have taken the place of this one, 409 `on-hold` while the
 * track is frozen
 */
async function trackOf(
  db: EntityManager,
  siteName: string,
  packageId: number,
  { orderId, revision }: { orderId: number; revision: number },
): Promise<Track> {
  const [track] = await db.query<Track[]>(
    `SELECT products.name, coalesce(stores.name, $2) AS "storeName", coalesce(completed_at, packages.created_at) AS since,
       EXISTS (SELECT FROM frozen_tracks WHERE order_id = $3 AND product_id = products.id AND frozen) AS frozen
     FROM products JOIN packages ON packages.id = package_id LEFT JOIN stores ON stores.seller_id = products.seller_id
     WHERE package_id = $1 AND NOT EXISTS (SELECT FROM revoked_links WHERE order_id = $3 AND revision > $4)
       AND NOT EXISTS (SELECT FROM revoked_track_links WHERE order_id = $3 AND product_id = products.id AND revision > $4)`,
    [packageId, siteName, orderId, revision],
  );
  if (!track) throw notFound('download');
  if (track.frozen) throw conflict('on-hold', 'This download is on hold until a problem with the purchase is decided.');
  return track;
}

type Exchange = { req: Request; res: Response; storage: ObjectStorage };

async function sendZip({ req, res, storage }: Exchange, track: Track, files: readonly PackageFile[]): Promise<typeof STREAMED> {
  if (files.length === 0) throw notFound('download');
  const layout = zipLayout(files, track.since);
  const list = files.map(({ path, sha256 }) => [path, sha256]);
  const etag = createHash('sha256')
    .update(JSON.stringify([track.since, list]))
    .digest('hex');
  async function* bytesOf(range: { start: number; end: number }) {
    for (const part of partsIn(layout, range)) {
      if ('bytes' in part) yield part.bytes;
      else yield* bytesOfFile(storage, files[part.entry], part);
    }
  }
  return sendContent(req, res, {
    size: layout.sizeBytes,
    contentType: 'application/zip',
    etag,
    name: fileNameOf(track),
    lastModified: track.since,
    read: (range = { start: 0, end: layout.sizeBytes - 1 }) =>
      Promise.resolve(Readable.from(bytesOf(range), { objectMode: false })),
  });
}

async function* bytesOfFile(
  storage: ObjectStorage,
  file: PackageFile | undefined,
  { start, end }: { start: number; end: number },
) {
  assert(file, 'each entry of the archive is a file');
  let missing = end - start + 1;
  for await (const chunk of (await storage.read(file.objectKey, { start, end })) as AsyncIterable<Buffer>) {
    missing -= chunk.length;
    yield chunk;
  }
  // What follows would stand at a wrong place.
  if (missing !== 0) throw new Error(`The object ${file.objectKey} was cut off`);
}

/** What no file system accepts in a name becomes a dash. */
const fileNameOf = ({ name, storeName }: Track) => `${storeName} - ${name}.zip`.replace(/[\\/:*?"<>|\p{Cc}]/gu, '-');

/** Ends the addresses that older links of an order led to. The row outlives them by far. */
export async function endAddressesWhenLinksRevoked({ db }: Tx, { orderId, revision }: DataOf<typeof LinksRevoked>) {
  await saveIfNewer(
    db,
    { table: 'revoked_links', key: 'order_id', version: 'revision' },
    { order_id: orderId, revision, revoked_at: new Date() },
  );
}

/** The same for one track of an order. */
export async function endAddressesWhenTrackLinksRevoked(
  { db }: Tx,
  { orderId, productId, revision }: DataOf<typeof TrackLinksRevoked>,
) {
  await db.query(
    `INSERT INTO revoked_track_links AS known (order_id, product_id, revision) VALUES ($1, $2, $3)
     ON CONFLICT (order_id, product_id) DO UPDATE SET revision = excluded.revision, revoked_at = now()
     WHERE known.revision < excluded.revision`,
    [orderId, productId, revision],
  );
}

/** Forgets revocations once every address from before them has run out by itself. */
export async function forgetRevokedLinks(db: EntityManager): Promise<void> {
  for (const table of ['revoked_links', 'revoked_track_links'])
    await db.query(`DELETE FROM ${table} WHERE revoked_at < now() - interval '1 day'`);
}

const FROZEN = { table: 'frozen_tracks', key: ['order_id', 'product_id'] } as const;

/** Hands a frozen track's files out no more, not even at an address that was given out before. A download that runs goes on. */
export const freezeWhenTrackFrozen = ({ db }: Tx, { orderId, productId, version }: DataOf<typeof TrackFrozen>) =>
  saveIfNewer(db, FROZEN, { order_id: orderId, product_id: productId, version, frozen: true });

export const thawWhenTrackThawed = ({ db }: Tx, { orderId, productId, version }: DataOf<typeof TrackThawed>) =>
  saveIfNewer(db, FROZEN, { order_id: orderId, product_id: productId, version, frozen: false });

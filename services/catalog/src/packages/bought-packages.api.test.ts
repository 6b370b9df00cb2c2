import { LinksRevoked, OrderCaptured, PersonalDataGathered, PersonalDataRequested, RefundDone } from '@shop/contracts/events';
import { SalesAnnounced, TrackFrozen, TrackThawed, UserDeleted } from '@shop/contracts/events';
import type { PackageView } from '@shop/contracts/views';
import { asAdmin, asUser, deliver, emitted, forAllTests } from '@shop/runtime/testing';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { sold } from '../testing/news-from-orders';
import { forgetFilesOfOldSales } from './bought-packages';
import { openPackages, OTHER, SELLER, STORES } from '../testing/packages-under-test';

const packages = forAllTests(() => openPackages(STORES[0]![1]));
const BUYER = asUser(5);
const FILES = {
  'Master/Salt.wav': Buffer.from('master'),
  'Stems/Kick.wav': Buffer.from('kick'),
  'Project/Salt.als': Buffer.from('project'),
};
const REPORT = {
  verdict: 'warnings',
  findings: [
    {
      code: 'length',
      level: 'fail',
      file: 'Master/Salt.wav',
      text: 'Short.',
      todo: 'Extend it.',
      overruled: { by: 77, reason: 'Fine' },
    },
    { code: 'clipping', level: 'warning', file: 'Stems/Kick.wav', atSeconds: 3, text: 'It clips.', todo: 'Lower it.' },
    { code: 'loudness', level: 'note', file: 'Project/Salt.als', text: 'A project.', todo: 'Nothing.' },
    { code: 'known-recording', level: 'fail', text: 'Known.', todo: 'Ask.', overruled: { by: 1, reason: 'Licensed' } },
    { code: 'similar-recording', level: 'warning', text: 'Similar.', todo: 'Ask.' },
  ],
};

const handle = (event: Parameters<typeof deliver>[2]) => deliver(packages.catalog.source, subscriptions, event, 2);
const read = (id: number, caller = BUYER) => request(packages.catalog.app).get(`/api/packages/${id}`).set(caller);
const statusOf = async (id: number, caller = BUYER) => (await read(id, caller)).status;
const viewOf = async (id: number, caller = BUYER) => ((await read(id, caller).expect(200)).body as { data: PackageView }).data;

/** A track on sale that a package with its project delivers. */
async function onSale() {
  const { id } = await packages.checked(FILES);
  await packages.catalog.source.query('UPDATE packages SET report = $2 WHERE id = $1', [id, JSON.stringify(REPORT)]);
  const fields = { seller_id: 4, package_id: id, download_link: '', project_name: 'Ableton Live' } as const;
  const track = await packages.catalog.product(fields);
  return { id, productId: track.id };
}

let orders = 100;
const captured = (
  productId: number,
  { orderId = ++orders, buyerId = 5, project = false, capturedAt = '2026-11-01T10:00:00.000Z' } = {},
) => {
  const { data } = sold([{ productId, claimVersion: orders }]);
  const items = data.items.map((item) => ({ ...item, projectUrl: project ? '/p' : null }));
  return OrderCaptured({ ...data, orderId, buyerId, items, capturedAt });
};
type Back = { buyerId?: number; project?: boolean; full?: boolean; linkEnded?: boolean };
const refunded = (
  orderId: number,
  productId: number,
  { buyerId = 5, project = false, full = false, linkEnded = true }: Back = {},
) =>
  RefundDone({
    ...{ orderId, version: 9, buyerId, accountEmail: 'ada@example.com', refundId: `R${orderId}`, amountCents: 1, feeCents: 0 },
    ...{ borneBy: 'sale', full, backCents: 1, takenCents: 2, occurredAt: '2030-01-01T12:00:00.000Z' },
    items: [{ productId, name: 'Salt', project, amountCents: 1, linkEnded }],
  });

test('a package is read by whoever has bought its track, and by nobody before', async () => {
  const { id, productId } = await onSale();
  expect([await statusOf(id), await statusOf(id, OTHER), await statusOf(id, SELLER)]).toEqual([404, 404, 200]);
  await handle(captured(productId));
  expect([await statusOf(id), await statusOf(id, OTHER), await statusOf(id, asAdmin())]).toEqual([200, 404, 200]);
  const { files } = await viewOf(id);
  // the bytes come through the links of the order alone
  const file = request(packages.catalog.app).get(`/api/packages/${id}/files/${files[0]!.id}`).set(BUYER);
  expect((await file).status).toBe(404);
});

test('a buyer reads what was found, without likeness to others, who has overruled it, why, and what the maker does', async () => {
  const { id, productId } = await onSale();
  await handle(captured(productId, { project: true }));
  const { report, uploads } = await viewOf(id);
  expect(uploads).toEqual([]);
  expect(report).toEqual({
    verdict: 'warnings',
    findings: [
      { code: 'length', level: 'note', file: 'Master/Salt.wav', text: 'Short.', todo: '' },
      { code: 'clipping', level: 'warning', file: 'Stems/Kick.wav', atSeconds: 3, text: 'It clips.', todo: '' },
      { code: 'loudness', level: 'note', file: 'Project/Salt.als', text: 'A project.', todo: '' },
    ],
  });
  const whole = await viewOf(id, SELLER);
  expect(whole.report?.findings[0]?.overruled).toEqual({ by: 77, reason: 'Fine' });
});

test('the project is shown only to who has bought it', async () => {
  const { id, productId } = await onSale();
  const sale = captured(productId);
  await handle(sale);
  const { files, report, sizeBytes } = await viewOf(id);
  expect(files.map(({ path }) => path)).toEqual(['Master/Salt.wav', 'Stems/Kick.wav']);
  expect([sizeBytes, report?.findings.length]).toEqual([10, 2]);

  const other = await onSale();
  const withProject = captured(other.productId, { project: true });
  await handle(withProject);
  expect((await viewOf(other.id)).files).toHaveLength(3);
  await handle(refunded(withProject.data.orderId, other.productId, { project: true }));
  expect((await viewOf(other.id)).files).toHaveLength(2);
});

test('a refund of the track ends the access, also when it is heard before the sale; one that leaves the links does not', async () => {
  const [kept, gone, late] = [await onSale(), await onSale(), await onSale()];
  const sales = [kept, gone, late].map(({ productId }) => captured(productId));
  await handle(sales[0]!);
  await handle(refunded(sales[0]!.data.orderId, kept.productId, { linkEnded: false }));
  expect(await statusOf(kept.id)).toBe(200);
  await handle(sales[1]!);
  await handle(refunded(sales[1]!.data.orderId, gone.productId));
  // what comes late takes nothing of it back
  await handle(refunded(sales[1]!.data.orderId, gone.productId, { project: true }));
  expect(await statusOf(gone.id)).toBe(404);
  await handle(refunded(sales[2]!.data.orderId, late.productId, { project: true, full: true }));
  await handle(sales[2]!);
  expect(await statusOf(late.id)).toBe(404);
});

test('who buys a track that was given back reads its package, and its first buyer does not', async () => {
  const { id, productId } = await onSale();
  const first = captured(productId);
  await handle(first);
  await handle(refunded(first.data.orderId, productId));
  await handle(captured(productId, { buyerId: 6 }));
  expect([await statusOf(id), await statusOf(id, asUser(6))]).toEqual([404, 200]);
});

test('the access ends with the links of the order, comes back with later ones, and new links alone leave it', async () => {
  const { id, productId } = await onSale();
  const { data, ...sale } = captured(productId);
  await handle({ ...sale, data });
  const revoked = (revision: number, ended: boolean) => handle(LinksRevoked({ orderId: data.orderId, revision, ended }));
  await revoked(2, false);
  expect(await statusOf(id)).toBe(200);
  await revoked(3, true);
  expect(await statusOf(id)).toBe(404);
  await revoked(4, false);
  await revoked(3, true);
  expect(await statusOf(id)).toBe(200);
});

test('a frozen track shows its buyer no package until it thaws', async () => {
  const { id, productId } = await onSale();
  const { data, ...sale } = captured(productId);
  await handle({ ...sale, data });
  const track = { orderId: data.orderId, productId, sellerId: 4 };
  await handle(TrackFrozen({ ...track, version: 1, reason: 'claim' }));
  expect(await read(id)).toMatchObject({ status: 409, body: { code: 'on-hold' } });
  expect(await statusOf(id, SELLER)).toBe(200);
  await handle(TrackThawed({ ...track, version: 2 }));
  expect(await statusOf(id)).toBe(200);
});

test('what somebody has bought is in the copy of their own data, and goes with their account', async () => {
  const { id, productId } = await onSale();
  const { data, ...sale } = captured(productId, { buyerId: 8, project: true });
  await handle({ ...sale, data });
  await handle(PersonalDataRequested({ userId: 8, exportId: 3, addresses: [] }));
  const gathered = (await emitted(packages.catalog.source, PersonalDataGathered)).find(({ userId }) => userId === 8);
  expect(JSON.parse(gathered!.part)).toMatchObject({
    bought: [{ order_id: data.orderId, product_id: productId, project: true, refunded: null }],
  });
  await handle(UserDeleted({ userId: 8, version: 3, email: 'eve@example.com' }));
  const known = () => packages.catalog.source.query('SELECT 1 FROM bought_tracks WHERE buyer_id = 8');
  expect(await known()).toEqual([]);
  await handle(refunded(data.orderId, productId, { buyerId: 8 }));
  expect(await known()).toEqual([]);
  expect(await statusOf(id, asUser(8))).toBe(404);
});

describe('sales of before, announced after the upgrade', () => {
  type Sale = Parameters<typeof SalesAnnounced>[0]['sales'][number];
  const announced = (productId: number, { items, ...fields }: Partial<Sale> = {}): Sale => ({
    ...{ orderId: ++orders, buyerId: 5, revision: 1, ended: false, capturedAt: '2026-11-01T10:00:00.000Z', ...fields },
    items: [{ productId, project: false, refunded: null, ...items?.[0] }],
  });
  const announce = (...sales: Sale[]) => handle(SalesAnnounced({ sales }));

  test('let their buyers read the packages, as far as they still have them', async () => {
    const [plain, project, back, ended] = [await onSale(), await onSale(), await onSale(), await onSale()];
    await announce(
      announced(plain.productId),
      announced(project.productId, { items: [{ productId: project.productId, project: true, refunded: null }] }),
      announced(back.productId, { items: [{ productId: back.productId, project: true, refunded: 'track' }] }),
      announced(ended.productId, { revision: 4, ended: true }),
    );
    expect((await viewOf(plain.id)).files).toHaveLength(2);
    expect((await viewOf(project.id)).files).toHaveLength(3);
    expect([await statusOf(plain.id, OTHER), await statusOf(back.id), await statusOf(ended.id)]).toEqual([404, 404, 404]);
  });

  test('take nothing back of what was heard meanwhile', async () => {
    const [refundedTrack, revokedOrder, erased] = [await onSale(), await onSale(), await onSale()];
    const old = [refundedTrack, revokedOrder].map(({ productId }) => announced(productId));
    old.push(announced(erased.productId, { buyerId: 9 }));
    await handle(refunded(old[0]!.orderId, refundedTrack.productId));
    await handle(LinksRevoked({ orderId: old[1]!.orderId, revision: 2, ended: true }));
    await announce(old[2]!);
    await handle(UserDeleted({ userId: 9, version: 3, email: 'eve@example.com' }));
    await announce(...old);
    expect([await statusOf(refundedTrack.id), await statusOf(revokedOrder.id), await statusOf(erased.id, asUser(9))]).toEqual([
      404, 404, 404,
    ]);
    await handle(LinksRevoked({ orderId: old[1]!.orderId, revision: 3, ended: false }));
    expect(await statusOf(revokedOrder.id)).toBe(200);
  });
});

test('who was erased before a sale, a refund or an old sale is heard is not known as its buyer, and the files go', async () => {
  const [bought, back, old] = [await onSale(), await onSale(), await onSale()];
  await handle(UserDeleted({ userId: 31, version: 3, email: 'lou@example.com' }));
  const sale = { orderId: ++orders, buyerId: 31, revision: 1, ended: false, capturedAt: '2026-11-01T10:00:00.000Z' };
  await handle(SalesAnnounced({ sales: [{ ...sale, items: [{ productId: old.productId, project: false, refunded: null }] }] }));
  const rows = (productId: number) =>
    packages.catalog.source.query('SELECT buyer_id FROM bought_tracks WHERE product_id = $1', [productId]);
  expect(await rows(old.productId)).toEqual([{ buyer_id: null }]);
  await handle(captured(bought.productId, { buyerId: 31 }));
  await handle(refunded(++orders, back.productId, { buyerId: 31 }));
  await forgetFilesOfOldSales(packages.catalog.source.manager);
  expect([await rows(bought.productId), await rows(back.productId)]).toEqual([[{ buyer_id: null }], [{ buyer_id: null }]]);
  expect(await viewOf(bought.id, asAdmin())).toMatchObject({ files: [] });
});

describe('the files of a sold track', () => {
  const yearsAgo = (years: number) => new Date(Date.now() - years * 365.25 * 86_400_000).toISOString();
  const filesOf = async (...ids: number[]) => {
    const { source } = packages.catalog;
    await forgetFilesOfOldSales(source.manager);
    const count = 'SELECT id, (SELECT count(*)::int FROM package_files WHERE package_id = packages.id) AS files FROM packages';
    const rows = await source.query<{ id: number; files: number }[]>(count);
    return ids.map((id) => rows.find((row) => row.id === id)?.files);
  };

  test('are deleted ten years after the sale, not before; what was found in them goes too, the fingerprint stays', async () => {
    const [young, old, unknown] = [await onSale(), await onSale(), await onSale()];
    await packages.catalog.source.query(
      `INSERT INTO fingerprints (algorithm, package_id, source, used, print, words, hash) VALUES ('shop-bands-1', $1, 'm', true, '', '{}', 'h')`,
      [old.id],
    );
    await handle(captured(young.productId, { capturedAt: yearsAgo(9.9) }));
    const sale = captured(old.productId, { capturedAt: yearsAgo(10.1) });
    await handle(sale);
    await handle(captured(unknown.productId));
    await packages.catalog.source.query('UPDATE bought_tracks SET sold_at = NULL WHERE product_id = $1', [unknown.productId]);
    expect(await filesOf(young.id, old.id, unknown.id)).toEqual([3, 0, 3]);
    expect(await viewOf(old.id)).toMatchObject({ files: [], report: null });
    const prints = packages.catalog.source.query('SELECT package_id FROM fingerprints WHERE hash = $1', ['h']);
    expect(await prints).toEqual([{ package_id: old.id }]);
    await packages.catalog.source.query('UPDATE package_leftovers SET due_at = now()');
    await packages.removeLeftovers();
    const kept = await packages.catalog.source.query<{ key: string }[]>('SELECT object_key AS key FROM package_files');
    expect((await packages.keys()).sort()).toEqual(kept.map(({ key }) => key).sort());
  });

  test('are deleted when its buyer is erased, those of before a repair too; a later buyer keeps theirs', async () => {
    const [erased, resold, freed] = [await onSale(), await onSale(), await onSale()];
    const better = await packages.checked(FILES);
    await handle(captured(erased.productId, { buyerId: 20 }));
    const repair = request(packages.catalog.app).put(`/api/products/${erased.productId}`).set(asAdmin());
    await repair.field('fields', JSON.stringify({ package_id: better.id })).expect(200);
    const first = captured(resold.productId, { buyerId: 20 });
    await handle(first);
    await handle(refunded(first.data.orderId, resold.productId, { buyerId: 20 }));
    await handle(captured(resold.productId, { buyerId: 21 }));
    const back = captured(freed.productId, { buyerId: 20 });
    await handle(back);
    await handle(refunded(back.data.orderId, freed.productId, { buyerId: 20 }));
    expect(await filesOf(erased.id, better.id, resold.id, freed.id)).toEqual([3, 3, 3, 3]);
    await handle(UserDeleted({ userId: 20, version: 3, email: 'zoe@example.com' }));
    expect(await filesOf(erased.id, better.id, resold.id, freed.id)).toEqual([0, 0, 3, 3]);
  });
});

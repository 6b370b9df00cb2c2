import { randomBytes } from 'node:crypto';
import {
  ClaimAnswerDue,
  ClaimEnded,
  ClaimMessageSent,
  ClaimOpened,
  PaymentRefunded,
  PersonalDataGathered,
  PersonalDataRequested,
  RefundDone,
  TrackFrozen,
  TrackThawed,
  UserDeleted,
  UserVerified,
} from '@shop/contracts/events';
import type { AdminOrderView, ClaimView } from '@shop/contracts/views';
import { as, asAdmin, asUser, deliver, emitted } from '@shop/runtime/testing';
import sharp from 'sharp';
import request from 'supertest';
import { pollRefunds } from '../refunds/settle-refund';
import { subscriptions } from '../subscriptions';
import { bought, putTrackOnSale, useShop } from '../testing/orders-app';
import { CLAIM_FILES_FOLDER, removeStrayFiles } from './attachments';
import { forgetOldClaims, remindOfClaims } from './claim-clocks';

const [BUYER, SELLER, STRANGER] = [7, 50, 9];
const shop = useShop({ rateScale: 100 });
beforeEach(async () => {
  await putTrackOnSale(shop, { sellerId: 5, sellerUserId: SELLER, storeName: 'Nordhafen Audio' });
  await putTrackOnSale(shop, { productId: 2 });
  for (const [userId, email] of [
    [BUYER, 'buyer@example.com'],
    [SELLER, 'seller@example.com'],
  ] as const) {
    const person = { name: 'A', lastName: 'B', email, country: 'Poland' };
    await deliver(shop.db.source, subscriptions, UserVerified({ userId, version: 1, ...person, seller: null }));
  }
});

const REPORT = { productId: 1, reason: 'files-broken', text: 'The stems do not open.' };
const report = (orderId: number, body: object = REPORT, caller = asUser(BUYER)) =>
  request(shop.app).post(`/api/orders/${orderId}/claims`).set(caller).send(body);
const dataOf = (answer: { body: unknown }) => (answer.body as { data: ClaimView }).data;
const opened = async (prices: Record<number, number> = { 1: 29900 }) => {
  const { orderId } = await bought(shop, BUYER, { prices });
  return { orderId, claim: dataOf(await report(orderId).expect(201)) };
};
const read = (id: number, caller = asUser(BUYER)) => request(shop.app).get(`/api/claims/${id}`).set(caller);
const write = (id: number, text: string, caller = asUser(BUYER), ...files: [string, Buffer][]) => {
  const sending = request(shop.app).post(`/api/claims/${id}/messages`).set(caller).field('text', text);
  for (const [name, bytes] of files) sending.attach('files', bytes, name);
  return sending;
};
const decide = (id: number, body: object, caller = asAdmin()) =>
  request(shop.app)
    .post(`/api/claims/${id}/decision`)
    .set(caller)
    .send({ reason: 'As we heard it.', ...body });
const REFUND = { outcome: 'refund', refund: { reference: 'Wire 12' } };
const byPaypal = (refund: object) => ({ outcome: 'refund', refund });
const withdraw = (id: number, caller = asUser(BUYER)) => request(shop.app).post(`/api/claims/${id}/withdrawal`).set(caller);
const paidAgo = (days: number) => shop.db.source.query('UPDATE orders SET paid_at = now() - make_interval(days => $1)', [days]);
const stored = async () => {
  const keys: string[] = [];
  for await (const { key } of shop.context.storage.list(CLAIM_FILES_FOLDER)) keys.push(key);
  return keys;
};
let PNG: Buffer;
beforeAll(async () => {
  PNG = await aPicture().png().toBuffer();
});
/** A picture with pixels of noise, twice as wide as high. */
const aPicture = () => sharp(randomBytes(24 * 12 * 3), { raw: { width: 24, height: 12, channels: 3 } });
const pixelsOf = (picture: Buffer) => sharp(picture).raw().toBuffer();
const WAV = Buffer.concat([Buffer.from('RIFF\0\0\0\0WAVE', 'latin1'), randomBytes(500)]);

describe('reporting a problem', () => {
  test('opens a claim with its clocks, freezes the track, and tells both sides', async () => {
    const { orderId, claim } = await opened();
    expect(claim).toMatchObject({
      orderId,
      productId: 1,
      name: 'Salt on the Runway',
      state: 'open',
      part: 'buyer',
      waits_for: 'seller',
      decision: null,
      messages: [{ from: 'buyer', text: 'The stems do not open.', files: [] }],
    });
    expect(await emitted(shop.db.source, TrackFrozen)).toMatchObject([{ orderId, productId: 1, reason: 'claim' }]);
    const [told] = await emitted(shop.db.source, ClaimOpened);
    expect(told).toMatchObject({
      claimId: claim.id,
      buyerId: BUYER,
      accountEmail: 'buyer@example.com',
      sellerUserId: SELLER,
      sellerEmail: 'seller@example.com',
      sellerDueAt: claim.dueAt,
    });
    expect(JSON.stringify(told)).not.toContain('stems');
    expect(told!.houseDueAt > told!.sellerDueAt!).toBe(true);
    expect(claim.dueAt).toMatch(/T21:00:00.000Z$/);
  });

  test("the operator's own track waits for the house alone", async () => {
    const { orderId } = await bought(shop, BUYER, { prices: { 2: 29900 } });
    expect(dataOf(await report(orderId, { ...REPORT, productId: 2 }).expect(201))).toMatchObject({ waits_for: 'house' });
  });

  test('is for the buyer, a track of the order, ten business days and one claim at a time', async () => {
    const { orderId, claim } = await opened({ 1: 29900, 2: 29900 });
    expect((await report(orderId, REPORT, asUser(STRANGER))).status).toBe(403);
    expect((await report(orderId + 1, REPORT, asUser(STRANGER))).status).toBe(403);
    expect((await report(orderId, REPORT, asUser(SELLER))).status).toBe(403);
    expect((await report(orderId, { ...REPORT, productId: 3 })).status).toBe(404);
    expect(await report(orderId)).toMatchObject({ status: 409, body: { code: 'claim-open', details: { claimId: claim.id } } });
    await withdraw(claim.id).expect(200);
    await paidAgo(11);
    expect((await report(orderId)).status).toBe(201);
    await paidAgo(17);
    expect((await report(orderId, { ...REPORT, productId: 2 })).body).toMatchObject({ code: 'too-late' });
  });

  test('twice at once makes one claim', async () => {
    const { orderId } = await bought(shop, BUYER);
    const statuses = (await Promise.all([report(orderId), report(orderId)])).map(({ status }) => status);
    expect(statuses.sort()).toEqual([201, 409]);
  });

  test.each([
    ['reason', { ...REPORT, reason: 'late' }],
    ['text', { ...REPORT, text: ' ' }],
    ['productId', { ...REPORT, productId: 'x' }],
  ])('a wrong %s is refused by its name', async (field, body) => {
    const { orderId } = await bought(shop, BUYER);
    expect(await report(orderId, body)).toMatchObject({ status: 400, body: { field } });
  });
});

describe('the thread', () => {
  test('buyer, seller and the house write; the first message of the seller is their answer, and nobody is named', async () => {
    const { claim } = await opened();
    await write(claim.id, 'It opens here.', asUser(SELLER)).expect(201);
    await write(claim.id, 'We listen to it.', asAdmin(1, 'support')).expect(201);
    const { body } = await read(claim.id, asUser(SELLER)).expect(200);
    expect(dataOf({ body })).toMatchObject({ state: 'answered', part: 'seller', waits_for: 'house' });
    expect(dataOf({ body }).messages.map(({ from }) => from)).toEqual(['buyer', 'seller', 'house']);
    expect(JSON.stringify(body)).not.toContain('example.com');
    expect((await emitted(shop.db.source, ClaimMessageSent)).map(({ from }) => from)).toEqual(['seller', 'house']);
  });

  test('nobody else reads or writes; what exists, only admins learn', async () => {
    const { claim } = await opened();
    for (const caller of [asUser(STRANGER), asAdmin(3, 'catalogue'), asAdmin(3, 'viewer')])
      for (const id of [claim.id, claim.id + 1]) {
        expect((await read(id, caller)).status).toBe(403);
        expect((await write(id, 'Hello', caller)).status).toBe(403);
      }
    expect((await read(claim.id, as())).status).toBe(401);
    expect((await read(claim.id + 1, asAdmin())).status).toBe(404);
    expect((await read(claim.id, asAdmin(2, 'finance'))).status).toBe(200);
  });

  test('pictures and audio are kept by what they are, read with ranges by the parts alone, and others are refused', async () => {
    const { claim } = await opened();
    const { messages } = dataOf(
      await write(claim.id, '', asUser(BUYER), ['C:\\shots\\a\u202egnp.exe', PNG], ['kick.wav', WAV]).expect(201),
    );
    const files = messages.at(-1)!.files;
    expect(files).toMatchObject([
      { name: 'agnp.exe', kind: 'picture' },
      { name: 'kick.wav', kind: 'audio', size: WAV.length },
    ]);
    const picture = await request(shop.app).get(files[0]!.url).set(asUser(SELLER)).responseType('blob').expect(200);
    expect(picture.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': 'attachment; filename=agnp.exe.png',
      'cache-control': 'private, no-cache',
      'content-security-policy': "sandbox; default-src 'none'",
    });
    expect((picture.body as Buffer).length).toBe(files[0]!.size);
    expect(await pixelsOf(picture.body as Buffer)).toEqual(await pixelsOf(PNG));
    expect(
      (
        await request(shop.app)
          .get(files[1]!.url)
          .set({ ...asAdmin(), range: 'bytes=0-3' })
      ).status,
    ).toBe(206);
    expect((await request(shop.app).get(files[0]!.url).set(asUser(STRANGER))).status).toBe(403);
    expect(await write(claim.id, 'x', asUser(BUYER), ['a.png', Buffer.from('<svg onload="alert(1)">')])).toMatchObject({
      status: 415,
      body: { field: 'files' },
    });
    expect((await write(claim.id, '')).status).toBe(400);
    expect((await read(claim.id)).body).toMatchObject({ data: { messageCount: 2 } });
  });

  test.each(['jpeg', 'png', 'webp'] as const)(
    'a photograph as %s tells the seller nothing beside its pixels, and stands upright',
    async (format) => {
      const { claim } = await opened();
      const photograph = await aPicture()
        .withExif({ IFD0: { Make: 'Telephone' }, IFD3: { GPSLatitude: '59/1 54/1 36/1', GPSLongitude: '10/1 45/1 0/1' } })
        .withMetadata({ orientation: 6 })
        .toFormat(format)
        .toBuffer();
      expect(await sharp(photograph).metadata()).toMatchObject({ exif: expect.any(Buffer) as Buffer, orientation: 6 });
      const { messages } = dataOf(await write(claim.id, 'So it looks.', asUser(BUYER), ['IMG_1.jpg', photograph]).expect(201));
      const { url } = messages.at(-1)!.files[0]!;
      const { body } = await request(shop.app).get(url).set(asUser(SELLER)).responseType('blob').expect(200);
      const facts = await sharp(body as Buffer).metadata();
      expect(facts).toMatchObject({ format, width: 12, height: 24 });
      expect([facts.exif, facts.xmp, facts.iptc, facts.orientation]).toEqual([undefined, undefined, undefined, undefined]);
      expect((body as Buffer).includes('Telephone')).toBe(false);
    },
  );

  test('a moving picture keeps its frames', async () => {
    const { claim } = await opened();
    const frames = sharp(randomBytes(8 * 24 * 3), { raw: { width: 8, height: 24, channels: 3, pageHeight: 8 } });
    const { messages } = dataOf(
      await write(claim.id, '', asUser(BUYER), ['glitch.gif', await frames.gif().toBuffer()]).expect(201),
    );
    const { body } = await request(shop.app).get(messages.at(-1)!.files[0]!.url).set(asUser(BUYER)).responseType('blob');
    expect(await sharp(body as Buffer, { animated: true }).metadata()).toMatchObject({ format: 'gif', pages: 3 });
  });

  test('a damaged picture, and one of more than 40 megapixels, are refused', async () => {
    const { claim } = await opened();
    const vast = await sharp({ create: { width: 8000, height: 5001, channels: 3, background: 'black' } })
      .png()
      .toBuffer();
    for (const picture of [PNG.subarray(0, PNG.length / 2), vast])
      expect(await write(claim.id, '', asUser(BUYER), ['a.png', picture])).toMatchObject({
        status: 400,
        body: { field: 'files' },
      });
    expect(await stored()).toEqual([]);
  });

  test('a file of more than 50 MB is refused, and so are more than five', async () => {
    const { claim } = await opened();
    const large = Buffer.concat([WAV, Buffer.alloc(50 * 1024 * 1024)]);
    expect((await write(claim.id, '', asUser(BUYER), ['long.wav', large])).status).toBe(413);
    expect((await write(claim.id, '', asUser(BUYER), ...Array<[string, Buffer]>(6).fill(['a.png', PNG]))).status).toBe(400);
    expect(await stored()).toEqual([]);
  });

  test('a list has the claims of the caller: the buyer, the seller, all for admins', async () => {
    const { claim } = await opened();
    const list = async (caller: Record<string, string>, query: object = {}) =>
      ((await request(shop.app).get('/api/claims').query(query).set(caller).expect(200)).body as { data: ClaimView[] }).data.map(
        ({ id, part }) => [id, part],
      );
    expect(await list(asUser(BUYER))).toEqual([[claim.id, 'buyer']]);
    expect(await list(asUser(SELLER))).toEqual([[claim.id, 'seller']]);
    expect(await list(asUser(STRANGER))).toEqual([]);
    expect(await list(asAdmin(3, 'viewer'))).toEqual([]);
    expect(await list(asAdmin())).toEqual([[claim.id, 'house']]);
    expect(await list(asAdmin(), { mine: 'true' })).toEqual([]);
    expect(await list(asAdmin(), { open: 'true', q: 'salt' })).toEqual([[claim.id, 'house']]);
    expect(await list(asAdmin(), { open: 'false' })).toEqual([]);
    expect(await list(asAdmin(), { state: 'answered' })).toEqual([]);
  });
});

describe('the decision', () => {
  test.each([
    ['repair', 'repaired'],
    ['refuse', 'refused'],
  ])('%s ends the claim and thaws the track once', async (outcome, state) => {
    const { claim } = await opened();
    expect(dataOf(await decide(claim.id, { outcome }).expect(200))).toMatchObject({
      state,
      decision: 'As we heard it.',
      dueAt: null,
      waits_for: null,
    });
    expect((await decide(claim.id, { outcome })).body).toMatchObject({ code: 'claim-ended' });
    expect((await write(claim.id, 'But …')).body).toMatchObject({ code: 'claim-ended' });
    expect(await emitted(shop.db.source, TrackThawed)).toHaveLength(1);
    expect(await emitted(shop.db.source, ClaimEnded)).toMatchObject([{ claimId: claim.id, state, byHouse: true }]);
  });

  test('a refund gives the whole order back and ends the claim once, however often the refund is heard of', async () => {
    const { claim, orderId } = await opened();
    expect(dataOf(await decide(claim.id, REFUND).expect(200))).toMatchObject({ state: 'refunded' });
    const [refunded] = await emitted(shop.db.source, PaymentRefunded);
    expect(refunded).toMatchObject({ orderId });
    await deliver(shop.db.source, subscriptions, PaymentRefunded(refunded!), 2);
    expect(await emitted(shop.db.source, ClaimEnded)).toHaveLength(1);
    expect(await emitted(shop.db.source, TrackThawed)).toHaveLength(1);
  });

  test('a refund that is refused leaves the claim open for another decision', async () => {
    const { claim } = await opened({ 1: 29900, 2: 29900 });
    expect((await decide(claim.id, byPaypal({ shownCents: 5 }))).body).toMatchObject({ code: 'amount-changed' });
    expect((await decide(claim.id, REFUND)).body).toMatchObject({ code: 'not-whole' });
    expect((await read(claim.id)).body).toMatchObject({ data: { state: 'open', decision: null } });
    await decide(claim.id, { outcome: 'refuse' }).expect(200);
  });

  test('money that went back another way ends the claims of the order', async () => {
    const { claim, orderId } = await opened();
    await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send({ reference: 'Wire 3' }).expect(201);
    const [refunded] = await emitted(shop.db.source, PaymentRefunded);
    await deliver(shop.db.source, subscriptions, PaymentRefunded(refunded!), 2);
    expect((await read(claim.id)).body).toMatchObject({ data: { state: 'refunded' } });
    expect(await emitted(shop.db.source, ClaimEnded)).toMatchObject([{ byHouse: false }]);
  });

  test('of two decisions at once one is made, and money goes back only if it is the refund', async () => {
    const { claim, orderId } = await opened();
    const answers = await Promise.all([decide(claim.id, REFUND), decide(claim.id, { outcome: 'refuse' }), withdraw(claim.id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    const [{ back }] = await shop.db.source.query<[{ back: number }]>(
      'SELECT count(*)::int AS back FROM refunds WHERE order_id = $1',
      [orderId],
    );
    expect(back).toBe(answers[0].status === 200 ? 1 : 0);
    expect(await emitted(shop.db.source, ClaimEnded)).toHaveLength(1);
  });

  test('support repairs, finance and owners refund and refuse, all with step-up; buyers and sellers decide nothing', async () => {
    const { claim } = await opened();
    const support = asAdmin(4, 'support');
    expect((await decide(claim.id, { outcome: 'refuse' }, support)).status).toBe(403);
    expect((await decide(claim.id, REFUND, support)).status).toBe(403);
    for (const caller of [asUser(BUYER), asUser(SELLER), asAdmin(4, 'viewer')])
      expect((await decide(claim.id, { outcome: 'repair' }, caller)).status).toBe(403);
    const before = as({ userId: 1, admin: true, role: 'owner', steppedUp: false });
    expect((await decide(claim.id, { outcome: 'repair' }, before)).body).toMatchObject({ code: 'step-up-required' });
    expect((await decide(claim.id + 1, { outcome: 'repair' })).status).toBe(404);
    expect((await decide(claim.id, { outcome: 'refund' })).body).toMatchObject({ field: 'refund' });
    expect((await decide(claim.id, { outcome: 'refuse', refund: REFUND.refund })).body).toMatchObject({ field: 'refund' });
    await decide(claim.id, { outcome: 'repair' }, support).expect(200);
  });

  test('only the buyer withdraws, and twice is once', async () => {
    const { claim } = await opened();
    expect((await withdraw(claim.id, asUser(SELLER))).status).toBe(403);
    expect((await withdraw(claim.id + 1)).status).toBe(403);
    await withdraw(claim.id).expect(200);
    await withdraw(claim.id).expect(200);
    expect(await emitted(shop.db.source, ClaimEnded)).toMatchObject([{ state: 'withdrawn', byHouse: false }]);
  });
});

describe('a decision that gives money back by PayPal', () => {
  const TWO = { 1: 29900, 2: 29900 };
  const TRACK = byPaypal({ items: [{ productId: 1 }], shownCents: 29_900 });
  const PART = byPaypal({ items: [{ productId: 1 }], amountCents: 10_000, keepLinks: true, shownCents: 10_000 });
  /** The answers to the links of an order. */
  const answers = async (orderId: number) => {
    const { body } = await request(shop.app).get(`/api/orders/${orderId}`).set(asAdmin()).expect(200);
    const { downloadLinks } = (body as { data: AdminOrderView }).data;
    return Promise.all(downloadLinks.map(async ({ url }) => (await request(shop.app).get(url).set(as())).status));
  };
  const refundEvents = () => emitted(shop.db.source, RefundDone);
  const certificate = async () => {
    const rows = await shop.db.source.query<{ kind: string }[]>(
      'SELECT kind FROM certificate_changes WHERE product_id = 1 ORDER BY id',
    );
    return rows.map(({ kind }) => kind);
  };
  const settle = async () => {
    await shop.db.source.query('UPDATE refund_requests SET next_check_at = now() WHERE next_check_at IS NOT NULL');
    await pollRefunds(shop.context);
    for (const event of await refundEvents()) await deliver(shop.db.source, subscriptions, RefundDone(event), 2);
  };
  const ends = async () => [
    (await emitted(shop.db.source, ClaimEnded)).map(({ state, byHouse }) => [state, byHouse]),
    (await emitted(shop.db.source, TrackThawed)).length,
  ];
  const ENDED_ONCE = [[['refunded', true]], 1];

  test('of the track ends it: certificate and links go, and the other track of the order stays', async () => {
    const { claim, orderId } = await opened(TWO);
    expect(dataOf(await decide(claim.id, TRACK).expect(200))).toMatchObject({
      state: 'refunded',
      refund: { state: 'done', amountCents: 29_900 },
    });
    await settle();
    expect(await ends()).toEqual(ENDED_ONCE);
    expect(await refundEvents()).toMatchObject([{ full: false, borneBy: 'sale', items: [{ productId: 1, linkEnded: true }] }]);
    expect(await certificate()).toEqual(['suspended', 'revoked']);
    expect(await answers(orderId)).toEqual([302]);
  });

  test('of an amount thaws the track: its links work and its certificate holds again', async () => {
    const { claim, orderId } = await opened(TWO);
    expect(await answers(orderId)).toEqual([409, 302]);
    expect(dataOf(await decide(claim.id, PART).expect(200))).toMatchObject({ state: 'refunded' });
    await settle();
    expect(await answers(orderId)).toEqual([302, 302]);
    expect(await ends()).toEqual(ENDED_ONCE);
    expect(await refundEvents()).toMatchObject([
      { amountCents: 10_000, items: [{ productId: 1, amountCents: 10_000, linkEnded: false }] },
    ]);
    expect(await certificate()).toEqual(['suspended', 'reinstated']);
  });

  test.each([
    ['pending at PayPal', 'pending'],
    ['of unknown outcome', 'made-but-unknown'],
  ] as const)('while it is %s the claim waits, frozen, and nothing else ends it', async (_, fault) => {
    shop.paypal.next.refund.push(fault);
    const { claim } = await opened(TWO);
    expect(dataOf(await decide(claim.id, PART).expect(200))).toMatchObject({
      state: 'open',
      decision: null,
      refund: { state: fault === 'pending' ? 'pending' : 'asked' },
    });
    await shop.db.source.query(`UPDATE buyer_claims SET refund_begun_at = now() - interval '1 day'`);
    expect((await decide(claim.id, { outcome: 'refuse' })).body).toMatchObject({ code: 'being-decided' });
    expect((await withdraw(claim.id)).body).toMatchObject({ code: 'being-decided' });
    await settle();
    if (fault === 'pending') {
      expect(await ends()).toEqual([[], 0]);
      for (const refund of shop.paypal.refunds.values()) refund.status = 'done';
      await settle();
    }
    expect(await ends()).toEqual(ENDED_ONCE);
    const { body } = await read(claim.id);
    expect(dataOf({ body })).toMatchObject({ state: 'refunded', decision: 'As we heard it.' });
    expect(body).not.toHaveProperty('data.refund');
  });

  test('that fails puts the claim back, with the reason; a later decision ends it once', async () => {
    shop.paypal.next.refund.push('pending');
    const { claim } = await opened(TWO);
    await decide(claim.id, PART).expect(200);
    for (const refund of shop.paypal.refunds.values()) refund.status = 'failed';
    await settle();
    expect((await read(claim.id, asAdmin())).body).toMatchObject({
      data: { state: 'open', refund: { state: 'failed', failure: expect.stringContaining('no money has moved') as string } },
    });
    expect(await ends()).toEqual([[], 0]);
    await decide(claim.id, TRACK).expect(200);
    await settle();
    expect(await ends()).toEqual(ENDED_ONCE);
  });

  test('that PayPal refuses is told to the admin, and a buyer who then takes the report back ends it alone', async () => {
    shop.paypal.next.refund.push({ issue: 'TRANSACTION_DISPUTED' });
    const { claim } = await opened();
    expect((await decide(claim.id, PART)).body).toMatchObject({ code: 'disputed' });
    await withdraw(claim.id).expect(200);
    expect(await ends()).toEqual([[['withdrawn', false]], 1]);
  });

  test('a track that goes back from the page of the order ends its claim, and that of another track stays open', async () => {
    const { claim, orderId } = await opened(TWO);
    const otherClaim = dataOf(await report(orderId, { ...REPORT, productId: 2 }).expect(201));
    const refund = { key: 'k'.repeat(16), reason: 'Agreed', items: [{ productId: 1 }], shownCents: 29_900 };
    await request(shop.app).post(`/api/orders/${orderId}/refunds`).set(asAdmin()).send(refund).expect(201);
    await settle();
    expect((await read(claim.id)).body).toMatchObject({ data: { state: 'refunded' } });
    expect((await read(otherClaim.id)).body).toMatchObject({ data: { state: 'open' } });
    expect(await ends()).toEqual([[['refunded', false]], 1]);
  });
});

describe('clocks', () => {
  const due = async () => (await emitted(shop.db.source, ClaimAnswerDue)).map(({ waitsFor, late }) => [waitsFor, late]);
  const dueTimes = async (id: number) => {
    const [row] = await shop.db.source.query<[{ seller: Date; house: Date }]>(
      'SELECT seller_due_at AS seller, house_due_at AS house FROM buyer_claims WHERE id = $1',
      [id],
    );
    return row;
  };
  const hours = (at: Date, more: number) => new Date(at.getTime() + more * 3_600_000);

  test('each promise is reminded of once a day before, and once when it is late, by several replicas at once', async () => {
    const { claim } = await opened();
    const { seller, house } = await dueTimes(claim.id);
    await remindOfClaims(shop.db.source, hours(seller, -25));
    expect(await due()).toEqual([]);
    const at = async (now: Date) => void (await Promise.all([1, 2, 3].map(() => remindOfClaims(shop.db.source, now))));
    await at(hours(seller, -23));
    await at(hours(seller, 1));
    await at(hours(house, -1));
    await at(hours(house, 1));
    expect(await due()).toEqual([
      ['seller', false],
      ['seller', true],
      ['house', false],
      ['house', true],
    ]);
  });

  test('who has answered is reminded no more, and nobody of a claim that has ended', async () => {
    const { claim } = await opened();
    const { seller, house } = await dueTimes(claim.id);
    await write(claim.id, 'It opens here.', asUser(SELLER)).expect(201);
    await remindOfClaims(shop.db.source, hours(seller, 1));
    expect(await due()).toEqual([]);
    await decide(claim.id, { outcome: 'refuse' }).expect(200);
    await remindOfClaims(shop.db.source, hours(house, 1));
    expect(await due()).toEqual([]);
  });

  test('a year after its end a claim loses its messages and files, and stays with its order', async () => {
    const { claim } = await opened();
    await write(claim.id, 'Hear it.', asUser(BUYER), ['kick.wav', WAV]).expect(201);
    await decide(claim.id, { outcome: 'repair' }).expect(200);
    await forgetOldClaims(shop.db.source.manager);
    expect((await read(claim.id)).body).toMatchObject({ data: { messageCount: 2 } });
    await shop.db.source.query(`UPDATE buyer_claims SET ended_at = now() - interval '366 days'`);
    await forgetOldClaims(shop.db.source.manager);
    expect((await read(claim.id)).body).toMatchObject({ data: { state: 'repaired', messages: [] } });
    expect(await stored()).toHaveLength(1);
    await removeStrayFiles(shop.context);
    expect(await stored()).toEqual([]);
  });
});

describe('a person who is erased', () => {
  const erase = (userId: number, email: string) =>
    deliver(shop.db.source, subscriptions, UserDeleted({ userId, version: 9, email, formerEmails: [], words: [] }), 2);

  test('as a buyer: an open claim is withdrawn, its track thaws once, and the thread goes with all its files', async () => {
    const { claim } = await opened();
    await write(claim.id, 'Hear it.', asUser(BUYER), ['kick.wav', WAV]).expect(201);
    await write(claim.id, 'We hear it.', asAdmin()).expect(201);
    await erase(BUYER, 'buyer@example.com');
    expect((await read(claim.id, asAdmin())).body).toMatchObject({ data: { state: 'withdrawn', messages: [] } });
    expect(await emitted(shop.db.source, TrackThawed)).toHaveLength(1);
    await removeStrayFiles(shop.context);
    expect(await stored()).toEqual([]);
  });

  test('as a seller: what they wrote goes, the claim and the others’ words stay', async () => {
    const { claim } = await opened();
    await write(claim.id, 'Not my fault.', asUser(SELLER), ['proof.png', PNG]).expect(201);
    await erase(SELLER, 'seller@example.com');
    expect((await read(claim.id)).body).toMatchObject({ data: { state: 'answered', messages: [{ from: 'buyer' }] } });
    await removeStrayFiles(shop.context);
    expect(await stored()).toEqual([]);
  });

  test('has claims and messages in the copy of their own data', async () => {
    const { claim } = await opened();
    await write(claim.id, 'It opens here.', asUser(SELLER), ['proof.png', PNG]).expect(201);
    const partsOf = async (userId: number) => {
      await deliver(shop.db.source, subscriptions, PersonalDataRequested({ userId, exportId: userId, addresses: [] }));
      const pages = await emitted(shop.db.source, PersonalDataGathered);
      return JSON.parse(
        pages
          .filter((page) => page.userId === userId)
          .map(({ part }) => part)
          .join(''),
      ) as object;
    };
    expect(await partsOf(BUYER)).toMatchObject({
      claims: [{ id: claim.id, reason: 'files-broken', state: 'answered' }],
      claim_messages: [{ text: 'The stems do not open.' }],
    });
    expect(await partsOf(SELLER)).toMatchObject({ claims: [], claim_messages: [{ files: [{ name: 'proof.png' }] }] });
  });
});

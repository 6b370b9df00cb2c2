import { randomUUID } from 'node:crypto';
import {
  AdminActed,
  DisputeChanged,
  MailSent,
  PaymentNeedsReview,
  RefundDone,
  TrackFrozen,
  TrackThawed,
} from '@shop/contracts/events';
import type { DisputeView } from '@shop/contracts/views';
import * as documents from '@shop/documents';
import { as, asAdmin, deliver, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import type { ProviderDispute } from '../payments/payment-gateway';
import { subscriptions } from '../subscriptions';
import { bought, putTrackOnSale, useShop } from '../testing/orders-app';
import { heedReported, lookAtDisputes } from './look-at-disputes';

jest.mock('@shop/documents', () => {
  const real = jest.requireActual<typeof documents>('@shop/documents');
  return { ...real, renderRecord: jest.fn(real.renderRecord) };
});

const shop = useShop();
let events = 0;
beforeEach(() => putTrackOnSale(shop));

const MORNING = Math.floor(Date.now() / 1000) * 1000 - 4 * 3_600_000;
/** So many days after the dispute of the tests was opened, which was this morning. */
const after = (days: number, hours = 0) => new Date(MORNING + (24 * days + hours) * 3_600_000);

const aDispute = (captureId: string, news: Partial<ProviderDispute> = {}): ProviderDispute => ({
  id: 'PP-D-1',
  captureId,
  customId: null,
  amountCents: 31_395,
  currency: 'USD',
  reason: 'MERCHANDISE_OR_SERVICE_NOT_AS_DESCRIBED',
  stage: 'CHARGEBACK',
  status: 'WAITING_FOR_SELLER_RESPONSE',
  dueAt: after(10),
  openedAt: after(0),
  updatedAt: after(0),
  actions: ['provide-evidence', 'accept-claim'],
  outcome: null,
  movements: [],
  ourTexts: [],
  ...news,
});
const LOST = { status: 'RESOLVED', outcome: 'RESOLVED_BUYER_FAVOUR', actions: [], dueAt: null };
const WON = { ...LOST, outcome: 'RESOLVED_SELLER_FAVOUR' };
const LATER = { updatedAt: after(5) };

const send = (body: object) =>
  request(shop.app)
    .post('/api/orders/paypal/webhook')
    .set(as({ address: '192.0.2.1' }))
    .send(body);
/** PayPal shows a dispute so, and tells of it. */
async function handle(dispute: ProviderDispute, type = 'UPDATED', id = `WH-D-${(events += 1)}`) {
  shop.paypal.disputes.known.set(dispute.id, dispute);
  return send({ id, event_type: `CUSTOMER.DISPUTE.${type}`, resource: { dispute_id: dispute.id } });
}
const refunded = (captureId: string, value: string, refundId = 'R-1') =>
  send({
    id: `WH-${refundId}-${value}`,
    event_type: 'PAYMENT.CAPTURE.REFUNDED',
    create_time: after(5, 1).toISOString(),
    resource: {
      id: refundId,
      amount: { currency_code: 'USD', value },
      links: [{ rel: 'up', href: `https://api-m.paypal.com/v2/payments/captures/${captureId}` }],
    },
  });
const disputed = async () => {
  const created = await bought(shop, 7);
  const captureId = `CAP-${created.id}`;
  expect((await handle(aDispute(captureId), 'CREATED')).status).toBe(200);
  return { orderId: created.orderId, captureId };
};
const read = async (id = 'PP-D-1') =>
  ((await request(shop.app).get(`/api/disputes/${id}`).set(asAdmin()).expect(200)).body as { data: DisputeView }).data;
const act = (action: string, body: object = {}, admin = asAdmin()) =>
  request(shop.app)
    .post(`/api/disputes/PP-D-1/${action}`)
    .set(admin)
    .send({ key: randomUUID(), note: 'The files were downloaded twice.', ...body });
const counts = async () => ({
  frozen: (await emitted(shop.db.source, TrackFrozen)).length,
  thawed: (await emitted(shop.db.source, TrackThawed)).length,
});
const refundsWereBefore = () => shop.db.source.query('UPDATE refunds SET refunded_at = $1', [after(-29)]);
const moveClock = (interval: string) =>
  shop.db.source.query(
    `WITH moved AS (UPDATE dispute_acts SET asked_at = asked_at - $1::interval) UPDATE disputes SET next_look_at = next_look_at - $1::interval`,
    [interval],
  );

describe('news of PayPal', () => {
  test('an opened dispute freezes the tracks and is told once, however often PayPal says so', async () => {
    const { orderId } = await disputed();
    expect((await handle(shop.paypal.disputes.known.get('PP-D-1')!, 'CREATED', 'WH-again')).status).toBe(200);
    expect(await counts()).toEqual({ frozen: 1, thawed: 0 });
    expect(await emitted(shop.db.source, DisputeChanged)).toMatchObject([
      { disputeId: 'PP-D-1', version: 1, orderId, buyerId: 7, change: 'opened', dueAt: after(10).toISOString() },
    ]);
    expect(await read()).toMatchObject({ orderId, frozen: true, actions: ['provide-evidence', 'accept-claim'], back_cents: 0 });
  });

  test('the newest news wins: an older one that comes late changes nothing', async () => {
    const { captureId } = await disputed();
    await handle(aDispute(captureId, { ...WON, ...LATER }), 'RESOLVED');
    await handle(aDispute(captureId), 'UPDATED');
    expect(await read()).toMatchObject({ status: 'RESOLVED', frozen: false });
    expect(await counts()).toEqual({ frozen: 1, thawed: 1 });
    expect((await emitted(shop.db.source, DisputeChanged)).map(({ change }) => change)).toEqual(['opened', 'resolved']);
  });

  test('one that PayPal opens again freezes again, and thaws again', async () => {
    const { captureId } = await disputed();
    await handle(aDispute(captureId, { ...WON, ...LATER }), 'RESOLVED');
    await handle(aDispute(captureId, { updatedAt: after(6), status: 'UNDER_REVIEW' }));
    expect(await counts()).toEqual({ frozen: 2, thawed: 1 });
    await handle(aDispute(captureId, { ...WON, updatedAt: after(7) }), 'RESOLVED');
    expect(await counts()).toEqual({ frozen: 2, thawed: 2 });
  });

  test('a payment that no order fits is told to the operator; one of another shop is not', async () => {
    expect((await handle(aDispute('CAP-X'), 'CREATED')).status).toBe(200);
    expect((await handle(aDispute('CAP-Y', { id: 'PP-D-2', customId: 'another-shop' }), 'CREATED')).status).toBe(200);
    expect(await emitted(shop.db.source, DisputeChanged)).toMatchObject([{ disputeId: 'PP-D-1', orderId: null }]);
    expect(await counts()).toEqual({ frozen: 0, thawed: 0 });
  });

  test('while PayPal cannot be asked, its webhook comes again', async () => {
    shop.paypal.disputes.away = true;
    expect((await handle(aDispute('CAP-X'), 'CREATED')).status).toBe(503);
  });

  test('lost news is found by the nightly list, and by a look every few hours', async () => {
    const { captureId } = await disputed();
    shop.paypal.disputes.known.set('PP-D-1', aDispute(captureId, { ...WON, ...LATER }));
    const listed = { id: 'PP-D-1', captureId, amountCents: 31_395, reason: '', at: new Date() };
    await heedReported(shop.context, [{ ...listed, open: true }]);
    expect(await read()).toMatchObject({ frozen: true });
    await heedReported(shop.context, [{ ...listed, open: false }]);
    expect(await read()).toMatchObject({ frozen: false, outcome: 'RESOLVED_SELLER_FAVOUR' });
    shop.paypal.disputes.known.set('PP-D-1', aDispute(captureId, { updatedAt: after(6) }));
    await heedReported(shop.context, [{ ...listed, open: true }]);
    shop.paypal.disputes.known.set('PP-D-1', aDispute(captureId, { ...WON, updatedAt: after(7) }));
    await lookAtDisputes(shop.context);
    expect(await read()).toMatchObject({ frozen: true });
    await moveClock('7 hours');
    await lookAtDisputes(shop.context);
    expect(await read()).toMatchObject({ frozen: false });
  });
});

describe('a lost dispute', () => {
  test('stays frozen until the refund that PayPal makes is booked, once', async () => {
    const { captureId } = await disputed();
    await handle(aDispute(captureId, { ...LOST, ...LATER }), 'RESOLVED');
    expect(await read()).toMatchObject({ frozen: true, back_cents: 0 });
    expect((await refunded(captureId, '313.95')).status).toBe(200);
    expect((await refunded(captureId, '313.95')).status).toBe(200);
    expect(await read()).toMatchObject({ frozen: false, back_cents: 31_395 });
    expect(await emitted(shop.db.source, RefundDone)).toHaveLength(1);
    expect(await counts()).toEqual({ frozen: 1, thawed: 1 });
  });

  test('the refund may come first; a part of the payment asks no admin to look', async () => {
    const { captureId } = await disputed();
    shop.paypal.state.back.set(captureId, { cents: 10_000 });
    await refunded(captureId, '100.00');
    expect(await read()).toMatchObject({ frozen: true, back_cents: 10_000 });
    await handle(aDispute(captureId, { ...LOST, ...LATER }), 'RESOLVED');
    expect(await read()).toMatchObject({ frozen: false });
    expect(await emitted(shop.db.source, RefundDone)).toMatchObject([{ amountCents: 10_000, full: false }]);
    expect(await emitted(shop.db.source, PaymentNeedsReview)).toEqual([]);
  });

  test('a refund whose news is lost is booked by what the capture shows, and its late news books nothing more', async () => {
    const { captureId } = await disputed();
    await handle(aDispute(captureId, { ...LOST, ...LATER }), 'RESOLVED');
    await moveClock('1 hour');
    await lookAtDisputes(shop.context);
    expect(await read()).toMatchObject({ frozen: false, back_cents: 31_395 });
    await refunded(captureId, '313.95');
    expect(await emitted(shop.db.source, RefundDone)).toHaveLength(1);
  });

  test('one that is opened again and lost again waits for a refund of its own', async () => {
    const { captureId } = await disputed();
    shop.paypal.state.back.set(captureId, { cents: 10_000 });
    await refunded(captureId, '100.00');
    await handle(aDispute(captureId, { ...LOST, ...LATER }), 'RESOLVED');
    expect(await read()).toMatchObject({ frozen: false, back_cents: 10_000 });
    await handle(aDispute(captureId, { updatedAt: after(6), status: 'UNDER_REVIEW' }));
    await handle(aDispute(captureId, { ...LOST, updatedAt: after(7) }), 'RESOLVED');
    expect(await read()).toMatchObject({ frozen: true, back_cents: 0 });
    await refundsWereBefore();
    await moveClock('1 hour');
    await lookAtDisputes(shop.context);
    expect(await read()).toMatchObject({ frozen: true, back_cents: 0 });
    shop.paypal.state.back.set(captureId, { cents: 31_395 });
    await refunded(captureId, '213.95', 'R-2');
    expect(await read()).toMatchObject({ frozen: false, back_cents: 21_395 });
    expect(await counts()).toEqual({ frozen: 2, thawed: 2 });
  });

  test('money that went back before it ends no freeze, until none has come for three days', async () => {
    const { captureId } = await disputed();
    shop.paypal.state.back.set(captureId, { cents: 10_000 });
    await refunded(captureId, '100.00');
    await refundsWereBefore();
    await shop.db.source.query('UPDATE disputes SET back_cents = 0');
    await handle(aDispute(captureId, { ...LOST, ...LATER }), 'RESOLVED');
    await moveClock('1 hour');
    await lookAtDisputes(shop.context);
    expect(await read()).toMatchObject({ frozen: true });
    await shop.db.source.query(`UPDATE disputes SET updated_at = now() - interval '73 hours', next_look_at = now()`);
    shop.paypal.disputes.known.set('PP-D-1', {
      ...aDispute(captureId, { ...LOST }),
      updatedAt: new Date(Date.now() - 73 * 3_600_000),
    });
    await lookAtDisputes(shop.context);
    expect(await read()).toMatchObject({ frozen: false });
  });

  test('fees and money held are kept and shown', async () => {
    const { captureId } = await disputed();
    const movements = [{ kind: 'DISPUTE_FEE', party: 'SELLER', amountCents: -1500, currency: 'USD', at: null }];
    await handle(aDispute(captureId, { ...LATER, movements }));
    await handle(aDispute(captureId, { ...LATER, movements }));
    expect((await read()).movements).toEqual(movements);
    expect(await read()).toMatchObject({ fee_cents: 1500 });
    expect((await emitted(shop.db.source, DisputeChanged)).map(({ feeCents }) => feeCents)).toEqual([0, 1500]);
  });

  test("a fee is the shop's, in its currency, less what PayPal gave back; one that an older release did not announce is", async () => {
    const { captureId } = await disputed();
    const fee = (kind: string, amountCents: number, over: object = {}) => ({
      ...{ kind, party: 'SELLER', amountCents, currency: 'USD', at: null },
      ...over,
    });
    const movements = [
      fee('DISPUTE_SETTLEMENT', -31_395),
      fee('CHARGEBACK_FEE', -2000),
      fee('CHARGEBACK_FEE', 500),
      fee('DISPUTE_FEE', -100, { currency: 'EUR' }),
      fee('DISPUTE_FEE', -100, { party: 'BUYER' }),
    ];
    await handle(aDispute(captureId, { ...LATER, movements }));
    expect(await read()).toMatchObject({ fee_cents: 1500 });
    await shop.db.source.query('UPDATE disputes SET fee_cents = 0, next_look_at = now()');
    await lookAtDisputes(shop.context);
    expect((await emitted(shop.db.source, DisputeChanged)).map(({ feeCents }) => feeCents)).toEqual([0, 1500, 1500]);
  });
});

describe('acts', () => {
  test('evidence goes with its papers and our number; the same key sends nothing again', async () => {
    const { orderId } = await disputed();
    const key = randomUUID();
    const form = { key, papers: ['contract', 'sale'] };
    expect((await act('provide-evidence', form)).status).toBe(200);
    expect((await act('provide-evidence', form)).status).toBe(200);
    const [sent, ...others] = shop.paypal.disputes.acts;
    expect(others).toEqual([]);
    expect(sent?.note).toMatch(/^The files were downloaded twice\. \[Ref\. A\d+\]$/);
    expect(sent?.files.map(({ type, name }) => [type, name])).toEqual([
      ['COPY_OF_CONTRACT', `contract-${orderId}-1.pdf`],
      ['PROOF_FOR_SOFTWARE_OR_SERVICE_DELIVERED', `sale-${orderId}.pdf`],
    ]);
    expect(sent?.files.every(({ pdf }) => pdf.subarray(0, 5).toString() === '%PDF-')).toBe(true);
    expect((await read()).acts).toMatchObject([{ action: 'provide-evidence', state: 'done', papers: ['contract', 'sale'] }]);
    expect(await emitted(shop.db.source, AdminActed)).toMatchObject([{ action: 'dispute.act' }]);
  });

  test('after a lost answer the shop finds its own evidence, and sends nothing twice', async () => {
    await disputed();
    shop.paypal.disputes.next.push('done-but-unknown');
    const first = await act('provide-evidence', { papers: ['sale'] });
    expect(first.status).toBe(202);
    expect((first.body as { data: DisputeView }).data.acts).toMatchObject([{ state: 'asked' }]);
    await moveClock('61 seconds');
    await lookAtDisputes(shop.context);
    expect((await read()).acts).toMatchObject([{ state: 'done' }]);
    expect(shop.paypal.disputes.acts).toHaveLength(1);
  });

  test('evidence that PayPal does not show keeps the next away for two minutes, then it may be sent again', async () => {
    await disputed();
    shop.paypal.disputes.next.push('unknown');
    expect((await act('provide-evidence')).status).toBe(202);
    expect(await act('provide-evidence')).toMatchObject({ status: 409, body: { code: 'under-way' } });
    await moveClock('3 minutes');
    expect((await act('provide-evidence')).status).toBe(200);
    expect((await read()).acts).toMatchObject([
      { state: 'failed', failure: expect.stringContaining('lost on its way') },
      { state: 'done' },
    ]);
    expect(shop.paypal.disputes.acts).toHaveLength(1);
  });

  test('what PayPal does not link is refused with a sentence, and so is what PayPal refuses', async () => {
    await disputed();
    expect(await act('escalate')).toMatchObject({ status: 409, body: { code: 'not-offered' } });
    shop.paypal.disputes.next.push({ issue: 'INSUFFICIENT_FUNDS' });
    const refused = await act('accept-claim');
    expect(refused).toMatchObject({ status: 409, body: { code: 'refused' } });
    expect((refused.body as { message: string }).message).toContain('Add money');
    expect((await act('accept-claim', { papers: ['sale'] })).status).toBe(400);
    expect((await act('make-offer')).status).toBe(400);
    expect((await act('accept-claim', {}, as({ userId: 1, admin: true, role: 'owner', steppedUp: false }))).status).toBe(403);
  });

  test('the record of the sale says when files were downloaded, and which mails went to the buyer', async () => {
    const { orderId } = await disputed();
    await shop.db.source.query(
      `INSERT INTO order_deliveries (order_id, at, product_id, project) VALUES ($1, '2026-11-03T10:00:00Z', 1, false), ($1, now(), 1, true)`,
      [orderId],
    );
    const occurredAt = '2026-11-02T08:30:00.000Z';
    const mail = (kind: string, mailId: string, order = [orderId]) =>
      deliver(shop.db.source, subscriptions, { ...MailSent({ mailId, kind, concerns: { order }, attempts: 1 }), occurredAt }, 2);
    await mail('order', randomUUID());
    await mail('sale-notice', randomUUID());
    await mail('order', randomUUID(), [orderId, orderId + 1]);
    await request(shop.app).get('/api/disputes/PP-D-1/evidence/sale.pdf').set(asAdmin()).expect(200);
    const [{ sections }] = jest.mocked(documents.renderRecord).mock.lastCall!;
    const textsOf = (heading: string) => sections.find((section) => section.heading === heading)?.rows.map(({ text }) => text);
    const name = textsOf('Downloads')![0]!;
    expect(textsOf('Downloads')).toEqual([name, `${name}, the project`]);
    expect(sections.find(({ heading }) => heading === 'Downloads')?.rows[0]?.label).toBe('3 Nov 2026, 13:00 (Moscow time)');
    const mails = sections.find(({ heading }) => heading === 'Mails to the buyer, as the mail server took them');
    expect(mails?.rows).toEqual([{ label: '2 Nov 2026, 11:30 (Moscow time)', text: 'Download links and contract' }]);
  });

  test('the papers can be read before they are sent', async () => {
    const { orderId } = await disputed();
    expect((await read()).evidence.map(({ name }) => name)).toContain(`sale-${orderId}.pdf`);
    const paper = (name: string) => request(shop.app).get(`/api/disputes/PP-D-1/evidence/${name}.pdf`).set(asAdmin());
    expect((await paper('sale').expect(200)).headers['content-type']).toBe('application/pdf');
    expect((await paper('claim')).status).toBe(404);
  });

  test('the list finds a dispute by its id or its order, and leaves out what is resolved', async () => {
    const { orderId, captureId } = await disputed();
    const list = async (query: string) =>
      ((await request(shop.app).get(`/api/disputes?${query}`).set(asAdmin()).expect(200)).body as { data: { id: string }[] })
        .data;
    expect(await list(`q=%23${orderId}&open=true`)).toMatchObject([{ id: 'PP-D-1', orderId }]);
    await handle(aDispute(captureId, { ...WON, ...LATER }), 'RESOLVED');
    expect(await list('open=true')).toEqual([]);
    expect(await list('q=pp-d-1')).toHaveLength(1);
  });
});

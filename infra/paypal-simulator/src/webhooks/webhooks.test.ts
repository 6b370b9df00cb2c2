import { createVerify, X509Certificate } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import { startPaypalSimulator, type PaypalSimulator } from '../index';
import { anEar, aShop, until } from '../testing/shop';

let simulator: PaypalSimulator;
let shop: Awaited<ReturnType<typeof aShop>>;
let ear: Awaited<ReturnType<typeof anEar>>;

async function start(statuses: number[] = []) {
  ear = await anEar(statuses);
  simulator = await startPaypalSimulator({ webhookUrl: ear.url, webhookRetryMs: [20, 40] });
  shop = await aShop(simulator);
}
afterEach(async () => {
  await simulator.close();
  await ear.close();
});

it('tells the shop of approval, payment and refund', async () => {
  await start();
  const { orderId, captureId } = await shop.paidOrder();
  const refund = await shop.refund(captureId);
  await until(() => ear.heard.length === 3);

  const resources = new Map(ear.heard.map(({ event }) => [event.event_type, event.resource]));
  expect(resources.get('CHECKOUT.ORDER.APPROVED')).toMatchObject({ id: orderId, status: 'APPROVED' });
  expect(resources.get('PAYMENT.CAPTURE.COMPLETED')).toMatchObject({
    id: captureId,
    status: 'COMPLETED',
    custom_id: 'order-7f3c',
    supplementary_data: { related_ids: { order_id: orderId } },
  });
  expect(resources.get('PAYMENT.CAPTURE.REFUNDED')).toMatchObject({ id: refund.body.id, status: 'COMPLETED' });
  const up = resources.get('PAYMENT.CAPTURE.REFUNDED')!.links.find(({ rel }) => rel === 'up');
  expect(up?.href).toBe(`${simulator.url}/v2/payments/captures/${captureId}`);
});

it.each(['complete', 'deny'] as const)('tells of a pending payment, and when PayPal decides to %s it', async (decision) => {
  await start();
  simulator.control.addFault({ operation: 'capture', fault: 'pending' });
  const { captureId } = await shop.paidOrder();
  await fetch(`${simulator.url}/sim/captures/${captureId}/${decision}`, { method: 'POST' });
  await until(() => ear.heard.length === 3);

  const decided = decision === 'complete' ? 'PAYMENT.CAPTURE.COMPLETED' : 'PAYMENT.CAPTURE.DENIED';
  expect(ear.types().sort()).toEqual(['CHECKOUT.ORDER.APPROVED', 'PAYMENT.CAPTURE.PENDING', decided].sort());
});

it('retries until the shop answers with 2xx, each time signed anew', async () => {
  await start([500, 503]);
  await shop.approvedOrder();
  await until(() => simulator.control.ledger().webhooks[0]?.delivered === true);

  expect(ear.types()).toEqual(Array(3).fill('CHECKOUT.ORDER.APPROVED'));
  expect(new Set(ear.heard.map(({ event }) => event.id)).size).toBe(1);
  expect(new Set(ear.heard.map(({ headers }) => headers['paypal-transmission-id'])).size).toBe(3);
  expect(simulator.control.ledger().webhooks[0]!.attempts.map(({ status }) => status)).toEqual([500, 503, 200]);
});

it('gives up when the retries are used up, and sends again on request', async () => {
  await start([500, 500, 500]);
  await shop.approvedOrder();
  const [record] = simulator.control.ledger().webhooks;
  await until(() => record!.attempts.length === 3);
  await new Promise((resolve) => setTimeout(resolve, 100));
  expect(record).toMatchObject({ delivered: false, attempts: { length: 3 } });

  const replay = (id: string) => fetch(`${simulator.url}/sim/webhooks/replay/${id}`, { method: 'POST' });
  expect(await (await replay(record!.event.id)).json()).toMatchObject({ delivered: true });
  await replay(record!.event.id);
  expect(ear.heard).toHaveLength(5);
  expect((await replay('WH-NONE')).status).toBe(404);
});

it('delivers what happened before the shop could hear it, also over a restart', async () => {
  await start();
  const folder = await mkdtemp(join(tmpdir(), 'paypal-simulator-'));
  const stateFile = join(folder, 'state.json');
  const deaf = await startPaypalSimulator({ stateFile });
  await (await aShop(deaf)).approvedOrder();
  await deaf.close();

  const hearing = await startPaypalSimulator({ stateFile });
  hearing.setWebhookUrl(ear.url);
  await until(() => ear.types().includes('CHECKOUT.ORDER.APPROVED'));
  await hearing.close();
  await rm(folder, { recursive: true });
});

describe('a signature', () => {
  const posted = ({ headers, raw }: (typeof ear.heard)[number], changes: Record<string, unknown> = {}) => {
    const fields = {
      auth_algo: headers['paypal-auth-algo'],
      cert_url: headers['paypal-cert-url'],
      transmission_id: headers['paypal-transmission-id'],
      transmission_sig: headers['paypal-transmission-sig'],
      transmission_time: headers['paypal-transmission-time'],
      webhook_id: simulator.webhookId,
      ...changes,
    };
    return `${JSON.stringify(fields).slice(0, -1)},"webhook_event":${raw}}`;
  };
  const verify = (body: string) => shop.call('POST', '/v1/notifications/verify-webhook-signature', body);

  beforeEach(async () => {
    await start();
    await shop.approvedOrder();
    await until(() => ear.heard.length === 1);
  });

  it('is good for what PayPal sent', async () => {
    expect(await verify(posted(ear.heard[0]!))).toMatchObject({ status: 200, body: { verification_status: 'SUCCESS' } });
  });

  it('can be checked with the certificate it names, without asking PayPal', async () => {
    const { headers, raw } = ear.heard[0]!;
    const pem = await (await fetch(String(headers['paypal-cert-url']))).text();
    const text = [
      headers['paypal-transmission-id'],
      headers['paypal-transmission-time'],
      simulator.webhookId,
      crc32(Buffer.from(raw)),
    ].join('|');
    const signature = Buffer.from(String(headers['paypal-transmission-sig']), 'base64');
    expect(createVerify('sha256').update(text).verify(new X509Certificate(pem).publicKey, signature)).toBe(true);
  });

  it('is bad for a tampered body, another time or another webhook', async () => {
    const [genuine] = ear.heard;
    const tampered = { ...genuine!, raw: genuine!.raw.replace('208.95', '0.01') };
    expect(tampered.raw).not.toBe(genuine!.raw);
    expect((await verify(posted(tampered))).body.verification_status).toBe('FAILURE');
    expect((await verify(posted(genuine!, { transmission_time: '2020-01-01T00:00:00Z' }))).body.verification_status).toBe(
      'FAILURE',
    );
    expect((await verify(posted(genuine!, { webhook_id: 'WH-OTHER' }))).body.verification_status).toBe('FAILURE');
    expect((await verify(posted(genuine!, { transmission_sig: 'bm90IGEgc2lnbmF0dXJl' }))).body.verification_status).toBe(
      'FAILURE',
    );
  });

  it('cannot be checked with a field missing', async () => {
    expect(await verify(posted(ear.heard[0]!, { transmission_sig: undefined }))).toMatchObject({
      status: 400,
      issue: 'MISSING_REQUIRED_PARAMETER',
    });
  });
});

import { randomBytes } from 'node:crypto';
import { totalsOf } from '@shop/contracts/pricing';
import * as gateway from '@shop/gateway';
import { startMailInbox, type MailInbox } from '@shop/mail-inbox';
import { startPaypalSimulator, type PaypalSimulator } from '@shop/paypal-simulator';
import { readConfig } from '@shop/runtime';
import { asUser, eventually, testLog, testPrivateKey, testPublicKey, testServerUrl } from '@shop/runtime/testing';
import { Client } from 'pg';
import { ensureDatabases } from '../postgres/databases';
import { findRabbitmq } from '../programs/rabbitmq';
import type { Rabbitmq } from '../programs/rabbitmq-server';
import { freePort } from '../run-command';
import { startServiceProcess, type ServiceProcess } from './service-process';

const PRICE_CENTS = 299_00;
const TOTAL_CENTS = totalsOf([{ priceCents: PRICE_CENTS, includeProject: false, hasProject: false }]).totalCents;

type Answer = { status: number; body: Record<string, unknown> };
export type CheckoutRig = Awaited<ReturnType<typeof openCheckoutRig>>;

/**
 * Starts two replicas of orders, and notifications, as real processes, with real Postgres and RabbitMQ, the PayPal simulator and the mail
 * inbox, so that each part can be cut off at any moment.
 */
export async function openCheckoutRig() {
  const installation = await findRabbitmq({ own: true });
  if ('missing' in installation) throw new Error(installation.missing);
  const rabbitmq: Rabbitmq = await installation.start();
  const suffix = randomBytes(4).toString('hex');
  const names = [`orders_${suffix}`, `notifications_${suffix}`] as const;
  const urls = await ensureDatabases(testServerUrl(), names);
  const paypal: PaypalSimulator = await startPaypalSimulator({ webhookRetryMs: [300, 1000, 3000] });
  const inbox: MailInbox = await startMailInbox();

  const shared = {
    AMQP_URL: rabbitmq.url,
    INTERNAL_JWT_PUBLIC_KEYS: testPublicKey,
    PUBLIC_URL: 'http://shop.example',
    RATE_LIMIT_SCALE: '10000',
    DOWNLOAD_KEY: 'a-download-key-for-the-tests',
    DELIVERY_KEY: 'a-delivery-key-for-the-tests',
    CERTIFICATE_KEY: Buffer.alloc(32, 7).toString('base64'),
    SMTP_URL: inbox.smtpUrl,
    PAYPAL_CLIENT_ID: paypal.clientId,
    PAYPAL_CLIENT_SECRET: paypal.secret,
    PAYPAL_WEBHOOK_ID: paypal.webhookId,
    PAYPAL_API_URL: paypal.url,
    PAYPAL_TIMEOUT_MS: '2000',
    PAYPAL_WITHIN_MS: '2500',
    COMPLETER_EVERY_MS: '500',
    CAPTURE_LEASE_MS: '3000',
  };
  const orders = (): Promise<ServiceProcess> => startServiceProcess('orders', { ...shared, ...urls[names[0]]! });
  const [first, second, notifications] = await Promise.all([
    orders(),
    orders(),
    startServiceProcess('notifications', { ...shared, ...urls[names[1]]! }),
  ]);
  const door = await openDoor(first.url);
  paypal.setWebhookUrl(`${door.url}/api/orders/paypal/webhook`);

  const db = new Client({ connectionString: urls[names[0]]!.DATABASE_URL });
  await db.connect();

  return {
    replicas: [first, second] as [ServiceProcess, ServiceProcess],
    notifications,
    paypal,
    inbox,
    rabbitmq,
    db,
    call: (method: string, url: string, userId: number, body?: unknown) => call(method, url, userId, body),

    /** Puts a track on sale in orders' copy. */
    async putOnSale(productId: number) {
      await db.query(
        `INSERT INTO product_copies (product_id, version, name, category, img, price_cents, store_name, download_link)
         VALUES ($1, 1, $2, 'Techno', '/media/catalog/x.webp', $3, 'Ghostline', 'https://www.dropbox.com/x')`,
        [productId, `Track ${productId}`, PRICE_CENTS],
      );
    },
    /** Creates an order. Orders knows the buyer's account, as from identity's events. */
    async create(replica: ServiceProcess, userId: number, productId: number) {
      await db.query(
        `INSERT INTO buyers (user_id, version, name, last_name, email) VALUES ($1, 1, 'Robin', 'Vale', $2) ON CONFLICT DO NOTHING`,
        [userId, mailOf(userId)],
      );
      return call('POST', `${replica.url}/api/orders/paypal/create`, userId, {
        cartItems: [{ id: productId }],
        projectSelections: {},
        customer_info: { firstName: 'Robin', lastName: 'Vale', email: mailOf(userId), country: 'Germany' },
        total_amount: TOTAL_CENTS / 100,
        userId,
      });
    },
    capture: (replica: ServiceProcess, userId: number, orderID: string) =>
      call('POST', `${replica.url}/api/orders/paypal/capture`, userId, { orderID, userId }),
    approve: (paypalOrderId: string) => paypal.control.approve(paypalOrderId),

    /** The payment state of the order with this PayPal order. */
    async stateOf(paypalOrderId: string): Promise<string | undefined> {
      const { rows } = await db.query<{ payment_state: string }>('SELECT payment_state FROM orders WHERE paypal_order_id = $1', [
        paypalOrderId,
      ]);
      return rows[0]?.payment_state;
    },
    async paymentsFor(productId: number): Promise<number> {
      const { rows } = await db.query<{ n: number }>(
        'SELECT count(*)::int AS n FROM payments JOIN order_items USING (order_id) WHERE product_id = $1',
        [productId],
      );
      return rows[0]!.n;
    },
    async mailsTo(userId: number): Promise<string[]> {
      const mails = (await (await fetch(`${inbox.url}/api/messages?to=${mailOf(userId)}`)).json()) as { subject: string }[];
      return mails.map((mail) => mail.subject);
    },
    /** The captures of one of PayPal's orders. */
    captured: (paypalOrderId: string) => paypal.control.ledger().captures.filter((capture) => capture.order_id === paypalOrderId),

    async close() {
      await db.end();
      await Promise.all([first.stop(), second.stop(), notifications.stop()]);
      await door.stop();
      await Promise.all([paypal.close(), inbox.close(), rabbitmq.stop()]);
    },
  };
}

const mailOf = (userId: number) => `buyer${userId}@example.com`;

async function call(method: string, url: string, userId: number, body?: unknown): Promise<Answer> {
  const response = await fetch(url, {
    method,
    headers: { ...asUser(userId, 'orders'), 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
}

/** Starts the gateway for PayPal's webhooks, with orders as its only service. */
const openDoor = async (ordersUrl: string) =>
  gateway.start(
    readConfig(gateway.Config, {
      PORT: String(await freePort()),
      PUBLIC_URL: 'http://shop.example',
      INTERNAL_JWT_PRIVATE_KEY: testPrivateKey,
      PAYPAL_CLIENT_ID: 'sim-client',
      WEB_DIR: '/nowhere',
      ORDERS_URL: ordersUrl,
      ...Object.fromEntries(
        ['IDENTITY', 'CATALOG', 'SELLERS', 'NOTIFICATIONS'].map((name) => [`${name}_URL`, 'http://127.0.0.1:9']),
      ),
    }),
    { log: testLog },
  );

/** Waits until a check holds, at most `ms`. */
export function until<Value>(read: () => Promise<Value> | Value, holds: (value: Value) => boolean, ms = 30_000): Promise<Value> {
  return eventually(async () => {
    const value = await read();
    if (!holds(value)) throw new Error(`It never came true; the last value was ${JSON.stringify(value)}`);
    return value;
  }, ms);
}

import { numberInvoices } from '../invoices/number-invoices';
import { anInvoicing } from '../testing/invoicing';
import { bought, putTrackOnSale, rowsOfFacts, useShop } from '../testing/orders-app';

const shop = useShop();
beforeEach(() => putTrackOnSale(shop));

test('a paid order lacks a contract once there was time to draw it, unless its buyer was erased before', async () => {
  await bought(shop, 7);
  await shop.db.source.query('UPDATE orders SET paid_at = now()');
  expect(await rowsOfFacts(shop, 'paid-orders')).toMatchObject([{ uncontracted: 0 }]);
  await shop.db.source.query(`UPDATE orders SET paid_at = now() - interval '3 minutes'`);
  expect(await rowsOfFacts(shop, 'paid-orders')).toMatchObject([{ uncontracted: 1 }]);
  await shop.db.source.query(`UPDATE orders SET customer = jsonb_set(customer, '{email}', '""')`);
  expect(await rowsOfFacts(shop, 'paid-orders')).toMatchObject([{ uncontracted: 0 }]);
});

test('an order without its invoice, a gap among the numbers, and more credited than invoiced are told', async () => {
  const { orderId } = await bought(shop, 7);
  await shop.db.source.query(`UPDATE orders SET paid_at = now() - interval '3 minutes'`);
  expect([await rowsOfFacts(shop, 'invoices-astray'), await rowsOfFacts(shop, 'invoice-numbers-astray')]).toEqual([[], []]);
  await shop.db.source.query(`INSERT INTO invoicing (since) VALUES (now() - interval '1 hour')`);
  expect(await rowsOfFacts(shop, 'invoices-astray')).toEqual([]);
  await shop.db.source.query(`UPDATE orders SET paid_at = now() - interval '15 minutes'`);
  expect(await rowsOfFacts(shop, 'invoices-astray')).toMatchObject([{ key: orderId }]);
  await numberInvoices({ ...shop.context, invoicing: anInvoicing() });
  expect([await rowsOfFacts(shop, 'invoices-astray'), await rowsOfFacts(shop, 'invoice-numbers-astray')]).toEqual([[], []]);
  await shop.db.source.query('UPDATE invoice_counters SET last = last + 1');
  const numbers = { last: 2, issued: 1, highest: 1 };
  expect(await rowsOfFacts(shop, 'invoice-numbers-astray')).toMatchObject([{ last: 1, issued: 0, highest: 0 }, numbers]);
  await shop.db.source.query(
    `INSERT INTO invoices SELECT 'credit-note', year, 1, order_id, 1, 'R-1', net_cents + 1, vat_cents, gross_cents + 1, issued_at, facts
     FROM invoices`,
  );
  expect(await rowsOfFacts(shop, 'invoices-astray')).toMatchObject([{ key: orderId, invoiced: 31395, credited: 31396 }]);
});

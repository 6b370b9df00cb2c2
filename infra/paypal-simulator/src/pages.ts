import express, { Router } from 'express';
import { join } from 'node:path';
import { fromMinor, type Money, toMinor } from './money';
import type { Simulator } from './simulator';
import type { Order } from './state';

/** They lie beside `src` and `dist`, so that the program finds them from both. */
const BROWSER = join(__dirname, '..', 'browser');

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** The pages for the buyer's browser: the SDK script, the approval window, and the control page. */
export function pages({ state }: Simulator, clientId: string) {
  const router = Router();

  router.get('/sdk/js', (request, response) => {
    response.set({ 'cache-control': 'no-store', 'cross-origin-resource-policy': 'cross-origin' }).type('text/javascript');
    if (request.query['client-id'] === clientId) return response.sendFile(join(BROWSER, 'sdk.js'));
    return response
      .status(400)
      .send("throw new Error('SDK Validation error: client-id not recognized for either production or sandbox')");
  });

  router.get('/checkoutnow', (request, response) => {
    const { token } = request.query;
    const order = state.orders[typeof token === 'string' ? token : ''];
    response
      .status(order ? 200 : 404)
      .set({ 'content-security-policy': POLICY, 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' })
      .send(order ? approvalPage(order) : page('Order not found', goneMessage('This payment link is not valid any more.')));
  });

  router.get('/', (_request, response) => {
    response.set({ 'content-security-policy': POLICY, 'cache-control': 'no-store' }).sendFile(join(BROWSER, 'control.html'));
  });
  router.use('/assets', express.static(BROWSER, { index: false }));
  return router;
}

function approvalPage(order: Order) {
  if (order.status === 'COMPLETED')
    return page('Already paid', goneMessage('This order has already been paid. Nothing more is due.'));
  if (order.status === 'VOIDED')
    return page('Order expired', goneMessage('This order has expired. Go back to the shop and start again.'));

  const [first] = order.purchase_units;
  const currency = first?.amount.currency_code ?? 'USD';
  const due = order.purchase_units.reduce((sum, unit) => sum + toMinor(unit.amount), 0);
  return page(
    'Pay with PayPal (simulator)',
    `<main data-order="${escape(order.id)}" data-return="${escape(order.return_url ?? '')}" data-cancel="${escape(order.cancel_url ?? '')}">
      <p class="payee">Paying <strong>${escape(order.brand_name ?? first?.payee.name ?? first?.payee.email_address ?? '')}</strong></p>
      <h1>${money(fromMinor(currency, due))}</h1>
      ${order.purchase_units.map((unit) => unitTable(unit)).join('')}
      <p class="payer"><span>Signed in as</span> Sim Buyer · buyer@simulator.example</p>
      <div class="actions">
        <button id="pay" class="primary" type="button" disabled>Pay now</button>
        <button id="decline" type="button" disabled>Pay with a card that is declined</button>
        <button id="cancel" class="quiet" type="button" disabled>Cancel and return</button>
      </div>
      <p id="state" role="status"></p>
    </main>
    <script src="/assets/checkout.js"></script>`,
  );
}

const SUMS = {
  tax_total: 'Tax and fees',
  handling: 'Handling fee',
  shipping: 'Shipping',
  insurance: 'Insurance',
  discount: 'Discount',
  shipping_discount: 'Shipping discount',
};

function unitTable({ items = [], amount, description = 'Order' }: Order['purchase_units'][number]) {
  const sums = Object.entries(SUMS).flatMap(([key, label]) => {
    const part = amount.breakdown?.[key];
    return part && toMinor(part) > 0 ? row(label, `${key.endsWith('discount') ? '−' : ''}${money(part)}`) : [];
  });
  const lines = items.map((item) =>
    row(item.quantity === '1' ? item.name : `${item.quantity} × ${item.name}`, money(item.unit_amount)),
  );
  return `<table>
        <tbody>${lines.join('') || row(description, money(amount))}</tbody>
        <tbody class="sums">${sums.join('')}</tbody>
        <tfoot>${row('Total', money(amount))}</tfoot>
      </table>`;
}

const row = (label: string, value: string) => `<tr><th scope="row">${escape(label)}</th><td>${value}</td></tr>`;

const goneMessage = (sentence: string) => `<main class="gone"><p>${sentence}</p><p>You can close this window.</p></main>`;

const page = (title: string, body: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>${title}</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/assets/simulator.css">
  </head>
  <body class="checkout">
    <p class="banner"><strong>PayPal simulator</strong> No real money moves.</p>
    ${body}
  </body>
</html>`;

const money = ({ currency_code, value }: Money) => `<span class="money">${escape(value)}&nbsp;${escape(currency_code)}</span>`;

const escape = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

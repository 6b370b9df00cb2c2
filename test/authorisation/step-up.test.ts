import { MAY, type AdminRole } from '@shop/contracts/constants';
import { gatewayRoutes, ROUTES, type Route } from '@shop/contracts/routes';

/** docs/product/sessions.md#step-up says it in words: these calls ask for a second factor that was confirmed a short while ago. */
const ASK = [
  'DELETE /api/users/:id',
  'POST /api/admin/status/put-back',
  'POST /api/payouts/:id/reversal',
  'POST /api/sellers/:id/card-number',
  'POST /api/sellers/:id/payouts',
  'POST /api/users/own-data/deletion',
  'POST /api/users/own-data/exports',
  'POST /api/users/passkeys',
  'POST /api/users/passkeys/:id/remove',
  'POST /api/users/passkeys/options',
  'POST /api/users/second-factor/app',
  'POST /api/users/second-factor/app/confirm',
  'POST /api/users/second-factor/app/remove',
  'POST /api/users/second-factor/recovery-codes',
  'PUT /api/sellers/:id/payment',
];
/** These ask for it when what is in the body needs it: payout details, a role, an address or a password. */
const ASK_BY_FIELD = ['PUT /api/sellers/:id', 'PUT /api/users/:id'];

/**
 * What finance changes without: it pays nobody out and changes no account. A recorded payment or refund says what has happened at a bank:
 * each order has one, and the audit log names who recorded it.
 */
const ASK_NOT = [
  'DELETE /api/coupons/:id',
  'PATCH /api/coupons/:id/status',
  'POST /api/coupons',
  'POST /api/orders/:id/payments',
  'POST /api/orders/:id/refunds',
  'POST /api/orders/differences/:id/look',
  'POST /api/orders/reconciliation',
];

const routes = [gatewayRoutes, ...Object.values(ROUTES)].flatMap((owned) => Object.values<Route>(owned));
const calls = (those: (one: Route) => boolean) =>
  routes
    .filter(those)
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .sort();

/** Whether no other admins than owners and finance may call: it moves money, or is for owners alone. */
function isForFinance({ who }: Route): boolean {
  const mayPay: readonly AdminRole[] = MAY.changeMoney;
  return typeof who === 'object' && 'roles' in who && who.roles.every((role) => mayPay.includes(role));
}

test('the calls that ask for a step-up are these', () => {
  expect(calls(({ stepUp }) => stepUp === true)).toEqual(ASK);
  expect(calls(({ refuses }) => refuses?.['403 step-up-required'] !== undefined)).toEqual(ASK_BY_FIELD);
});

test('whatever else finance or owners alone may change is listed here as what needs no step-up', () => {
  const withoutStepUp = calls((one) => one.method !== 'get' && isForFinance(one) && !one.stepUp);
  expect(withoutStepUp).toEqual(ASK_NOT);
});

import { MAY, type AdminRole } from '@shop/contracts/constants';
import { gatewayRoutes, ROUTES, type Route } from '@shop/contracts/routes';

/** The calls that need a recently confirmed second factor, as docs/product/sessions.md#step-up says in words. */
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
/** These need it when the body changes payout details, a role, an address or a password. */
const ASK_BY_FIELD = ['PUT /api/sellers/:id', 'PUT /api/users/:id'];

/**
 * The changes by finance that need no second factor: they pay nobody out and change no account. A recorded payment or refund
 * describes a transfer at a bank: each order has one, and the audit log names the admin who recorded it.
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

/** Whether only owners and finance may call, of all admins: the call moves money, or is for owners only. */
function isForFinance({ who }: Route): boolean {
  const mayPay: readonly AdminRole[] = MAY.changeMoney;
  return typeof who === 'object' && 'roles' in who && who.roles.every((role) => mayPay.includes(role));
}

test('the calls that ask for a step-up are these', () => {
  expect(calls(({ stepUp }) => stepUp === true)).toEqual(ASK);
  expect(calls(({ refuses }) => refuses?.['403 step-up-required'] !== undefined)).toEqual(ASK_BY_FIELD);
});

test('all other changes for finance or owners only are listed as needing no step-up', () => {
  const withoutStepUp = calls((one) => one.method !== 'get' && isForFinance(one) && !one.stepUp);
  expect(withoutStepUp).toEqual(ASK_NOT);
});

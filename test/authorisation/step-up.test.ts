import { MAY } from '@shop/contracts/constants';
import { ASKS, gatewayRoutes, ROUTES, type Route } from '@shop/contracts/routes';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The acts of `ASKS` in the words of docs/product/sessions.md#what-an-act-asks-for, and their calls. */
const ACTS: Record<keyof typeof ASKS, { words: string; calls: string[] }> = {
  copyOwnData: { words: "getting a copy of one's own data", calls: ['POST /api/users/own-data/exports'] },
  deleteOwnAccount: { words: "deleting one's own account", calls: ['POST /api/users/own-data/deletion'] },
  changeOwnPayout: { words: "changing one's own payout details", calls: ['PUT /api/sellers/:id/payment'] },
  changeOwnEmail: { words: "a new e-mail address of one's own", calls: [] },
  changeOwnPassword: { words: "a new password of one's own", calls: [] },
  changeOwnFactors: {
    words: "changing one's own app, passkeys and recovery codes",
    calls: [
      'POST /api/users/passkeys',
      'POST /api/users/passkeys/:id/remove',
      'POST /api/users/passkeys/options',
      'POST /api/users/second-factor/app',
      'POST /api/users/second-factor/app/confirm',
      'POST /api/users/second-factor/app/remove',
      'POST /api/users/second-factor/recovery-codes',
    ],
  },
  changeRole: { words: "changing an admin's role", calls: [] },
  changeOthersLogin: { words: "changing somebody else's address or password", calls: [] },
  deleteAccount: { words: "deleting somebody else's account", calls: ['DELETE /api/users/:id'] },
  changeOthersPayout: { words: "changing a store's payout details for its seller", calls: [] },
  showCardNumber: { words: 'showing a card number', calls: ['POST /api/sellers/:id/card-number'] },
  recordPayout: { words: 'recording a payout', calls: ['POST /api/sellers/:id/payouts'] },
  takePayoutBack: { words: 'taking a payout back', calls: ['POST /api/payouts/:id/reversal'] },
  giveMoneyBack: { words: 'giving money back by PayPal', calls: ['POST /api/orders/:id/refunds/quote'] },
  decideClaim: { words: 'deciding a claim', calls: ['POST /api/claims/:id/decision'] },
  actOnDispute: { words: 'acting in a dispute', calls: ['POST /api/disputes/:disputeId/:action'] },
  payInBatches: {
    words: 'making, approving, sending and cancelling a batch of payouts',
    calls: [
      'POST /api/payout-batches',
      'POST /api/payout-batches/:id/approval',
      'POST /api/payout-batches/:id/cancellation',
      'POST /api/payout-batches/:id/items/:itemId/cancellation',
      'POST /api/payout-batches/:id/sending',
    ],
  },
  putBackMessages: { words: '"Put back" on the status page', calls: ['POST /api/admin/status/put-back'] },
};
/** These make the acts without calls of their own, by what the body changes. */
const ASK_BY_FIELD = ['POST /api/orders/:id/refunds', 'PUT /api/sellers/:id', 'PUT /api/users/:id'];

const BESIDE = {
  factor: 'the second factor of an account that has one',
  'factor-or-password': 'the second factor, or the password of an account without one',
  'factor, password': 'the password with the call, and the second factor of an account that has one',
  'factor, password-without-factor': 'the second factor, or the password of an account without one, with the call',
};

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
const calls = (isWanted: (route: Route) => boolean) =>
  routes
    .filter(isWanted)
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .sort();

/** Whether only owners and finance may call, of all admins: the call moves money, or is for owners only. */
function isForFinance({ who }: Route): boolean {
  const mayPay: readonly string[] = MAY.changeMoney;
  return typeof who === 'object' && 'roles' in who && who.roles.every((role) => mayPay.includes(role));
}

type Act = keyof typeof ASKS;
const acts = Object.entries(ACTS) as [Act, (typeof ACTS)[Act]][];

test('the calls that ask for a step-up are those of the acts, each for what its act asks for', () => {
  const asking = acts.flatMap(([act, { calls: actCalls }]) => actCalls.map((call) => `${call}: ${ASKS[act].stepUp}`));
  expect(
    routes.flatMap(({ method, path, stepUp }) => (stepUp ? `${method.toUpperCase()} ${path}: ${stepUp}` : [])).sort(),
  ).toEqual(asking.sort());
  expect(calls(({ refuses }) => refuses?.['403 step-up-required'] !== undefined)).toEqual(ASK_BY_FIELD);
});

test('the page of sessions says what each act asks for', () => {
  const page = readFileSync(join(__dirname, '../../docs/product/sessions.md'), 'utf8');
  const [, section = ''] = /## What an act asks for\n([^#]*)/.exec(page) ?? [];
  const rows = section.split('\n').filter((line) => line.startsWith('- '));
  const groups = new Map<string, string[]>();
  for (const [act, { words }] of acts) {
    const { stepUp, form }: { stepUp: string; form?: string } = ASKS[act];
    const beside = BESIDE[(form ? `${stepUp}, ${form}` : stepUp) as keyof typeof BESIDE];
    groups.set(beside, [...(groups.get(beside) ?? []), words]);
  }
  const expected = [...groups].map(([beside, words]) => `- ${beside}: ${words.join('; ')}`);
  expect(rows).toEqual(expected);
});

test('all other changes for finance or owners only are listed as needing no step-up', () => {
  const withoutStepUp = calls((route) => route.method !== 'get' && isForFinance(route) && !route.stepUp);
  expect(withoutStepUp).toEqual(ASK_NOT);
});

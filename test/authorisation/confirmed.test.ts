import { gatewayRoutes, ROUTES, type Route } from '@shop/contracts/routes';

/**
 * The calls that move money or rights: each is let through only with a session that identity confirms for that very request, as
 * docs/product/sessions.md#calls-that-move-money-or-rights says in words. Calls that ask for a step-up are such calls too.
 */
const CONFIRMED = [
  'DELETE /api/coupons/:id',
  'DELETE /api/products/:id',
  'DELETE /api/sellers/:id',
  'DELETE /api/users/:id/suspension',
  'GET /api/claims/:id',
  'GET /api/claims/:id/files/:fileId',
  'GET /api/disputes/:disputeId/evidence/:paper.pdf',
  'GET /api/orders',
  'GET /api/orders/:id',
  'GET /api/orders/:id/contracts/:item.pdf',
  'GET /api/orders/:id/credit-notes/:nth.pdf',
  'GET /api/orders/:id/invoice.pdf',
  'GET /api/orders/mdghost-panel-secur/user/:userId',
  'GET /api/orders/user/:userId',
  'GET /api/users/own-data/exports/:token',
  'PATCH /api/coupons/:id/status',
  'POST /api/claims/:id/decision',
  'POST /api/claims/:id/messages',
  'POST /api/claims/:id/withdrawal',
  'POST /api/coupons',
  'POST /api/disputes/:disputeId/:action',
  'POST /api/orders',
  'POST /api/orders/:id/free-tracks',
  'POST /api/orders/:id/payments',
  'POST /api/orders/:id/refunds',
  'POST /api/orders/:id/release-hold',
  'POST /api/orders/:id/resend',
  'POST /api/orders/:orderId/claims',
  'POST /api/orders/differences/:id/look',
  'POST /api/orders/holds/:productId/release',
  'POST /api/orders/paypal/capture',
  'POST /api/orders/paypal/create',
  'POST /api/products',
  'POST /api/users/:id/suspension',
  'PUT /api/orders/:id/status',
  'PUT /api/products/:id',
  'PUT /api/sellers/:id/status',
];

const callsOf = (routes: Route[], isWanted: (route: Route) => boolean) =>
  routes
    .filter(isWanted)
    .map(({ method, path }) => `${method.toUpperCase()} ${path}`)
    .sort();

test('the calls that ask for a confirmed session are these', () => {
  const routes = [gatewayRoutes, ...Object.values(ROUTES)].flatMap((owned) => Object.values<Route>(owned));
  expect(callsOf(routes, ({ confirmed }) => confirmed === true)).toEqual(CONFIRMED);
});

test('every change in orders says whether it moves money or rights', () => {
  const changes = Object.values<Route>(ROUTES.orders).filter(({ method, who }) => method !== 'get' && who !== 'gateway');
  expect(callsOf(changes, ({ confirmed, stepUp }) => confirmed === undefined && !stepUp)).toEqual([]);
});

/**
 * The authorisation table: one row for each call, more where the answer depends on the object's owner. The unit test compares it
 * with the services' declarations; the same rows can be sent to a running shop. Roles: V visitor, B buyer who owns the object, B2
 * another buyer, S seller who owns it, S2 another seller, A admin (an owner), and admins with fewer rights: AC catalogue, AS
 * support, AF finance, AV viewer. Sellers and admins are users too: on calls about a user they own their own account. No valid
 * session is 401; a session with the wrong role or somebody else's object is 403. An unknown object is 403 as well, so that nobody
 * can find out which ids exist, but admins get 404.
 */
export const ROLES = ['V', 'B', 'B2', 'S', 'S2', 'A', 'AC', 'AS', 'AF', 'AV'] as const;
export type Role = (typeof ROLES)[number];

/** `in`: the caller is let in. Any answer but 401, 403, 404 and 5xx, because the input may still be refused. */
export type Expected = 'in' | 401 | 403 | 404;
export type Answers = Record<Role, Expected>;

type Owner = 'gateway' | 'identity' | 'catalog' | 'orders' | 'sellers' | 'notifications';
type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type Row = {
  owner: Owner;
  method: Method;
  /** The path in the service's declaration. */
  route: string;
  /** The path that is called, with placeholders. */
  path: string;
  /** JSON to send, with placeholders; `form` is sent as multipart instead. */
  body?: Record<string, unknown>;
  form?: Record<string, string>;
  answers: Answers;
  note?: string;
  /** Whether the body's fields decide which of the admitted admins may call. */
  byField?: true;
};

/** The placeholders that paths and bodies have in braces. */
export const PLACEHOLDERS = {
  self: 'the user id of whoever calls; 1 for a visitor',
  B: "B's user id",
  S: "S's user id",
  'B.email': "B's e-mail address",
  'B.password': "B's password",
  product: 'a track that is for sale',
  media: 'the file name of its cover',
  demo: 'a demo track',
  order: 'a paid order of B',
  item: 'the track in it',
  token: "the token of its download link, out of B's order",
  certificate: 'the code of its certificate',
  package: 'a package that S has made and B has bought',
  'paypal order': "the PayPal id of an order of B's that is not paid",
  coupon: 'a coupon',
  'coupon.code': 'its code',
  seller: "the store of S; a row about it is S's",
  unknown: 'an id that nothing has',
} as const;

type Column = 'AC' | 'AS' | 'AF' | 'AV';
const COLUMNS = { catalogue: 'AC', support: 'AS', finance: 'AF', viewer: 'AV' } as const satisfies Record<string, Column>;
type Limited = keyof typeof COLUMNS;

/** The answers for admins with limited rights: the named ones as for an owner, the others as given. */
const limited = (named: Limited[], like: Expected, rest: Expected) =>
  Object.fromEntries(
    Object.entries(COLUMNS).map(([role, column]) => [column, named.includes(role as Limited) ? like : rest]),
  ) as Record<Column, Expected>;

type Six = [V: Expected, B: Expected, B2: Expected, S: Expected, S2: Expected, A: Expected];
const answers = ([V, B, B2, S, S2, A]: Six, named: Limited[], rest: Expected = 403): Answers => ({
  V,
  B,
  B2,
  S,
  S2,
  A,
  ...limited(named, A, rest),
});
const everyone = answers(['in', 'in', 'in', 'in', 'in', 'in'], [], 'in');
const nobody = answers([404, 404, 404, 404, 404, 404], [], 404);
const users = answers([401, 'in', 'in', 'in', 'in', 'in'], [], 'in');
const buyer = answers([401, 'in', 403, 403, 403, 403], []);
const seller = answers([401, 403, 403, 'in', 403, 403], []);
/** Owners and the named roles may call. */
const admins = (...named: Limited[]) => answers([401, 403, 403, 403, 403, 'in'], named);
const buyerAndAdmins = (...named: Limited[]) => answers([401, 'in', 403, 403, 403, 'in'], named);
const sellerAndAdmins = (...named: Limited[]) => answers([401, 403, 403, 'in', 403, 'in'], named);
const missing = (...named: Limited[]) => answers([401, 403, 403, 403, 403, 404], named);

/** Only the maker and reviewers know which packages there are. */
const strangers = answers([401, 404, 404, 404, 404, 404], [], 404);

type More = Pick<Row, 'body' | 'form' | 'note' | 'byField'> & { path?: string };
const rowsOf =
  (owner: Owner) =>
  (call: string, expected: Answers, { path, ...more }: More = {}): Row => {
    const [method, route] = call.split(' ') as [Method, string];
    return { owner, method, route, path: path ?? route, answers: expected, ...more };
  };

const identity = rowsOf('identity');
const catalog = rowsOf('catalog');
const orders = rowsOf('orders');
const sellers = rowsOf('sellers');
const notifications = rowsOf('notifications');
const gateway = rowsOf('gateway');

const registration = {
  name: 'Alex',
  last_name: 'Moor',
  email: 'alex.moor@example.com',
  country: 'Norway',
  password: 'Tracks-24!',
  confirmPassword: 'Tracks-24!',
};
const customer = { firstName: 'Alex', lastName: 'Moor', email: 'alex.moor@example.com', country: 'Norway' };
const placed = { products: ['{product}'], total_price: 1, customer_info: customer };
const purchase = { cartItems: ['{product}'], total_amount: 1, customer_info: customer };

const wrongChallenge = { body: { challenge: 'wrong' }, note: 'a malformed challenge is 400, one that is over 401' };
const noPassword = { body: {}, note: 'without the password 400' };

const IDENTITY = [
  identity('POST /api/users/login', everyone, { body: { email: '{B.email}', password: '{B.password}' } }),
  identity('POST /api/users/logout', everyone, { note: 'ends the session that calls: use one of its own' }),
  identity('POST /api/users/login/second-factor', everyone, wrongChallenge),
  identity('POST /api/users/login/second-factor/options', everyone, wrongChallenge),
  identity('POST /api/users/login/second-factor/enrol', everyone, wrongChallenge),
  identity('POST /api/users/login/second-factor/enrol/passkey', everyone, wrongChallenge),
  identity('POST /api/users/login/passkey/options', everyone),
  identity('POST /api/users/login/passkey', everyone, wrongChallenge),
  identity('POST /api/users/logout-everywhere', users, {
    note: 'ends every session of the account that calls: use one of its own',
  }),
  identity('GET /api/users/sessions', users),
  identity('DELETE /api/users/sessions/:id', answers([401, 404, 404, 404, 404, 404], [], 404), {
    path: '/api/users/sessions/00000000-0000-4000-8000-000000000000',
    note: "one's own alone; there is no telling a foreign one from none",
  }),
  identity('GET /api/users/own-data', users),
  identity('POST /api/users/own-data/deletion', users, noPassword),
  identity('DELETE /api/users/own-data/deletion', users),
  identity('GET /api/users/own-data/exports', users),
  identity('POST /api/users/own-data/exports', users, noPassword),
  identity('GET /api/users/own-data/exports/:token', answers([401, 404, 404, 404, 404, 404], [], 404), {
    path: '/api/users/own-data/exports/0000000000000000000000000000000000000000000',
    note: "one's own alone; there is no telling a foreign token from a wrong one",
  }),
  identity('GET /api/users/second-factor', users),
  identity('POST /api/users/second-factor/app', users, noPassword),
  identity('POST /api/users/second-factor/app/confirm', users, { body: { code: '000000' }, note: 'a wrong code is 400' }),
  identity('POST /api/users/second-factor/app/remove', users, noPassword),
  identity('POST /api/users/second-factor/recovery-codes', users, noPassword),
  identity('POST /api/users/passkeys/options', users, noPassword),
  identity('POST /api/users/passkeys', users, { body: { name: 'Laptop' }, note: 'without a passkey 400' }),
  identity('POST /api/users/passkeys/:id/remove', users, {
    ...noPassword,
    path: '/api/users/passkeys/00000000-0000-4000-8000-000000000000/remove',
  }),
  identity('POST /api/users/step-up/options', users),
  identity('POST /api/users/step-up', users, { body: { code: '000000' }, note: 'a wrong code is 400' }),
  identity('POST /api/users/register', everyone, { body: registration }),
  identity('POST /api/users/complete-registration', everyone, {
    body: { email: 'alex.moor@example.com', verificationCode: '000000', password: 'Tracks-24!' },
    note: 'a wrong code is 400',
  }),
  identity('POST /api/users/resend-code', everyone, { body: { email: 'alex.moor@example.com' } }),
  identity('POST /api/users/forgot-password', everyone, { body: { email: 'alex.moor@example.com' } }),
  identity('POST /api/users/reset-password/:token', everyone, {
    path: '/api/users/reset-password/wrong',
    body: { password: 'Tracks-25!' },
    note: 'a token that is wrong, used or too old is 400',
  }),
  identity('GET /api/users/:id/details', answers([404, 'in', 404, 404, 404, 'in'], ['support', 'viewer'], 404), {
    path: '/api/users/{B}/details',
  }),
  identity('GET /api/users/:id/details', answers([404, 404, 404, 'in', 404, 'in'], ['support', 'viewer'], 404), {
    path: '/api/users/{S}/details',
  }),
  identity('GET /api/users', admins('support', 'viewer')),
  identity('PUT /api/users/:id', buyerAndAdmins('support'), { path: '/api/users/{B}', body: { country: 'Norway' } }),
  identity('PUT /api/users/:id', admins(), {
    path: '/api/users/{B}',
    body: { is_admin: 0 },
    byField: true,
    note: 'not even whose account it is; the last owner and oneself are 409',
  }),
  identity('PUT /api/users/:id', admins(), { path: '/api/users/{B}', body: { admin_role: null }, byField: true }),
  identity('PUT /api/users/:id', missing(), {
    path: '/api/users/{unknown}',
    body: { email: 'new@example.com' },
    byField: true,
    note: 'whoever can log in as somebody may do all that they may',
  }),
  identity('PUT /api/users/:id', missing(), {
    path: '/api/users/{unknown}',
    body: { password: 'Other-Tracks-24!' },
    byField: true,
  }),
  identity('PUT /api/users/:id', missing('support'), { path: '/api/users/{unknown}', body: { country: 'Norway' } }),
  identity('POST /api/users/confirm-email/:token', everyone, {
    path: '/api/users/confirm-email/wrong',
    note: 'the token is the credential; one that is wrong, used or too old is 400',
  }),
  identity('POST /api/users/undo-email-change/:token', everyone, {
    path: '/api/users/undo-email-change/wrong',
    note: 'the token is the credential; one that is wrong, used or too old is 400',
  }),
  identity('POST /api/users/:id/email-change/resend', buyer, {
    path: '/api/users/{B}/email-change/resend',
    note: 'none that waits is 409',
  }),
  identity('DELETE /api/users/:id/email-change', buyer, { path: '/api/users/{B}/email-change' }),
  identity('DELETE /api/users/:id', missing(), { path: '/api/users/{unknown}', note: 'oneself and the last admin are 409' }),
  identity('POST /api/users/:id/suspension', missing('support'), {
    path: '/api/users/{unknown}/suspension',
    body: { reason: 'A test' },
    note: 'oneself and the last owner are 409',
  }),
  identity('DELETE /api/users/:id/suspension', missing('support'), { path: '/api/users/{unknown}/suspension' }),
  identity('PUT /api/cart/:userId', buyer, { path: '/api/cart/{B}', body: { cart: ['{product}'] } }),
  identity('PATCH /api/cart/:userId', buyer, { path: '/api/cart/{B}', body: { add: ['{product}'] } }),
  identity('PATCH /api/wishlist/:userId', buyer, { path: '/api/wishlist/{B}', body: { add: ['{product}'] } }),
  identity('PUT /api/wishlist/:userId', buyer, { path: '/api/wishlist/{B}', body: { wishlist: ['{product}'] } }),
  identity('GET /api/audit-log', admins()),
  identity('POST /internal/sessions', nobody, { body: { kind: 'cookie', credential: 'x' } }),
  identity('GET /internal/account-stats', nobody),
  identity('POST /internal/open-matters', nobody, { body: { purchases: [], earnings: [] } }),
];

const CATALOG = [
  catalog('GET /api/products', everyone, { note: 'links and states in the answer of an admin alone' }),
  catalog('GET /api/products/search', everyone, { path: '/api/products/search?limit=1' }),
  catalog('GET /api/products/:id/similar', everyone, { path: '/api/products/{product}/similar' }),
  catalog('GET /api/products/:id/similar', nobody, { path: '/api/products/{unknown}/similar' }),
  catalog('GET /api/products/:id', everyone, { path: '/api/products/{product}' }),
  catalog('GET /api/products/:id', nobody, { path: '/api/products/{unknown}' }),
  catalog('GET /api/products/:id/recordings', missing('catalogue', 'viewer'), { path: '/api/products/{unknown}/recordings' }),
  catalog('GET /api/packages/:id/recordings', missing('catalogue', 'support'), {
    path: '/api/packages/{unknown}/recordings',
    note: 'not even the maker of the package',
  }),
  catalog('POST /api/products/by-ids', everyone, { body: { ids: ['{product}'] } }),
  catalog('POST /api/products/:id/increment-play-count', everyone, { path: '/api/products/{product}/increment-play-count' }),
  catalog('POST /api/products', admins('catalogue'), { form: { fields: '{}' } }),
  catalog('PUT /api/products/:id', admins('catalogue'), {
    path: '/api/products/{product}',
    form: { fields: '{}' },
    note: "not even the track's own seller",
  }),
  catalog('PUT /api/products/:id', missing('catalogue'), { path: '/api/products/{unknown}', form: { fields: '{}' } }),
  catalog('DELETE /api/products/:id', missing('catalogue'), { path: '/api/products/{unknown}' }),
  catalog('GET /api/demos', everyone),
  catalog('GET /api/demos/:id', everyone, { path: '/api/demos/{demo}' }),
  catalog('POST /api/demos', admins('catalogue'), { form: { name: '' } }),
  catalog('PUT /api/demos/:id', admins('catalogue'), { path: '/api/demos/{demo}', form: { name: '' } }),
  catalog('DELETE /api/demos/:id', missing('catalogue'), { path: '/api/demos/{unknown}' }),
  catalog('GET /api/stores', admins('catalogue', 'viewer')),
  catalog('GET /media/catalog/:file', everyone, { path: '/media/catalog/{media}' }),
  catalog('GET /media/packages/:id/:order/:revision/:scope/:until/:signature', nobody, {
    path: '/media/packages/1/1/1/track/4102444800/wrong',
    note: 'the signature is the credential',
  }),
  catalog('GET /api/uploads/:id', missing('catalogue'), { path: '/api/uploads/00000000-0000-4000-8000-000000000001' }),
  catalog('POST /api/packages', answers([401, 403, 403, 'in', 403, 'in'], ['catalogue']), {
    body: {},
    note: 'the store must be active: that of S2 is not',
  }),
  catalog('GET /api/packages/:id', strangers, { path: '/api/packages/{unknown}' }),
  catalog('GET /api/packages/:id', answers([401, 'in', 404, 'in', 404, 'in'], ['catalogue', 'support'], 404), {
    path: '/api/packages/{package}',
    note: 'a buyer sees it without who has overruled what',
  }),
  catalog('DELETE /api/packages/:id', strangers, { path: '/api/packages/{unknown}' }),
  catalog('POST /api/packages/:id/uploads', strangers, {
    path: '/api/packages/{unknown}/uploads',
    body: { path: 'a.wav', sizeBytes: 1 },
  }),
  catalog('GET /api/packages/:id/uploads/:uploadId', strangers, {
    path: '/api/packages/{unknown}/uploads/00000000-0000-4000-8000-000000000001',
  }),
  catalog('PATCH /api/packages/:id/uploads/:uploadId', strangers, {
    path: '/api/packages/{unknown}/uploads/00000000-0000-4000-8000-000000000001',
  }),
  catalog('DELETE /api/packages/:id/uploads/:uploadId', strangers, {
    path: '/api/packages/{unknown}/uploads/00000000-0000-4000-8000-000000000001',
  }),
  catalog('POST /api/packages/:id/complete', strangers, { path: '/api/packages/{unknown}/complete' }),
  catalog('PUT /api/packages/:id/overruled', missing('catalogue'), {
    path: '/api/packages/{unknown}/overruled',
    body: { code: 'length', reason: 'A test' },
  }),
  catalog('GET /api/packages/:id/files/:fileId', strangers, { path: '/api/packages/{unknown}/files/1' }),
  catalog('PUT /api/packages/:id/files/:fileId', strangers, { path: '/api/packages/{unknown}/files/1', body: { role: 'stem' } }),
  catalog('DELETE /api/packages/:id/files/:fileId', strangers, { path: '/api/packages/{unknown}/files/1' }),
  catalog('GET /internal/tracks-for-sale', nobody),
  catalog('GET /internal/track-stats', nobody),
];

const ORDERS = [
  orders('POST /api/orders', users, { body: { ...placed, user_id: '{self}' } }),
  orders('POST /api/orders', buyer, { body: { ...placed, user_id: '{B}' }, note: 'for nobody else, admins included' }),
  orders('POST /api/orders/paypal/create', users, { body: { ...purchase, userId: '{self}' } }),
  orders('POST /api/orders/paypal/create', buyer, { body: { ...purchase, userId: '{B}' } }),
  orders('POST /api/orders/paypal/capture', buyer, { body: { orderID: '{paypal order}', userId: '{self}' } }),
  orders('POST /api/orders/paypal/capture', answers([401, 403, 403, 403, 403, 403], []), {
    body: { orderID: 'UNKNOWN', userId: '{self}' },
    note: 'unknown like foreign',
  }),
  orders('POST /api/orders/paypal/capture', answers([401, 403, 403, 403, 403, 403], []), {
    body: { orderID: '{paypal order}', userId: '{S}' },
    note: "not even whose order it is, in somebody else's name; nor S, whose order it is not",
  }),
  orders('GET /api/orders/holds', users, { path: '/api/orders/holds?ids={product}' }),
  orders('PUT /api/orders/holds/:productId/reminder', users, {
    path: '/api/orders/holds/{unknown}/reminder',
    note: 'a track that nobody else holds: 409',
  }),
  orders('DELETE /api/orders/holds/:productId/reminder', users, { path: '/api/orders/holds/{unknown}/reminder' }),
  orders('POST /api/orders/paypal/webhook', everyone, { body: {}, note: 'the signature is the credential; a wrong one is 400' }),
  orders('GET /api/orders/user/:userId', buyerAndAdmins('support', 'finance', 'viewer'), { path: '/api/orders/user/{B}' }),
  orders('GET /api/orders/mdghost-panel-secur/user/:userId', admins('support', 'finance', 'viewer'), {
    path: '/api/orders/mdghost-panel-secur/user/{B}',
  }),
  orders('GET /api/orders', admins('support', 'finance', 'viewer')),
  orders('GET /api/orders/:id', buyerAndAdmins('support', 'finance', 'viewer'), { path: '/api/orders/{order}' }),
  orders('GET /api/orders/:id', missing('support', 'finance', 'viewer'), { path: '/api/orders/{unknown}' }),
  orders('PUT /api/orders/:id/status', admins('support'), { path: '/api/orders/{order}/status', body: { status: 'completed' } }),
  orders('GET /api/orders/differences', admins('finance', 'viewer')),
  orders('POST /api/orders/differences/:id/look', missing('finance'), {
    path: '/api/orders/differences/{unknown}/look',
    body: { note: 'A test' },
  }),
  orders('POST /api/orders/reconciliation', admins('finance'), { note: '503 when PayPal cannot be reached' }),
  orders('POST /api/orders/:id/payments', admins('finance'), {
    path: '/api/orders/{order}/payments',
    body: { method: 'bank', reference: 'R-1' },
    note: 'paid already: 409',
  }),
  orders('POST /api/orders/:id/payments', missing('finance'), {
    path: '/api/orders/{unknown}/payments',
    body: { method: 'bank', reference: 'R-1' },
  }),
  orders('POST /api/orders/:id/refunds/quote', missing('finance'), {
    path: '/api/orders/{unknown}/refunds/quote',
    body: { amountCents: 100 },
    note: 'an account with a second factor needs a step-up',
  }),
  orders('POST /api/orders/:id/refunds', missing('finance'), {
    path: '/api/orders/{unknown}/refunds',
    body: { reference: 'R-1' },
    note: 'a refund by PayPal needs a step-up from an account with a second factor',
  }),
  orders('POST /api/orders/:id/free-tracks', missing('support'), { path: '/api/orders/{unknown}/free-tracks' }),
  orders('POST /api/orders/:id/release-hold', missing('support'), { path: '/api/orders/{unknown}/release-hold' }),
  orders('POST /api/orders/holds/:productId/release', admins('support'), {
    path: '/api/orders/holds/{unknown}/release',
    note: 'a track that nobody holds: 409',
  }),
  orders('POST /api/orders/:id/resend', buyerAndAdmins('support'), { path: '/api/orders/{order}/resend', body: {} }),
  orders('POST /api/orders/:id/resend', missing('support'), { path: '/api/orders/{unknown}/resend', body: {} }),
  orders('GET /api/orders/:id/contracts/:item.pdf', buyerAndAdmins('support', 'finance'), {
    path: '/api/orders/{order}/contracts/{item}.pdf',
  }),
  orders('GET /api/orders/:id/contracts/:item.pdf', missing('support', 'finance'), {
    path: '/api/orders/{unknown}/contracts/{item}.pdf',
  }),
  orders('GET /api/orders/:id/invoice.pdf', buyerAndAdmins('finance'), {
    path: '/api/orders/{order}/invoice.pdf',
    note: 'without a legal name there is none: 409',
  }),
  orders('GET /api/orders/:id/invoice.pdf', missing('finance'), { path: '/api/orders/{unknown}/invoice.pdf' }),
  orders('GET /api/orders/:id/credit-notes/:nth.pdf', answers([401, 404, 403, 403, 403, 404], ['finance']), {
    path: '/api/orders/{order}/credit-notes/1.pdf',
    note: 'it has none',
  }),
  orders('GET /api/invoices.csv', admins('finance'), { path: '/api/invoices.csv?month=2026-11' }),
  orders('GET /api/orders/:id/downloads/:item', everyone, {
    path: '/api/orders/{order}/downloads/{item}?token={token}',
    note: 'the token is the credential',
  }),
  orders('GET /api/orders/:id/downloads/:item', nobody, { path: '/api/orders/{order}/downloads/{item}?token=wrong' }),
  orders('POST /api/orders/:orderId/claims', answers([401, 403, 403, 403, 403, 403], []), {
    path: '/api/orders/{unknown}/claims',
    body: { productId: '{item}', reason: 'other', text: 'It does not open.' },
  }),
  orders('GET /api/claims', users, { note: 'those of the caller; all for admins who handle claims' }),
  orders('GET /api/claims/:id', missing('support', 'finance'), { path: '/api/claims/{unknown}' }),
  orders('POST /api/claims/:id/messages', missing('support', 'finance'), {
    path: '/api/claims/{unknown}/messages',
    form: { text: 'Hello' },
  }),
  orders('GET /api/claims/:id/files/:fileId', missing('support', 'finance'), { path: '/api/claims/{unknown}/files/1' }),
  orders('POST /api/claims/:id/decision', missing('support', 'finance'), {
    path: '/api/claims/{unknown}/decision',
    body: { outcome: 'repair', reason: 'It opens now.' },
  }),
  orders('POST /api/claims/:id/decision', answers([401, 403, 403, 403, 403, 404], ['finance']), {
    path: '/api/claims/{unknown}/decision',
    body: { outcome: 'refuse', reason: 'It opens here.' },
    byField: true,
    note: 'only finance and owners refund or refuse',
  }),
  orders('POST /api/claims/:id/withdrawal', answers([401, 403, 403, 403, 403, 403], []), {
    path: '/api/claims/{unknown}/withdrawal',
  }),
  orders('GET /api/disputes', admins('finance', 'viewer')),
  orders('GET /api/disputes/:disputeId', missing('finance', 'viewer'), { path: '/api/disputes/PP-D-0' }),
  orders('GET /api/disputes/:disputeId/evidence/:paper.pdf', missing('finance'), {
    path: '/api/disputes/PP-D-0/evidence/sale.pdf',
  }),
  orders('POST /api/disputes/:disputeId/:action', missing('finance'), {
    path: '/api/disputes/PP-D-0/accept-claim',
    body: { key: 'a-key-of-a-dispute', note: 'The buyer is right.' },
  }),
  orders('GET /api/certificates/:code', everyone, { path: '/api/certificates/{certificate}' }),
  orders('GET /api/certificates/:code', nobody, { path: '/api/certificates/00000000000000000000000000' }),
  orders('GET /api/certificates/:code/badge.svg', everyone, { path: '/api/certificates/{certificate}/badge.svg' }),
  orders('GET /api/log/proof', everyone, { path: '/api/log/proof?code={certificate}' }),
  orders('GET /.well-known/jwks.json', everyone),
  orders('PUT /api/orders/:id/certificates/:productId', buyer, {
    path: '/api/orders/{order}/certificates/{item}',
    body: { shown: false },
    note: "the buyer's own switch: not even an admin's",
  }),
  orders('GET /api/coupons/validate', everyone, { path: '/api/coupons/validate?code={coupon.code}' }),
  orders('GET /api/coupons', admins('finance', 'viewer')),
  orders('POST /api/coupons', admins('finance'), { body: { code: '' } }),
  orders('PATCH /api/coupons/:id/status', admins('finance'), { path: '/api/coupons/{coupon}/status', body: { is_active: true } }),
  orders('POST /api/track-order/order-track', users, { body: { genre: '' } }),
  orders('POST /api/co-producing/order', users, { body: { needs: [] } }),
  orders('POST /api/mixing-mastering/order', users, { body: { needs: [] } }),
  orders('GET /api/service-requests', admins('support', 'viewer')),
  orders('GET /api/service-requests/:id', missing('support', 'viewer'), { path: '/api/service-requests/{unknown}' }),
  orders('PUT /api/service-requests/:id/state', missing('support'), {
    path: '/api/service-requests/{unknown}/state',
    body: { state: 'closed' },
  }),
  orders('DELETE /api/coupons/:id', missing('finance'), { path: '/api/coupons/{unknown}' }),
  orders('GET /log/checkpoint', everyone),
  orders('GET /log/checkpoint/:size', everyone, { path: '/log/checkpoint/0' }),
  orders('GET /log/checkpoint/:size', nobody, { path: '/log/checkpoint/999999999' }),
  orders('GET /log/key', everyone),
  orders('GET /log/tile/*', nobody, { path: '/log/tile/0/999', note: 'a tile that is not full yet' }),
  orders('GET /internal/order-stats', nobody),
  orders('POST /internal/open-purchases', nobody, { body: { userId: 1 } }),
];

const track = {
  storeName: 'Any',
  trackName: 'Harbour Lights',
  price: 299,
  genre: 'Techno',
  bpm: 128,
  key: 'A',
  trackFilesLink: 'https://www.dropbox.com/s/track',
  contactEmail: 'alex.moor@example.com',
};
const SELLERS = [
  sellers('GET /api/sellers/user/:userId', sellerAndAdmins('support', 'finance', 'viewer'), { path: '/api/sellers/user/{S}' }),
  sellers('GET /api/sellers/user/:userId', buyerAndAdmins('support', 'finance', 'viewer'), {
    path: '/api/sellers/user/{B}',
    note: 'who has no store: status 0',
  }),
  sellers('GET /api/sellers/:id/tracks', sellerAndAdmins('catalogue', 'support', 'viewer'), {
    path: '/api/sellers/{seller}/tracks',
  }),
  sellers('GET /api/sellers/:id/tracks', missing('catalogue', 'support', 'viewer'), { path: '/api/sellers/{unknown}/tracks' }),
  sellers('PUT /api/sellers/:id/accept-offer', seller, {
    path: '/api/sellers/{seller}/accept-offer',
    note: 'a legal act: nobody does it for the seller',
  }),
  sellers('PUT /api/sellers/:id/verification', seller, {
    path: '/api/sellers/{seller}/verification',
    form: { note: 'no file' },
    note: 'a form without a file is 400',
  }),
  sellers('GET /api/sellers/:id/verification', answers([401, 403, 403, 404, 403, 404], ['support']), {
    path: '/api/sellers/{seller}/verification',
    note: 'there is none yet',
  }),
  sellers('PUT /api/sellers/:id/payment', seller, {
    path: '/api/sellers/{seller}/payment',
    body: { payment_method: 'paypal', paypal_email: 'payouts@example.com' },
    note: 'admins edit the store instead',
  }),
  sellers('POST /api/sellers/confirm-paypal/:token', everyone, {
    path: '/api/sellers/confirm-paypal/wrong',
    note: 'the token is the credential; one that is wrong, used or too old is 400',
  }),
  sellers('POST /api/sellers/:id/payment/confirmation', sellerAndAdmins('finance'), {
    path: '/api/sellers/{seller}/payment/confirmation',
    note: 'a second link; nothing to confirm is 409',
  }),
  sellers('GET /api/sellers', admins('support', 'finance', 'viewer')),
  sellers('GET /api/sellers/unsold-tracks', admins('catalogue', 'support', 'viewer')),
  sellers('PUT /api/sellers/:id', admins('support'), {
    path: '/api/sellers/{seller}',
    body: { social_link: null },
    byField: true,
  }),
  sellers('PUT /api/sellers/:id', admins('finance'), {
    path: '/api/sellers/{seller}',
    body: { payment_method: 'paypal', paypal_email: 'payouts@example.com' },
    note: 'where the money goes is not for support',
    byField: true,
  }),
  sellers('POST /api/sellers/:id/card-number', answers([401, 403, 403, 403, 403, 404], ['finance']), {
    path: '/api/sellers/{seller}/card-number',
    body: { reason: 'A test' },
    note: 'the store is paid by PayPal; asks for a step-up',
  }),
  sellers('DELETE /api/sellers/:id', missing('support'), { path: '/api/sellers/{unknown}' }),
  sellers('PUT /api/sellers/:id/status', admins('support'), { path: '/api/sellers/{seller}/status', body: { status: 'active' } }),
  sellers('POST /api/track-submissions', seller, {
    body: track,
    note: 'active stores only: that of S2 is not',
  }),
  sellers('PUT /api/track-submissions/:id', answers([401, 403, 403, 404, 403, 403], []), {
    path: '/api/track-submissions/{unknown}',
    body: track,
  }),
  sellers('GET /api/track-submissions', admins('catalogue', 'viewer')),
  sellers('GET /api/track-submissions/:id', missing('catalogue', 'viewer'), { path: '/api/track-submissions/{unknown}' }),
  sellers('PUT /api/track-submissions/:id/status', missing('catalogue'), {
    path: '/api/track-submissions/{unknown}/status',
    body: { status: 'in_review' },
  }),
  sellers('GET /internal/store-stats', nobody),
  sellers('POST /internal/open-earnings', nobody, { body: { userId: 1 } }),
  sellers('GET /api/sellers/:id/ledger', sellerAndAdmins('finance', 'viewer'), { path: '/api/sellers/{seller}/ledger' }),
  sellers('GET /api/sellers/:id/ledger', missing('finance', 'viewer'), { path: '/api/sellers/{unknown}/ledger' }),
  sellers('GET /api/sellers/:id/ledger.csv', sellerAndAdmins('finance', 'viewer'), { path: '/api/sellers/{seller}/ledger.csv' }),
  sellers('GET /api/sellers/:id/statements', sellerAndAdmins('finance', 'viewer'), { path: '/api/sellers/{seller}/statements' }),
  sellers('GET /api/sellers/:id/statements', missing('finance', 'viewer'), { path: '/api/sellers/{unknown}/statements' }),
  ...(['pdf', 'csv'] as const).map((form) =>
    sellers(`GET /api/sellers/:id/statements/:month.${form}`, missing('finance', 'viewer'), {
      path: `/api/sellers/{unknown}/statements/2026-11.${form}`,
    }),
  ),
  sellers('POST /api/sellers/:id/payouts', admins('finance'), {
    path: '/api/sellers/{seller}/payouts',
    body: { key: '00000000-0000-4000-8000-000000000001', amountCents: 100, method: 'paypal', reference: 'PP-1' },
    note: 'nothing is due: 409',
  }),
  sellers('GET /api/payouts', admins('finance', 'viewer')),
  sellers('GET /api/payouts/list.csv', admins('finance', 'viewer')),
  sellers('POST /api/payouts/:id/reversal', missing('finance'), {
    path: '/api/payouts/{unknown}/reversal',
    body: { reason: 'A test' },
  }),
  sellers('GET /api/payout-batches', admins('finance', 'viewer')),
  sellers('GET /api/payout-batches/:id', missing('finance', 'viewer'), { path: '/api/payout-batches/{unknown}' }),
  sellers('POST /api/payout-batches', admins('finance'), { body: {}, note: 'nothing is due: 409' }),
  sellers('POST /api/payout-batches/:id/approval', missing('finance'), {
    path: '/api/payout-batches/{unknown}/approval',
    body: {},
  }),
  sellers('POST /api/payout-batches/:id/sending', missing('finance'), { path: '/api/payout-batches/{unknown}/sending' }),
  sellers('POST /api/payout-batches/:id/items/:itemId/cancellation', missing('finance'), {
    path: '/api/payout-batches/{unknown}/items/1/cancellation',
  }),
  sellers('POST /api/payout-batches/:id/cancellation', missing('finance'), {
    path: '/api/payout-batches/{unknown}/cancellation',
  }),
];

const message = { name: 'Alex Moor', email: 'alex.moor@example.com' };
const announcement = { title: 'New this week', content: 'Four tracks, each sold once.', is_active: 'true' };

const NOTIFICATIONS = [
  notifications('POST /api/subscribe/subscribe', everyone, { body: { email: 'alex.moor@example.com' } }),
  notifications('GET /api/confirm-subscription/:token', nobody, {
    path: '/api/confirm-subscription/wrong',
    note: 'the token is the credential',
  }),
  notifications('POST /api/subscribe/unsubscribe/:token', nobody, {
    path: '/api/subscribe/unsubscribe/wrong',
    note: 'the token is the credential',
  }),
  notifications('GET /api/subscribe/unsubscribe/:token', everyone, {
    path: '/api/subscribe/unsubscribe/wrong',
    note: 'it leads to the page, whatever the token is',
  }),
  notifications('POST /api/feedback/send-feedback', everyone, { body: { ...message, message: 'Hello' } }),
  notifications('POST /api/contact', users, { body: { ...message, subject: 'Hello', text: 'Hello' } }),
  notifications('POST /api/contact/confirm/:token', everyone, {
    path: '/api/contact/confirm/wrong',
    note: 'the token is the credential; one that is wrong or too old is 400',
  }),
  notifications('GET /api/announcements/active', everyone),
  notifications('GET /api/announcements', admins('support', 'viewer')),
  notifications('GET /api/announcements/:id', missing('support', 'viewer'), { path: '/api/announcements/{unknown}' }),
  notifications('POST /api/announcements', admins('support'), { form: announcement }),
  notifications('PUT /api/announcements/:id', missing('support'), { path: '/api/announcements/{unknown}', form: announcement }),
  notifications('PUT /api/announcements/:id', missing('support'), {
    path: '/api/announcements/{unknown}',
    body: { is_active: true },
  }),
  notifications('DELETE /api/announcements/:id', missing('support'), { path: '/api/announcements/{unknown}' }),
  notifications('GET /api/mdghost-panel-secur/subscribers', admins('support', 'viewer')),
  notifications('DELETE /api/mdghost-panel-secur/subscribers/status/:status', admins('support'), {
    path: '/api/mdghost-panel-secur/subscribers/status/everybody',
    note: 'a status that there is not: the list of the shop under test stays',
  }),
  notifications('DELETE /api/mdghost-panel-secur/subscribers/:id', missing('support'), {
    path: '/api/mdghost-panel-secur/subscribers/{unknown}',
  }),
  notifications('GET /media/notifications/:file', nobody, { path: '/media/notifications/unknown.webp' }),
  notifications('GET /api/seal-checks', admins()),
  notifications('GET /api/timeline', admins('support', 'finance', 'viewer')),
  notifications('GET /api/timeline/list.csv', admins('support', 'finance', 'viewer')),
  notifications('GET /internal/subscriber-stats', nobody),
];

const GATEWAY = [
  gateway('GET /api/config', everyone),
  gateway('GET /api/products/events', everyone, { note: 'ids of tracks alone; the stream itself is not waited for' }),
  gateway('GET /api/admin/dashboard', admins('viewer')),
  gateway('GET /api/admin/status', admins()),
  gateway('POST /api/admin/status/put-back', admins(), { body: { service: 'orders', reaction: 'none' } }),
  gateway('POST /api/csp-reports', everyone, { body: {} }),
  gateway('POST /api/vitals', everyone, { body: { page: 'home', device: 'phone', largestPaintMs: 900 } }),
  gateway('GET /api/openapi.json', everyone),
  gateway('GET /api/docs', everyone, { path: '/api/docs/' }),
  ...['/metrics', '/healthz', '/readyz', '/parked', '/internal/openapi.json'].map((path) =>
    gateway(`GET ${path}`, nobody, { note: 'for operators and the gateway itself; never routed' }),
  ),
];

/** The last calls: they change what the others ask for. */
const LAST = [
  orders('POST /api/orders/:orderId/claims', buyer, {
    path: '/api/orders/{order}/claims',
    body: { productId: '{item}', reason: 'other', text: 'It does not open.' },
  }),
];

export const AUTHORISATION: readonly Row[] = [
  ...[...IDENTITY, ...CATALOG, ...ORDERS, ...SELLERS, ...NOTIFICATIONS, ...GATEWAY],
  ...LAST,
];

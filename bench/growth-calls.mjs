import { setTimeout as pause } from 'node:timers/promises';
import { FOR_SALE, priceOf, unsubscribeToken } from './growth-rows.mjs';

const GENRES = ['Techno', 'House', 'Trance', 'Minimal', 'Trap', 'Ambient', 'Dubstep', 'Melodic Techno'];
const WORDS = ['night', 'silver', 'neon', 'glass', 'harb', 'fever', 'moti', 'garden', 'store', 'minim'];
const SLIPS = ['nihgt', 'silvr', 'nightt', 'hrabour', 'elektric', 'midnihgt', 'crimzon', 'horizn'];
/** Words that keep a search busy: many letters, few different ones, or parts of nearly every word. */
const HOSTILE = [
  `${'a'.repeat(99)}q`,
  'aaaaaaab',
  'aaaaaaab aaaaaaba aaaaabaa aaaabaaa',
  `${'eo'.repeat(11)}b ${'ia'.repeat(11)}d ${'ue'.repeat(11)}f`,
  'a e i o r n t s',
  'ba ra ne to li ke so mu',
];
const SORTS = ['newest', 'price-low', 'price-high', 'slowest', 'fastest', 'played', 'hottest'];
const KEYS = ['A', 'C#', 'D', 'F', 'G#'];
/** The store of the seller who makes the calls. */
const STORE = 1;
export const PASSWORD = 'Deep-House-1!';

/**
 * A search with another choice of filters each time, so no cache has its answer. It counts its tracks, so its cost may grow with
 * them.
 */
const SEARCH = { search: true, grows: true };
/** For calls that take long and always cost nearly the same. */
const FEW = { rounds: 8 };
/** Certificates and invoices follow their purchase within seconds; a busy machine gets more. */
const PAPERS_WITHIN_MS = 120_000;

const get = (path, more) => ({ method: 'GET', path, ...more });
const send = (method, path, body, more) => ({ method, path, body, ...more });
const post = (path, body, more) => send('POST', path, body, more);
const search = (query) => get(`/api/products/search?${new URLSearchParams(query)}`);
/**
 * A call that the shop refuses (a wrong token, code or password, nothing behind an id). It still does every look-up of the call, so
 * its cost counts.
 */
const wrong = (call) => ({ ...call, refused: true });

/**
 * Every public call and every call of an account: its name, a function that makes it with tracks, orders and words of its own each
 * time, and its traits (`grows`: its cost may grow with the shop; `search`; `rounds`). `ask` sends preparations, and `then` runs
 * afterwards; neither is measured. `any(number or list)` chooses at random. `track`, `sold` and `order` return a random id, `nth`
 * an unused number, `untouched` a track that no other call gets. `approve` approves a payment in the PayPal simulator. `people` are
 * sessions with `id`, `email` and `token`: a buyer with orders, another buyer, a guest who logs in and out, and a seller. `deliver`
 * puts a package behind a sold track, and returns the address of its download.
 */
export const growthCalls = ({ any, track, untouched, sold, order, nth, people, ask, approve, deliver }) => {
  const checkout = checkoutOf({ untouched, people, ask, approve });
  return [
    ...pages({ track }),
    ...findings({ any, track, sold, people }),
    ...logins({ nth, people, ask }),
    ...accounts({ any, track, people }),
    ...purchases({ track, untouched, sold, order, people, ask, checkout }),
    ...proofs({ people, ask, checkout }),
    ...claims({ people, ask, checkout }),
    ...stores({ nth, people, ask }),
    ...packages({ nth, people, ask, deliver }),
    ...messages({ nth, people }),
  ];
};

/** Prepares something at its first use, and returns the same every time. */
function once(make) {
  let made;
  return () => (made ??= make());
}

const pages = ({ track }) => [
  ['/', () => get('/')],
  ['/shop', () => get('/shop')],
  ['/track/{id}', () => get(`/track/${track()}`)],
  ['/sitemap.xml', () => get('/sitemap.xml')],
  // The site map comes in parts; the first part grows with the shop until it is full.
  ['/sitemap-{n}.xml', () => get('/sitemap-1.xml'), { grows: true }],
  ['/api/config', () => get('/api/config')],
  [
    '/api/vitals',
    () => post('/api/vitals', { page: 'shop', device: 'phone', largestPaintMs: 900, layoutShift: 0, interactionDelayMs: 40 }),
  ],
  ['/api/csp-reports', () => post('/api/csp-reports', POLICY_REPORT, { headers: { 'content-type': 'application/csp-report' } })],
  ['/api/openapi.json', () => get('/api/openapi.json')],
  ['/api/docs', () => get('/api/docs')],
];

const POLICY_REPORT = {
  'csp-report': {
    ...{ 'document-uri': 'https://shop.example/shop', 'blocked-uri': 'inline' },
    ...{ 'effective-directive': 'script-src-elem', 'violated-directive': 'script-src-elem', disposition: 'enforce' },
  },
};

const findings = ({ any, track, sold, people: { buyer } }) => [
  ['/api/products', () => get('/api/products'), { grows: true, ...FEW }],
  ['search: first page', () => get('/api/products/search?limit=24'), SEARCH],
  ['search: a genre', () => search({ genre: any(GENRES), limit: 20 + any(20) }), SEARCH],
  ['search: price and genre', () => search({ genre: any(GENRES), sort: any(SORTS), price: range(any, 10, 500) }), SEARCH],
  ['search: key, type, price', () => search({ key: any(KEYS), type: 'Instrumental', price: range(any, 10, 500) }), SEARCH],
  [
    'search: tempos, mode',
    () => search({ bpm: range(any, 1, 125, 80), half_double: 1, mode: any(['major', 'minor']), sort: any(SORTS) }),
    SEARCH,
  ],
  ['search: words', () => search({ q: `${any(WORDS)} ${any(WORDS).slice(0, 2)}`, sort: any(SORTS) }), SEARCH],
  ['search: typing errors', () => search({ q: any(SLIPS), price: range(any, 10, 900) }), SEARCH],
  ['search: hostile words', () => search({ q: any(HOSTILE), price: range(any, 10, 900) }), SEARCH],
  ['search: mixes with', () => search({ mixes: track(), within: 1 + any(9) }), SEARCH],
  [
    'search: a page deep within',
    () => search({ sort: 'price-low', limit: 48, after: `price-low~${20000 + 1000 * any(70)}~${track()}` }),
    SEARCH,
  ],
  ['/api/products/{id}', () => get(`/api/products/${track()}`)],
  ['/api/products/{id}, sold', () => wrong(get(`/api/products/${sold()}`))],
  ['/api/products/{id}/similar', () => get(`/api/products/${track()}/similar`), SEARCH],
  ['/api/products/by-ids', () => post('/api/products/by-ids', { ids: Array.from({ length: 24 }, track) })],
  ['…/increment-play-count', () => post(`/api/products/${track()}/increment-play-count`, {}, { session: buyer })],
  ['/api/demos', () => get('/api/demos')],
  ['/api/demos/{id}', () => wrong(get(`/api/demos/${sold()}`))],
  ['/media/catalog/{file}', () => wrong(get(`/media/catalog/${'0'.repeat(64)}.webp`))],
];

const range = (pick, step, from, least = 0) => `${least + step * pick(40)}-${from + step * pick(50)}`;

const logins = ({ nth, people: { buyer, guest }, ask }) => {
  const registration = () => ({
    ...{ name: 'Mara', last_name: 'Lind', email: `mara${nth()}@example.com`, country: 'Sweden' },
    ...{ password: PASSWORD, confirmPassword: PASSWORD },
  });
  const credentials = { email: guest.email, password: PASSWORD };
  const loggedIn = async () => ({ token: JSON.parse(await ask(post('/api/users/login', credentials))).token });
  const secondStep = (path, more) => () =>
    wrong(post(`/api/users/login/second-factor${path}`, { challenge: `none${nth()}`, ...more }));
  const factor =
    (path, body = {}) =>
    () =>
      wrong(post(path, body, { session: buyer }));
  return [
    ['/api/users/register', () => post('/api/users/register', registration())],
    ['/api/users/resend-code', () => post('/api/users/resend-code', { email: `mara${nth()}@example.com` })],
    [
      '/api/users/complete-registration',
      () => wrong(post('/api/users/complete-registration', { ...credentials, verificationCode: '000000' })),
    ],
    ['/api/users/login', () => post('/api/users/login', credentials)],
    ['/api/users/logout', async () => post('/api/users/logout', {}, { session: await loggedIn() })],
    ['/api/users/sessions', () => get('/api/users/sessions', { session: buyer })],
    [
      'DELETE /api/users/sessions/{id}',
      async () => {
        const session = await loggedIn();
        const { id } = JSON.parse(await ask(get('/api/users/sessions', { session }))).data.find(({ current }) => current);
        return send('DELETE', `/api/users/sessions/${id}`, undefined, { session: await loggedIn() });
      },
    ],
    ['/api/users/logout-everywhere', async () => post('/api/users/logout-everywhere', {}, { session: await loggedIn() })],
    ['/api/users/forgot-password', () => post('/api/users/forgot-password', { email: guest.email })],
    ['/api/users/reset-password/{token}', () => wrong(post(`/api/users/reset-password/none${nth()}`, { password: PASSWORD }))],
    ['…/login/second-factor', secondStep('', { code: '000000' })],
    ['…/login/second-factor/options', secondStep('/options')],
    ['…/login/second-factor/enrol', secondStep('/enrol')],
    ['…/login/second-factor/enrol/passkey', secondStep('/enrol/passkey')],
    ['…/login/passkey/options', () => post('/api/users/login/passkey/options', {})],
    ['…/login/passkey', () => wrong(post('/api/users/login/passkey', { challenge: 'none', passkey: PASSKEY }))],
    ['/api/users/second-factor', () => get('/api/users/second-factor', { session: buyer })],
    ['/api/users/second-factor/app', factor('/api/users/second-factor/app', { password: 'wrong' })],
    ['…/second-factor/app/confirm', factor('/api/users/second-factor/app/confirm', { code: '000000' })],
    ['…/second-factor/app/remove', factor('/api/users/second-factor/app/remove', { code: '000000' })],
    ['…/second-factor/recovery-codes', factor('/api/users/second-factor/recovery-codes', { code: '000000' })],
    ['/api/users/passkeys/options', factor('/api/users/passkeys/options', { password: 'wrong' })],
    ['/api/users/passkeys', factor('/api/users/passkeys', { name: 'Key', passkey: PASSKEY })],
    ['/api/users/passkeys/{id}/remove', factor('/api/users/passkeys/1/remove', { code: '000000' })],
    ['/api/users/step-up/options', () => post('/api/users/step-up/options', {}, { session: buyer })],
    ['/api/users/step-up', factor('/api/users/step-up', { code: '000000' })],
  ];
};

const PASSKEY = {
  ...{ id: 'none', rawId: 'none', type: 'public-key' },
  response: { clientDataJSON: 'none', authenticatorData: 'none', signature: 'none' },
};

const accounts = ({ any, track, people: { buyer, other } }) => {
  const list = (kind) => {
    const path = `/api/${kind}/${buyer.id}`;
    return [
      [`PUT /api/${kind}/{id}`, () => send('PUT', path, { [kind]: [{ id: track() }] }, { session: buyer })],
      [`PATCH /api/${kind}/{id}`, () => send('PATCH', path, { add: [track()] }, { session: buyer, then: emptied(path, kind) })],
    ];
  };
  const emptied = (path, kind) => send('PUT', path, { [kind]: [] }, { session: buyer });
  const own = (path) => `/api/users/own-data${path}`;
  return [
    ...list('cart'),
    ...list('wishlist'),
    ['/api/users/{id}/details', () => get(`/api/users/${buyer.id}/details`, { session: buyer })],
    [
      'PUT /api/users/{id}',
      () =>
        send('PUT', `/api/users/${buyer.id}`, { name: `Mara ${any(1000)}`, country: 'Norway', password: '' }, { session: buyer }),
    ],
    ['…/email-change/resend', () => wrong(post(`/api/users/${buyer.id}/email-change/resend`, {}, { session: buyer }))],
    ['DELETE …/email-change', () => send('DELETE', `/api/users/${buyer.id}/email-change`, undefined, { session: buyer })],
    ['/api/users/confirm-email/{token}', () => wrong(post(`/api/users/confirm-email/none${any(1e6)}`, {}))],
    ['/api/users/undo-email-change/{token}', () => wrong(post(`/api/users/undo-email-change/none${any(1e6)}`, {}))],
    ['/api/users/own-data', () => get(own(''), { session: buyer })],
    ['POST …/own-data/deletion', () => wrong(post(own('/deletion'), { password: 'wrong' }, { session: other }))],
    ['DELETE …/own-data/deletion', () => send('DELETE', own('/deletion'), undefined, { session: other })],
    ['/api/users/own-data/exports', () => get(own('/exports'), { session: buyer })],
    ['POST …/own-data/exports', () => wrong(post(own('/exports'), { password: 'wrong' }, { session: other }))],
    ['…/own-data/exports/{token}', () => wrong(get(own(`/exports/none${any(1e6)}`), { session: buyer }))],
  ];
};

const customer = ({ email }) => ({ firstName: 'First', lastName: 'Last', email, country: 'Norway' });
/** The price of one track with the fee, in dollars. */
const totalOf = (product) => Math.round(priceOf(product - FOR_SALE) * 105) / 100;

/** The calls of a checkout, and `buy`, which makes them for a track that no other call gets. */
function checkoutOf({ untouched, people: { other }, ask, approve }) {
  const purchase = (product, session) => ({
    ...{ cartItems: [product], customer_info: customer(session), total_amount: totalOf(product), userId: session.id },
  });
  const create = (product, session) => post('/api/orders/paypal/create', purchase(product, session), { session });
  const approved = async (product) => {
    const { id } = JSON.parse(await ask(create(product, other)));
    approve(id);
    return post('/api/orders/paypal/capture', { orderID: id, userId: other.id }, { session: other });
  };
  const buy = async () => {
    const product = untouched();
    const { orderId } = JSON.parse(await ask(await approved(product)));
    return { orderId, product };
  };
  return { create, approved, buy };
}

const purchases = ({ track, untouched, sold, order, people: { buyer, other }, ask, checkout: { create, approved } }) => {
  const placed = (product) => ({
    ...{ user_id: buyer.id, products: [product], total_price: totalOf(product), customer_info: customer(buyer) },
    ...{ discount_amount: '0.00', coupon_id: null, projectSelections: {} },
  });
  const heldTrack = async () => {
    const product = untouched();
    await ask(create(product, other));
    return `/api/orders/holds/${product}/reminder`;
  };
  return [
    ['/api/orders/holds', () => get(`/api/orders/holds?ids=${[track(), track(), sold()]}`, { session: buyer })],
    ['PUT …/holds/{id}/reminder', async () => send('PUT', await heldTrack(), undefined, { session: buyer })],
    [
      'DELETE …/holds/{id}/reminder',
      async () => {
        const path = await heldTrack();
        await ask(send('PUT', path, undefined, { session: buyer }));
        return send('DELETE', path, undefined, { session: buyer });
      },
    ],
    ['/api/coupons/validate', () => wrong(get(`/api/coupons/validate?code=NONE${sold()}`, { session: buyer }))],
    ['/api/orders, arranged', () => post('/api/orders', placed(untouched()), { session: buyer })],
    ['/api/orders/paypal/create', () => create(untouched(), buyer)],
    ['/api/orders/paypal/capture', () => approved(untouched())],
    [
      '/api/orders/paypal/webhook',
      () => wrong(post('/api/orders/paypal/webhook', { id: 'WH-1', event_type: 'PAYMENT.CAPTURE.COMPLETED' })),
    ],
    ['/api/orders/user/{id}', () => get(`/api/orders/user/${buyer.id}`, { session: buyer })],
    ['/api/orders/{id}', () => get(`/api/orders/${order()}`, { session: buyer })],
    ['/api/orders/{id}/resend', () => post(`/api/orders/${order()}/resend`, { newLinks: false }, { session: buyer })],
    [
      '/api/orders/{id}/downloads/{item}',
      async () => {
        const { downloadLinks } = JSON.parse(await ask(get(`/api/orders/${order()}`, { session: buyer }))).data;
        return get(downloadLinks[0].url);
      },
    ],
    [
      '/api/orders/{id}/contracts/{item}.pdf',
      () => {
        const id = order();
        return get(`/api/orders/${id}/contracts/${id}.pdf`, { session: buyer });
      },
      FEW,
    ],
  ];
};

/** Certificates, the sales log and invoices: what a purchase leaves behind for good. */
const proofs = ({ people: { other }, ask, checkout: { buy } }) => {
  const own = { session: other };
  const answered = async (call) => {
    const until = performance.now() + PAPERS_WITHIN_MS;
    for (;;) {
      try {
        return await ask(call);
      } catch (error) {
        if (performance.now() > until) throw error;
        await pause(500);
      }
    }
  };
  const bought = once(async () => {
    const { orderId, product } = await buy();
    const { products } = JSON.parse(await ask(get(`/api/orders/${orderId}`, own))).data;
    const [{ certificate }] = products;
    await answered(get(`/api/certificates/${certificate}`));
    await answered(get(`/api/orders/${orderId}/invoice.pdf`, own));
    return { order: `/api/orders/${orderId}`, product, certificate };
  });
  const ofCode = (pathOf) => async () => get(pathOf((await bought()).certificate));
  const ofOrder = (make) => async () => make(await bought());
  let shown = false;
  return [
    ['/api/certificates/{code}', ofCode((code) => `/api/certificates/${code}`)],
    ['/api/certificates/{code}/badge.svg', ofCode((code) => `/api/certificates/${code}/badge.svg`)],
    [
      '/api/orders/{id}/certificates/{track}',
      ofOrder(({ order, product }) => send('PUT', `${order}/certificates/${product}`, { shown: (shown = !shown) }, own)),
    ],
    ['/api/log/proof', ofCode((code) => `/api/log/proof?code=${code}`)],
    ['/.well-known/jwks.json', () => get('/.well-known/jwks.json')],
    ['/log/checkpoint', () => get('/log/checkpoint')],
    ['/log/checkpoint/{size}', () => wrong(get('/log/checkpoint/900000000'))],
    ['/log/key', () => get('/log/key')],
    ['/log/tile/{tile}', ofOrder(() => get('/log/tile/0/000'))],
    ['…/invoice.pdf', ofOrder(({ order }) => get(`${order}/invoice.pdf`, own))],
    ['…/credit-notes/{nth}.pdf', ofOrder(({ order }) => wrong(get(`${order}/credit-notes/1.pdf`, own)))],
  ];
};

/** A picture of one pixel. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** One order is reported again and again, and each claim withdrawn before the next one. */
const claims = ({ people: { other }, ask, checkout: { buy } }) => {
  const own = { session: other };
  const bought = once(buy);
  const report = async () => {
    const { orderId, product } = await bought();
    const problem = { productId: product, reason: 'files-broken', text: 'The stems do not open.' };
    return post(`/api/orders/${orderId}/claims`, problem, own);
  };
  const openClaim = async () => JSON.parse(await ask(get('/api/claims?open=true', own))).data[0]?.id;
  const withdrawal = (id) => post(`/api/claims/${id}/withdrawal`, undefined, own);
  const claim = async () => (await openClaim()) ?? JSON.parse(await ask(await report())).data.id;
  const message = (id, file) => {
    const form = new FormData();
    form.set('text', 'Here is what my program says.');
    if (file) form.set('files', new File([file], 'error.png', { type: 'image/png' }));
    return post(`/api/claims/${id}/messages`, form, own);
  };
  const withFile = once(async () => {
    const { messages } = JSON.parse(await ask(message(await claim(), PICTURE))).data;
    return messages.flatMap(({ files }) => files)[0].url;
  });
  return [
    [
      '/api/orders/{id}/claims',
      async () => {
        const id = await openClaim();
        if (id) await ask(withdrawal(id));
        return report();
      },
    ],
    ['/api/claims', () => get('/api/claims', own)],
    ['/api/claims/{id}', async () => get(`/api/claims/${await claim()}`, own)],
    ['/api/claims/{id}/withdrawal', async () => withdrawal(await claim())],
    ['/api/claims/{id}/messages', async () => message(await claim())],
    ['/api/claims/{id}/files/{id}', async () => get(await withFile(), own)],
  ];
};

const stores = ({ nth, people: { seller }, ask }) => {
  const of = (path) => `/api/sellers/${STORE}${path}`;
  const own = { session: seller };
  const month = once(async () => JSON.parse(await ask(get(of('/statements'), own))).data[0].month);
  const submission = () => ({
    ...{ storeName: 'Store 1', trackName: `Harbour Lights ${nth()}`, price: 349, genre: 'Deep House', bpm: 122, key: 'F#' },
    ...{ trackFilesLink: 'https://www.dropbox.com/s/track', projectFilesLink: '', contactEmail: seller.email },
  });
  return [
    ['/api/sellers/user/{id}', () => get(`/api/sellers/user/${seller.id}`, own)],
    ['/api/sellers/{id}/accept-offer', () => send('PUT', of('/accept-offer'), {}, own)],
    [
      '/api/sellers/{id}/payment',
      async () => {
        await ask(post('/api/users/step-up', { password: PASSWORD }, own));
        return send('PUT', of('/payment'), { payment_method: 'paypal', paypal_email: `nora${nth()}@example.com` }, own);
      },
    ],
    ['…/payment/confirmation', () => post(of('/payment/confirmation'), undefined, own)],
    ['/api/sellers/confirm-paypal/{token}', () => wrong(post(`/api/sellers/confirm-paypal/none${nth()}`, {}))],
    ['/api/sellers/{id}/statements', () => get(of('/statements'), own)],
    ['…/statements/{month}.pdf', async () => get(of(`/statements/${await month()}.pdf`), own), FEW],
    ['…/statements/{month}.csv', async () => get(of(`/statements/${await month()}.csv`), own)],
    ['PUT /api/sellers/{id}/verification', () => wrong(send('PUT', of('/verification'), {}, own))],
    ['/api/sellers/{id}/verification', () => wrong(get(of('/verification'), own))],
    ['/api/sellers/{id}/tracks', () => get(of('/tracks?page=1&limit=10'), own)],
    ['/api/sellers/{id}/ledger', () => get(of('/ledger?page=1&limit=10'), own)],
    ['/api/sellers/{id}/ledger.csv', () => get(of('/ledger.csv'), own), FEW],
    ['/api/track-submissions', () => post('/api/track-submissions', submission(), own)],
    ['PUT /api/track-submissions/{id}', () => wrong(send('PUT', '/api/track-submissions/2000000000', submission(), own))],
  ];
};

/** A file that ends with its first piece. */
const PIECE = Buffer.alloc(1000, 'sound');
const TUS = { 'tus-resumable': '1.0.0' };
const TUS_PIECE = { ...TUS, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' };

const packages = ({ nth, people: { seller }, ask, deliver }) => {
  const own = { session: seller };
  const dataOf = async (call) => JSON.parse(await ask(call)).data;
  const create = () => post('/api/packages', {}, own);
  const createdAt = async () => `/api/packages/${(await dataOf(create())).id}`;
  const begin = (at) => post(`${at}/uploads`, { path: `Stems/${nth()}.wav`, sizeBytes: PIECE.length }, own);
  const piece = (uploadUrl) => send('PATCH', uploadUrl, PIECE, { ...own, headers: TUS_PIECE });
  const upload = async (at) => (await dataOf(begin(at))).uploadUrl;
  const fileIn = async (at) => {
    await ask(piece(await upload(at)));
    const { id, files } = await dataOf(get(at, own));
    return { id, at: `${at}/files/${files.at(-1).id}` };
  };
  const stocked = once(async () => {
    const at = await createdAt();
    const file = await fileIn(at);
    return { at, file: file.at, delivery: await deliver(file.id) };
  });
  const busy = once(createdAt);
  return [
    ['POST /api/packages', create],
    ['/api/packages/{id}', async () => get((await stocked()).at, own)],
    ['DELETE /api/packages/{id}', async () => send('DELETE', await createdAt(), undefined, own)],
    ['/api/packages/{id}/uploads', async () => begin(await busy())],
    ['HEAD …/uploads/{id}', async () => ({ method: 'HEAD', path: await upload(await busy()), headers: TUS, ...own })],
    ['PATCH …/uploads/{id}', async () => piece(await upload(await busy()))],
    ['DELETE …/uploads/{id}', async () => send('DELETE', await upload(await busy()), undefined, { ...own, headers: TUS })],
    [
      '/api/packages/{id}/complete',
      async () => {
        const at = await createdAt();
        await fileIn(at);
        return post(`${at}/complete`, {}, own);
      },
      FEW,
    ],
    ['/api/packages/{id}/files/{id}', async () => get((await stocked()).file, own)],
    ['PUT …/files/{id}', async () => send('PUT', (await stocked()).file, { role: 'stem' }, own)],
    ['DELETE …/files/{id}', async () => send('DELETE', (await fileIn(await createdAt())).at, undefined, own)],
    ['/media/packages/{signature}', async () => get((await stocked()).delivery)],
  ];
};

const messages = ({ nth, people: { buyer } }) => {
  const sender = { name: 'Marta', email: 'marta@example.com' };
  const own = { session: buyer };
  const need = { description: 'The kick must breathe.', ...sender };
  return [
    ['/api/announcements/active', () => get('/api/announcements/active')],
    ['/media/notifications/{file}', () => wrong(get(`/media/notifications/${'0'.repeat(64)}.webp`))],
    ['/api/subscribe/subscribe', () => post('/api/subscribe/subscribe', { email: `reader${nth()}@example.com` })],
    ['/api/confirm-subscription/{token}', () => wrong(get(`/api/confirm-subscription/none${nth()}`))],
    ['GET …/unsubscribe/{token}', () => get(`/api/subscribe/unsubscribe/${unsubscribeToken(buyer.person)}`)],
    ['/api/subscribe/unsubscribe/{token}', () => post(`/api/subscribe/unsubscribe/${unsubscribeToken(buyer.person)}`, {})],
    ['/api/feedback/send-feedback', () => post('/api/feedback/send-feedback', { ...sender, message: 'Do you take remixes?' })],
    ['/api/contact', () => post('/api/contact', { ...sender, subject: 'My store', text: 'When will it be active?' }, own)],
    ['/api/contact/confirm/{token}', () => wrong(post(`/api/contact/confirm/none${nth()}`, {}))],
    [
      '/api/track-order/order-track',
      () =>
        post(
          '/api/track-order/order-track',
          {
            ...{
              genre: 'Techno',
              bpm: 132,
              version: 'Instrumental',
              projectFile: 'Yes',
              masterVersion: 'No',
              mixVersion: ['Extended Mix'],
            },
            ...{ radioVersion: [], example: 'https://soundcloud.com/someone/something', ...need },
          },
          own,
        ),
    ],
    ['/api/co-producing/order', () => post('/api/co-producing/order', { needs: ['Arrangement'], link: '', ...need }, own)],
    [
      '/api/mixing-mastering/order',
      () => post('/api/mixing-mastering/order', { needs: ['Mixing', 'Mastering'], stemsCount: 24, example: '', ...need }, own),
    ],
  ];
};

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
 * sessions with `id`, `email` and `token`: a buyer with orders, another buyer, a guest who logs in and out, and a seller.
 */
export const growthCalls = ({ any, track, untouched, sold, order, nth, people, ask, approve }) => [
  ...pages({ track }),
  ...findings({ any, track, sold, people }),
  ...logins({ nth, people, ask }),
  ...accounts({ any, track, people }),
  ...purchases({ track, untouched, sold, order, people, ask, approve }),
  ...stores({ nth, people, ask }),
  ...messages({ nth, people }),
];

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
];

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

const purchases = ({ track, untouched, sold, order, people: { buyer, other }, ask, approve }) => {
  const purchase = (product, session) => ({
    ...{ cartItems: [product], customer_info: customer(session), total_amount: totalOf(product), userId: session.id },
  });
  const create = (product, session) => post('/api/orders/paypal/create', purchase(product, session), { session });
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
    [
      '/api/orders/paypal/capture',
      async () => {
        const { id } = JSON.parse(await ask(create(untouched(), other)));
        approve(id);
        return post('/api/orders/paypal/capture', { orderID: id, userId: other.id }, { session: other });
      },
    ],
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

const stores = ({ nth, people: { seller }, ask }) => {
  const of = (path) => `/api/sellers/${STORE}${path}`;
  const own = { session: seller };
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
    ['PUT /api/sellers/{id}/verification', () => wrong(send('PUT', of('/verification'), {}, own))],
    ['/api/sellers/{id}/verification', () => wrong(get(of('/verification'), own))],
    ['/api/sellers/{id}/tracks', () => get(of('/tracks?page=1&limit=10'), own)],
    ['/api/sellers/{id}/ledger', () => get(of('/ledger?page=1&limit=10'), own)],
    ['/api/sellers/{id}/ledger.csv', () => get(of('/ledger.csv'), own), FEW],
    [
      '/api/track-submissions',
      () =>
        post(
          '/api/track-submissions',
          {
            ...{
              storeName: 'Store 1',
              trackName: `Harbour Lights ${nth()}`,
              price: 349,
              genre: 'Deep House',
              bpm: 122,
              key: 'F#',
            },
            ...{ trackFilesLink: 'https://www.dropbox.com/s/track', projectFilesLink: '', contactEmail: seller.email },
          },
          own,
        ),
    ],
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

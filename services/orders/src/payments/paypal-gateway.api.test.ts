import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { PaymentGateway } from './payment-gateway';
import { createPaypalGateway } from './paypal-gateway';

type SeenRequest = { path: string; body: string; headers: IncomingMessage['headers'] };
type Answer = (res: ServerResponse) => void;

let server: Server;
let requests: SeenRequest[];
let answer: Answer;
let tokenAnswer: Answer;
let paypal: PaymentGateway;

const json =
  (status: number, body: unknown): Answer =>
  (res) =>
    void res.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
const problem = (status: number, issue: string) => json(status, { name: 'X', details: [{ issue }] });

beforeEach(async () => {
  requests = [];
  tokenAnswer = json(200, { access_token: 'T', expires_in: 32400 });
  server = createServer((req, res) => {
    const chunks: Buffer[] = [];
    req.on('data', (chunk: Buffer) => chunks.push(chunk));
    req.on('end', () => {
      requests.push({ path: req.url!, body: Buffer.concat(chunks).toString(), headers: req.headers });
      (req.url === '/v1/oauth2/token' ? tokenAnswer : answer)(res);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  paypal = waitingFor(60_000);
});
const waitingFor = (PAYPAL_TIMEOUT_MS: number) =>
  createPaypalGateway({
    PAYPAL_CLIENT_ID: 'id',
    PAYPAL_CLIENT_SECRET: 'secret',
    PAYPAL_WEBHOOK_ID: 'WH-1',
    PAYPAL_API_URL: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    PAYPAL_TIMEOUT_MS,
  });
afterEach(
  () =>
    new Promise((resolve) => {
      server.close(resolve);
      server.closeAllConnections();
    }),
);

const order = {
  requestId: 'create-ref',
  customId: 'ref',
  items: [
    { name: 'A'.repeat(200), cents: 39900 },
    { name: 'B', cents: 34900 },
  ],
  subtotalCents: 74800,
  discountCents: 7480,
  feeCents: 3740,
  totalCents: 71060,
};
const completed = {
  id: 'PP',
  status: 'COMPLETED',
  purchase_units: [
    {
      payments: {
        captures: [
          {
            id: 'CAP',
            status: 'COMPLETED',
            amount: { currency_code: 'USD', value: '710.60' },
            custom_id: 'ref',
            create_time: '2026-11-20T18:04:05Z',
            seller_receivable_breakdown: { paypal_fee: { currency_code: 'USD', value: '25.29' } },
          },
        ],
      },
    },
  ],
};

test('an order carries items, discount and fee that add up, our ref, a request id, and no invoice id', async () => {
  answer = json(201, { id: 'PP', status: 'CREATED' });
  expect(await paypal.createOrder(order)).toEqual({ kind: 'created', id: 'PP' });
  const secondRequest = requests[1]!;
  expect(secondRequest).toMatchObject({
    path: '/v2/checkout/orders',
    headers: {
      'content-type': 'application/json',
      'paypal-request-id': 'create-ref',
      prefer: 'return=minimal',
      authorization: 'Bearer T',
    },
  });
  expect(JSON.parse(secondRequest.body)).toMatchObject({
    intent: 'CAPTURE',
    purchase_units: [
      {
        custom_id: 'ref',
        amount: {
          currency_code: 'USD',
          value: '710.60',
          breakdown: { item_total: { value: '748.00' }, discount: { value: '74.80' }, handling: { value: '37.40' } },
        },
        items: [
          { name: 'A'.repeat(127), quantity: '1', unit_amount: { currency_code: 'USD', value: '399.00' } },
          { name: 'B', unit_amount: { value: '349.00' } },
        ],
      },
    ],
  });
  expect(secondRequest.body).not.toContain('invoice_id');
});

test('a capture is read to the cent', async () => {
  answer = json(201, completed);
  expect(await paypal.captureOrder('PP', 'capture-ref-1')).toEqual({
    kind: 'captured',
    capture: {
      captureId: 'CAP',
      status: 'completed',
      amountCents: 71060,
      currency: 'USD',
      customId: 'ref',
      providerFeeCents: 2529,
      payerCountry: null,
      capturedAt: new Date('2026-11-20T18:04:05Z'),
    },
  });
  expect(requests[0]).toMatchObject({ headers: { authorization: `Basic ${Buffer.from('id:secret').toString('base64')}` } });
  expect(requests[1]).toMatchObject({
    path: '/v2/checkout/orders/PP/capture',
    headers: { 'content-type': 'application/json', 'paypal-request-id': 'capture-ref-1', prefer: 'return=representation' },
    body: '',
  });
});

test.each<[string, number, string, string]>([
  ['a refused card', 422, 'INSTRUMENT_DECLINED', 'declined'],
  ['a limit of the buyer', 422, 'TRANSACTION_LIMIT_EXCEEDED', 'declined'],
  ['an order not approved', 422, 'ORDER_NOT_APPROVED', 'not-approved'],
  ['an order captured before', 422, 'ORDER_ALREADY_CAPTURED', 'already-captured'],
  ['an unknown order', 404, 'INVALID_RESOURCE_ID', 'gone'],
  ['a call still at work', 422, 'ORDER_COMPLETION_IN_PROGRESS', 'unknown'],
  ['an earlier call at work', 409, 'PREVIOUS_REQUEST_IN_PROGRESS', 'unknown'],
  ['too many calls', 429, 'RATE_LIMIT_REACHED', 'unknown'],
  ['wrong credentials', 401, 'AUTHENTICATION_FAILURE', 'unknown'],
  ['a fault of PayPal', 500, 'INTERNAL_SERVER_ERROR', 'unknown'],
])('capture: %s', async (_, status, issue, kind) => {
  answer = problem(status, issue);
  expect(await paypal.captureOrder('PP', 'r')).toMatchObject({ kind });
});

test.each([
  [422, 'PAYEE_ACCOUNT_RESTRICTED', 'shop'],
  [403, 'PAYEE_ACCOUNT_NOT_VERIFIED', 'shop'],
  [422, 'TRANSACTION_RECEIVING_LIMIT_EXCEEDED', 'shop'],
  [422, 'AUTH_CAPTURE_NOT_ENABLED', 'shop'],
  [422, 'PAYEE_BLOCKED_TRANSACTION', 'filter'],
  [422, 'TRANSACTION_BLOCKED_BY_PAYEE', 'filter'],
  [422, 'TRANSACTION_REFUSED_PAYEE_PREFERENCE', 'filter'],
])(
  "HTTP %i %s is refused because of the shop's own account, or of its filter against this payment: %s",
  async (status, issue, about) => {
    answer = problem(status, issue);
    expect(await paypal.captureOrder('PP', 'r')).toEqual({ kind: 'refused', issue, about });
    expect(await paypal.createOrder(order)).toEqual({ kind: 'refused', issue, about });
  },
);

test.each([
  [400, 'INVALID_REQUEST'],
  [422, 'AMOUNT_MISMATCH'],
])("create: HTTP %i %s is not about the shop's account", async (status, issue) => {
  answer = problem(status, issue);
  expect(await paypal.createOrder(order)).toEqual({ kind: 'refused', issue, about: null });
});

test.each([
  [400, 'INVALID_REQUEST', true],
  [401, 'AUTHENTICATION_FAILURE', true],
  [403, 'PERMISSION_DENIED', true],
  [429, 'RATE_LIMIT_REACHED', false],
])('capture: HTTP %i %s says nothing about the payment; a person must look: %p', async (status, issue, callRefused) => {
  answer = problem(status, issue);
  expect(await paypal.captureOrder('PP', 'r')).toMatchObject({ kind: 'unknown', callRefused });
});

const faults: [string, Answer][] = [
  ['malformed JSON', (res) => void res.writeHead(201, { 'content-type': 'application/json' }).end('{"id":"PP"')],
  ['no content type and no JSON', (res) => void res.writeHead(200).end('ok')],
  ['broken gzip', (res) => void res.writeHead(201, { 'content-encoding': 'gzip' }).end('not gzip')],
  ['an HTML page with 503', (res) => void res.writeHead(503, { 'content-type': 'text/html' }).end('<h1>busy</h1>')],
  ['an HTML page with 403', (res) => void res.writeHead(403, { 'content-type': 'text/html' }).end('<h1>no</h1>')],
  ['a reset connection', (res) => void res.socket!.destroy()],
  ['silence', () => undefined],
  [
    'a byte now and then',
    (res) => {
      res.writeHead(200, { 'content-type': 'application/json' });
      const drip = setInterval(() => res.write(' '), 50);
      res.on('close', () => clearInterval(drip));
    },
  ],
  ['a redirect elsewhere', (res) => void res.writeHead(302, { location: 'http://127.0.0.1:1/' }).end()],
  ['JSON of another shape', json(201, { purchase_units: 'none' })],
];

test.each(faults)('%s is an unknown outcome and never a failure', async (_, fault) => {
  paypal = waitingFor(300);
  answer = fault;
  expect(await paypal.captureOrder('PP', 'r')).toMatchObject({ kind: 'unknown' });
  expect(await paypal.createOrder(order)).toMatchObject({ kind: 'unknown' });
  expect(await paypal.lookUpOrder('PP')).toMatchObject({ kind: 'unknown' });
});

test.each(faults)('%s instead of a token is an unknown outcome, and the next call tries anew', async (_, fault) => {
  paypal = waitingFor(1000);
  tokenAnswer = fault;
  answer = json(201, completed);
  expect(await paypal.captureOrder('PP', 'r')).toMatchObject({ kind: 'unknown' });
  tokenAnswer = json(200, { access_token: 'T', expires_in: 32400 });
  expect(await paypal.captureOrder('PP', 'r')).toMatchObject({ kind: 'captured' });
});

test.each(['the token', 'the call'])('a deadline ends it while %s is silent, and no later call is sent', async (silentCall) => {
  if (silentCall === 'the token') tokenAnswer = () => undefined;
  answer = () => undefined;
  const deadline = AbortSignal.timeout(50);
  expect(await paypal.captureOrder('PP', 'r', deadline)).toEqual({ kind: 'unknown', reason: 'timed out' });
  expect(await paypal.lookUpOrder('PP', deadline)).toEqual({ kind: 'unknown', reason: 'timed out' });
  expect(requests.some((declared) => declared.path === '/v2/checkout/orders/PP')).toBe(false);
});

test('calls at once share one token; a revoked one is fetched anew once', async () => {
  answer = json(200, completed);
  await Promise.all([1, 2, 3].map(() => paypal.lookUpOrder('PP')));
  expect(requests.filter((declared) => declared.path === '/v1/oauth2/token')).toHaveLength(1);
  let refused = 0;
  answer = (res) => (refused++ === 0 ? problem(401, 'X') : json(200, completed))(res);
  expect(await paypal.lookUpOrder('PP')).toMatchObject({ kind: 'found', voided: false, capture: { captureId: 'CAP' } });
  expect(requests.filter((declared) => declared.path === '/v1/oauth2/token')).toHaveLength(2);
});

const signed = {
  'paypal-auth-algo': 'SHA256withRSA',
  'paypal-cert-url': 'https://api.paypal.com/cert',
  'paypal-transmission-id': 'tid',
  'paypal-transmission-sig': 'sig',
  'paypal-transmission-time': '2026-11-20T18:04:05Z',
};

test('a webhook is verified with its raw text, byte for byte', async () => {
  answer = json(200, { verification_status: 'SUCCESS' });
  const rawBody = '{ "id" : "WH-1", "n": 1.0,  "t":"\\u00e9" }';
  expect(await paypal.verifyWebhook({ headers: signed, rawBody })).toBe('genuine');
  expect(requests[1]!.body).toContain(`"webhook_event":${rawBody}}`);
  expect(JSON.parse(requests[1]!.body)).toMatchObject({ webhook_id: 'WH-1', transmission_id: 'tid', auth_algo: 'SHA256withRSA' });
});

test('a webhook is forged when PayPal says so or a header is missing, and undecided when PayPal cannot be asked', async () => {
  answer = json(200, { verification_status: 'FAILURE' });
  expect(await paypal.verifyWebhook({ headers: signed, rawBody: '{}' })).toBe('forged');
  expect(await paypal.verifyWebhook({ headers: { ...signed, 'paypal-transmission-sig': undefined }, rawBody: '{}' })).toBe(
    'forged',
  );
  answer = json(500, {});
  expect(await paypal.verifyWebhook({ headers: signed, rawBody: '{}' })).toBe('unknown');
  answer = json(200, { verification_status: 'MAYBE' });
  expect(await paypal.verifyWebhook({ headers: signed, rawBody: '{}' })).toBe('unknown');
});

describe('the report', () => {
  const DAY = 24 * 3_600_000;
  const to = new Date('2026-11-22T04:00:00Z');
  const from = new Date(to.getTime() - 35 * DAY);
  const info = (id: string, code: string, value: string, over: object = {}) => ({
    transaction_info: {
      transaction_id: id,
      transaction_event_code: code,
      transaction_initiation_date: '2026-11-20T10:00:00+0000',
      transaction_amount: { currency_code: 'USD', value },
      transaction_status: 'S',
      ...over,
    },
  });
  const url = (path: string) => new URL(path, 'http://paypal');

  test('is read in windows of at most 31 days, page by page, with its disputes', async () => {
    answer = (res) => {
      const query = url(requests.at(-1)!.path);
      if (query.pathname === '/v1/customer/disputes') {
        const more = query.searchParams.has('next_page_token');
        const item = { dispute_id: more ? 'D-2' : 'D-1', create_time: '2026-11-20T10:00:00Z', status: 'RESOLVED' };
        const href = 'https://api-m.paypal.com/v1/customer/disputes?next_page_token=x';
        return json(200, { items: [item], links: more ? [] : [{ rel: 'next', href }] })(res);
      }
      const page = Number(query.searchParams.get('page'));
      const second = [info('R', 'T1107', '-10.00', { paypal_reference_id: 'CAP' }), info('FEE', 'T0400', '-5.00')];
      const details =
        page === 1
          ? [info('CAP', 'T0006', '313.95', { custom_field: 'ref' }), info('P', 'T0006', '1.00', { transaction_status: 'P' })]
          : second;
      return json(200, { transaction_details: details, total_pages: 2, last_refreshed_datetime: '2026-11-22T03:00:00+0000' })(
        res,
      );
    };
    const found = await paypal.report(from, to);
    expect(found).toMatchObject({
      kind: 'found',
      report: {
        movements: [
          { kind: 'capture', id: 'CAP', amountCents: 31395, customId: 'ref', at: new Date('2026-11-20T10:00:00Z') },
          { kind: 'refund', id: 'R', captureId: 'CAP', amountCents: 1000 },
        ],
        disputes: [{ id: 'D-1', open: false }, { id: 'D-2' }],
        until: new Date('2026-11-22T03:00:00Z'),
      },
    });
    const windows = requests
      .map(({ path }) => url(path))
      .filter(({ pathname }) => pathname === '/v1/reporting/transactions')
      .map(({ searchParams }) => Date.parse(searchParams.get('end_date')!) - Date.parse(searchParams.get('start_date')!));
    expect(windows).toEqual([31 * DAY, 31 * DAY, 4 * DAY, 4 * DAY]);
  });

  const answering = (...infos: object[]) => {
    answer = (res) => {
      const isReport = url(requests.at(-1)!.path).pathname === '/v1/reporting/transactions';
      json(200, isReport ? { transaction_details: infos } : { items: [] })(res);
    };
  };
  const movements = async () => {
    const found = await paypal.report(from, to);
    return found.kind === 'found' ? found.report.movements : found;
  };

  test('takes refunds, reversals and chargebacks for money that went back, and neither holds nor fees', async () => {
    const about = { paypal_reference_id: 'CAP' };
    answering(
      info('REV', 'T1106', '-10.00', about),
      info('R', 'T1107', '-10.00', about),
      info('CB', 'T1201', '-10.00', about),
      info('HOLD', 'T1110', '-10.00', about),
      info('RELEASE', 'T1111', '10.00', about),
      info('FEE', 'T1108', '-0.50', about),
    );
    expect(await movements()).toMatchObject(['REV', 'R', 'CB'].map((id) => ({ kind: 'refund', id, captureId: 'CAP' })));
  });

  test('takes what is paid out, with its fee and hold, and what comes back of it, for no payment of a buyer', async () => {
    answering(
      info('OUT', 'T0001', '-10.00'),
      info('IN', 'T0001', '10.00'),
      info('FEE', 'T0104', '-0.20', { paypal_reference_id: 'OUT' }),
      info('HOLD', 'T1503', '-10.00'),
      info('RELEASE', 'T1105', '10.00'),
      info('BACK', 'T1114', '10.00', { paypal_reference_id: 'OUT' }),
      info('REFUND', 'T1115', '10.00', { paypal_reference_id: 'OUT' }),
      info('COLUMN', 'T0001', '-5.00', { fee_amount: { currency_code: 'USD', value: '-0.10' } }),
      info('DENIED', 'T0001', '-5.00', { transaction_status: 'D' }),
      info('ASTRAY', 'T1114', '10.00'),
    );
    const found = await paypal.report(from, to);
    const out = { payoutId: 'OUT', currency: 'USD', feeCents: null };
    expect(found).toMatchObject({
      kind: 'found',
      report: {
        movements: [],
        payouts: [
          { ...out, kind: 'payout', id: 'OUT', amountCents: 1000 },
          { ...out, kind: 'fee', id: 'FEE', amountCents: 20 },
          { ...out, kind: 'return', id: 'BACK', amountCents: 1000 },
          { ...out, kind: 'return', id: 'REFUND', amountCents: 1000 },
          { ...out, kind: 'payout', id: 'COLUMN', payoutId: 'COLUMN', amountCents: 500, feeCents: 10 },
        ],
      },
    });
  });

  test('shows payments that were given back in part or whole, and none that are pending or denied', async () => {
    answering(...['S', 'F', 'V', 'P', 'D'].map((status) => info(status, 'T0006', '10.00', { transaction_status: status })));
    expect(await movements()).toMatchObject([{ id: 'S' }, { id: 'F' }, { id: 'V' }]);
  });

  test('takes a chargeback that was won, and a reversal that was called off, for money that was returned', async () => {
    answering(
      info('WON', 'T1202', '10.00', { paypal_reference_id: 'CB' }),
      info('PAID', 'T1205', '10.00', { paypal_reference_id: 'CB' }),
      info('OFF', 'T1106', '10.00', { paypal_reference_id: 'CAP' }),
      info('RELEASE', 'T1111', '10.00', { paypal_reference_id: 'CAP' }),
      info('BONUS', 'T1205', '10.00'),
    );
    const [won, ...others] = ['WON', 'PAID', 'OFF'].map((id) => ({ kind: 'return', id, amountCents: 1000 }));
    expect(await movements()).toMatchObject([{ ...won, captureId: 'CB' }, ...others]);
  });

  test('takes no payment of our own that comes back for one that was returned, and marks what may be one', async () => {
    const ours = { paypal_reference_id: 'PAYOUT' };
    answering(
      info('PAYOUT', 'T0000', '-10.00'),
      info('GIVEN-BACK', 'T1107', '10.00', ours),
      info('REVIEW', 'T1116', '10.00', ours),
      info('REVERSED', 'T1106', '10.00', ours),
      info('WON', 'T1202', '10.00', { paypal_reference_id: 'CB' }),
    );
    expect(await movements()).toEqual([
      expect.objectContaining({ kind: 'return', id: 'REVERSED', maybeOutgoing: true }),
      expect.not.objectContaining({ maybeOutgoing: true }),
    ]);
  });

  describe('of more than PayPal shows at once', () => {
    const initiated = (day: number) => new Date(from.getTime() + day * DAY).toISOString().replace(/\.\d+Z$/, '+0000');
    /** Holds a payment for each day, and refuses a window with more than `most` of them. */
    const daysOf = (most: number) => {
      const days = Array.from({ length: 35 }, (_, day) =>
        info(`CAP-${day}`, 'T0006', '10.00', { transaction_initiation_date: initiated(day) }),
      );
      answer = (res) => {
        const { pathname, searchParams } = url(requests.at(-1)!.path);
        if (pathname !== '/v1/reporting/transactions') return json(200, { items: [] })(res);
        const [start, end] = ['start_date', 'end_date'].map((name) => Date.parse(searchParams.get(name)!)) as [number, number];
        const shown = days.filter((_, day) => from.getTime() + day * DAY >= start && from.getTime() + day * DAY <= end);
        if (shown.length > most) return json(400, { name: 'RESULTSET_TOO_LARGE', message: 'Result set size is …' })(res);
        json(200, { transaction_details: shown, total_pages: 1 })(res);
      };
    };

    test('is read in halves of the window, and each payment once', async () => {
      daysOf(3);
      const found = await movements();
      expect(found).toHaveLength(35);
      expect(found).toMatchObject(Array.from({ length: 35 }, (_, day) => ({ id: `CAP-${day}` })));
    });

    test('is unknown when a minute holds too many', async () => {
      daysOf(0);
      expect(await movements()).toMatchObject({ kind: 'unknown', reason: 'HTTP 400 RESULTSET_TOO_LARGE' });
    });

    test.each([
      ['pages of payments', { transaction_details: [], total_pages: 201 }, { items: [] }],
      [
        'pages of disputes',
        { transaction_details: [] },
        { items: [], links: [{ rel: 'next', href: 'https://api-m.paypal.com/v1/customer/disputes?next_page_token=x' }] },
      ],
    ])('is unknown when there are too many %s', async (_, transactions, disputes) => {
      answer = (res) => json(200, url(requests.at(-1)!.path).pathname === '/v1/customer/disputes' ? disputes : transactions)(res);
      expect(await paypal.report(from, to)).toMatchObject({ kind: 'unknown', reason: 'more than 200 pages' });
    });
  });

  test('asks of each open dispute which payment it is about, and is unknown when that cannot be told', async () => {
    const open = { dispute_id: 'D-1', create_time: '2026-11-20T10:00:00Z', status: 'OPEN' };
    let details: Answer = json(200, { ...open, disputed_transactions: [{ seller_transaction_id: 'CAP' }] });
    answer = (res) => {
      const { pathname } = url(requests.at(-1)!.path);
      if (pathname === '/v1/customer/disputes/D-1') return details(res);
      if (pathname === '/v1/customer/disputes') return json(200, { items: [open] })(res);
      return json(200, { transaction_details: [] })(res);
    };
    expect(await paypal.report(from, to)).toMatchObject({
      kind: 'found',
      report: { disputes: [{ id: 'D-1', captureId: 'CAP' }] },
    });
    details = json(503, {});
    expect(await paypal.report(from, to)).toMatchObject({ kind: 'unknown' });
  });

  test.each<[string, Answer]>([
    ['away', json(503, {})],
    ['refused', problem(403, 'NOT_AUTHORIZED')],
    ['unreadable', json(200, { transaction_details: [{ transaction_info: {} }] })],
    ['silent', () => {}],
  ])('is unknown when PayPal is %s', async (_, fault) => {
    paypal = waitingFor(300);
    answer = fault;
    expect(await paypal.report(from, to)).toMatchObject({ kind: 'unknown' });
  });

  test.each<[string, () => void, boolean]>([
    ['does not let the app read it', () => (answer = problem(403, 'NOT_AUTHORIZED')), true],
    ['knows no such credentials', () => (tokenAnswer = problem(401, 'invalid_client')), true],
    ['is away', () => (answer = json(503, {})), false],
  ])('says whether PayPal refuses it, so that a person must look: PayPal %s', async (_, fault, callRefused) => {
    fault();
    const found = await paypal.report(from, to);
    expect(found.kind === 'unknown' && (found.callRefused ?? false)).toBe(callRefused);
  });
});

describe('how much of a payment is back', () => {
  const usd = (value: string) => ({ currency_code: 'USD', value });
  const query = (status: string, refunds?: object[]) => {
    const capture = {
      ...{ id: 'CAP', status, amount: usd('710.60') },
      supplementary_data: { related_ids: { order_id: 'PP' } },
    };
    answer = (res) =>
      (requests.at(-1)!.path.startsWith('/v2/payments/captures/CAP')
        ? json(200, capture)
        : json(200, { id: 'PP', status: 'COMPLETED', purchase_units: [{ payments: { refunds } }] }))(res);
    return paypal.lookUpBack('CAP');
  };
  const refund = (value: string, over: object = {}) => ({
    ...{ id: 'R', status: 'COMPLETED', amount: usd(value) },
    links: [{ rel: 'up', href: 'https://api-m.paypal.com/v2/payments/captures/CAP' }],
    ...over,
  });

  test('is all of it, nothing, or the sum of the refunds that its order lists', async () => {
    expect(await query('REFUNDED')).toEqual({ kind: 'found', backCents: 71060, currency: 'USD' });
    expect(await query('COMPLETED')).toMatchObject({ backCents: 0 });
    const odd = [refund('5.00', { status: 'FAILED' }), refund('7.00', { links: [] })];
    expect(await query('PARTIALLY_REFUNDED', [refund('10.00'), refund('0.60'), ...odd])).toMatchObject({ backCents: 1060 });
  });

  test('is not known when the order lists no refund, and undecided when PayPal cannot be asked', async () => {
    expect(await query('PARTIALLY_REFUNDED')).toMatchObject({ kind: 'found', backCents: null });
    answer = problem(404, 'RESOURCE_NOT_FOUND');
    expect(await paypal.lookUpBack('CAP')).toEqual({ kind: 'gone' });
    answer = json(503, {});
    expect(await paypal.lookUpBack('CAP')).toMatchObject({ kind: 'unknown' });
    answer = json(200, { status: 'STRANGE' });
    expect(await paypal.lookUpBack('CAP')).toMatchObject({ kind: 'unknown' });
  });
});

describe('a refund', () => {
  const refund = { captureId: 'CAP', requestId: 'refund-ref', amountCents: 1001, customId: 'ours' };
  const answered = (status: string) =>
    json(201, { id: 'REF', status, amount: { currency_code: 'USD', value: '10.01' }, create_time: '2026-11-20T18:04:05Z' });
  const ask = () => paypal.refundCapture(refund);

  test('is asked for to the cent, with a request id and our name of it', async () => {
    answer = answered('COMPLETED');
    const at = new Date('2026-11-20T18:04:05Z');
    expect(await ask()).toEqual({ kind: 'found', refund: { refundId: 'REF', status: 'done', amountCents: 1001, at } });
    const { path, body, headers } = requests.at(-1)!;
    expect([path, headers['paypal-request-id'], headers.prefer]).toEqual([
      '/v2/payments/captures/CAP/refund',
      'refund-ref',
      'return=representation',
    ]);
    expect(JSON.parse(body)).toEqual({ amount: { currency_code: 'USD', value: '10.01' }, custom_id: 'ours' });
  });

  test.each([
    ['PENDING', 'pending'],
    ['FAILED', 'failed'],
    ['CANCELLED', 'cancelled'],
  ])('that is %s is %s, also when it is looked up', async (status, ours) => {
    answer = answered(status);
    expect(await ask()).toMatchObject({ refund: { status: ours } });
    expect(await paypal.lookUpRefund('REF')).toMatchObject({ refund: { status: ours } });
  });

  test('is refused by what PayPal says of the payment, and undecided when it says nothing of it', async () => {
    answer = problem(422, 'TRANSACTION_DISPUTED');
    expect(await ask()).toEqual({ kind: 'refused', issue: 'TRANSACTION_DISPUTED' });
    for (const undecided of [problem(401, 'X'), problem(409, 'X'), problem(429, 'X'), json(503, {}), json(201, { id: 'REF' })]) {
      answer = undecided;
      expect(await ask()).toMatchObject({ kind: 'unknown' });
    }
  });

  test('whose answer was lost is found in its order, by our name of it', async () => {
    const amount = { currency_code: 'USD', value: '10.01' };
    const refunds = [
      { id: 'R-1', status: 'COMPLETED', amount, custom_id: 'another' },
      { id: 'R-2', status: 'COMPLETED', amount, custom_id: 'ours' },
    ];
    const capture = { status: 'PARTIALLY_REFUNDED', amount, supplementary_data: { related_ids: { order_id: 'PP' } } };
    answer = (res) =>
      json(200, requests.at(-1)!.path.includes('/captures/') ? capture : { purchase_units: [{ payments: { refunds } }] })(res);
    expect(await paypal.findRefund('CAP', 'ours')).toMatchObject({ kind: 'found', refund: { refundId: 'R-2' } });
    expect(await paypal.findRefund('CAP', 'nobody')).toEqual({ kind: 'gone' });
  });
});

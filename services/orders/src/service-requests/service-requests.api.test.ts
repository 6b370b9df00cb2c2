import { AdminActed, ServiceRequested, UserDeleted, UserVerified } from '@shop/contracts/events';
import { asAdmin, asUser, deliver, emitted, testLog } from '@shop/runtime/testing';
import { createBotCheck } from '@shop/shared';
import request from 'supertest';
import { subscriptions } from '../subscriptions';
import { aCoProducing, aMixing, aTrackOrder } from '../testing/a-service-request';
import { openTestShop, type TestShop } from '../testing/orders-app';

const TRACK = '/api/track-order/order-track';
const CO_PRODUCING = '/api/co-producing/order';
const MIXING = '/api/mixing-mastering/order';

let shop: TestShop;
beforeEach(async () => {
  shop = await openTestShop();
});
afterEach(() => shop.close());

const send = (path: string, body: object, buyer = 7) => request(shop.app).post(path).set(asUser(buyer)).send(body);
const rows = () =>
  shop.db.source.query<{ service: string; buyer_id: number; request: Record<string, unknown> }[]>(
    'SELECT service, buyer_id, request FROM service_requests ORDER BY id',
  );

test('an order of a track is kept as it was sent, and announced in the words of the form', async () => {
  const answer = await send(TRACK, { ...aTrackOrder({ bpm: '132' }), recaptchaToken: 'a token' });
  expect(answer).toMatchObject({
    status: 200,
    body: { message: 'Your request has been sent. We will reply within 24-48 hours.' },
  });
  const [row] = await rows();
  expect(row).toMatchObject({ service: 'music-production', buyer_id: 7, request: aTrackOrder() });
  expect(row!.request).not.toHaveProperty('recaptchaToken');
  expect(await emitted(shop.db.source, ServiceRequested)).toEqual([
    {
      requestId: 1,
      service: 'music-production',
      buyerId: 7,
      accountEmail: null,
      name: 'Marta Kowalczyk',
      email: 'marta@example.com',
      wishes: [
        { asked: 'Genre', answer: 'Techno' },
        { asked: 'BPM', answer: '132' },
        { asked: 'Version', answer: 'Instrumental' },
        { asked: 'Project File', answer: 'Yes' },
        { asked: 'Master Version', answer: 'No' },
        { asked: 'Mix Version', answer: 'Extended Mix' },
        { asked: 'Example', answer: 'https://soundcloud.com/someone/something' },
      ],
      description: 'Dark, rolling, nothing else.',
    },
  ]);
});

test("events of a request have the account's address, even if another one was typed", async () => {
  const person = { name: 'Marta', lastName: 'K', email: 'own@example.com', country: 'Poland' };
  await deliver(shop.db.source, subscriptions, UserVerified({ userId: 7, version: 1, ...person, seller: null }), 2);
  await send(CO_PRODUCING, aCoProducing()).expect(200);
  expect(await emitted(shop.db.source, ServiceRequested)).toMatchObject([
    { accountEmail: 'own@example.com', email: 'marta@example.com' },
  ]);
});

test('project file and master version are No unless they are wished, and no versions are none', async () => {
  const { projectFile: _p, masterVersion: _m, mixVersion: _x, radioVersion: _r, ...rest } = aTrackOrder();
  await send(TRACK, rest).expect(200);
  expect((await rows())[0]!.request).toMatchObject({
    projectFile: 'No',
    masterVersion: 'No',
    mixVersion: [],
    radioVersion: [],
  });
});

test('the number of stems belongs to a mixing alone', async () => {
  await send(MIXING, aMixing({ stemsCount: '8' })).expect(200);
  await send(MIXING, aMixing({ needs: ['Mastering'], stemsCount: '' })).expect(200);
  await send(MIXING, aMixing({ needs: ['Other'], stemsCount: 5 })).expect(200);
  expect((await rows()).map((row) => row.request.stemsCount)).toEqual([8, null, null]);
});

test('the longest name that an account can have is taken as the form fills it in', async () => {
  const name = `${'n'.repeat(60)} ${'l'.repeat(60)}`;
  await send(CO_PRODUCING, aCoProducing({ name })).expect(200);
  expect((await rows())[0]!.request).toMatchObject({ name });
});

test('a request that is sent again after a lost answer, or twice at once, is one request and one mail', async () => {
  const answers = [1, 2, 3].map(() => send(TRACK, { ...aTrackOrder(), recaptchaToken: 'a token' }).expect(200));
  const [one, ...others] = (await Promise.all(answers)).map(({ body }) => body as object);
  expect(others).toEqual([one, one]);
  expect(await rows()).toHaveLength(1);
  expect(await emitted(shop.db.source, ServiceRequested)).toMatchObject([{ requestId: 1 }]);
});

test('the same words are another request once an hour has passed, also while nobody has answered the first', async () => {
  await send(TRACK, aTrackOrder()).expect(200);
  await shop.db.source.query(`UPDATE service_requests SET created_at = now() - interval '61 minutes'`);
  await send(TRACK, aTrackOrder()).expect(200);
  expect(await rows()).toHaveLength(2);
  expect(await emitted(shop.db.source, ServiceRequested)).toMatchObject([{ requestId: 1 }, { requestId: 2 }]);
});

test('a request of other words, of another service, of another buyer, or after an answer is another one', async () => {
  await send(CO_PRODUCING, aCoProducing({ needs: ['Other'] })).expect(200);
  await send(CO_PRODUCING, aCoProducing({ needs: ['Other'], description: 'Another wish' })).expect(200);
  await send(CO_PRODUCING, aCoProducing({ needs: ['Other'] }), 8).expect(200);
  await shop.db.source.query(`UPDATE service_requests SET service = 'mixing-mastering' WHERE id = 1`);
  await send(CO_PRODUCING, aCoProducing({ needs: ['Other'] })).expect(200);
  await shop.db.source.query(`UPDATE service_requests SET state = 'answered' WHERE service = 'co-producing'`);
  await send(CO_PRODUCING, aCoProducing({ needs: ['Other'] })).expect(200);
  expect(await rows()).toHaveLength(5);
  expect(await emitted(shop.db.source, ServiceRequested)).toHaveLength(5);
});

test('co-producing goes without a link', async () => {
  await send(CO_PRODUCING, aCoProducing()).expect(200);
  expect((await emitted(shop.db.source, ServiceRequested))[0]!.wishes).toEqual([
    { asked: 'Needs', answer: 'Creat MIDI, Arrangement' },
  ]);
});

const without = (body: Record<string, unknown>, field: string) =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== field));
const REFUSED: [path: string, field: string, body: object][] = [
  ...['genre', 'bpm', 'version', 'example', 'description', 'name', 'email'].flatMap((field): [string, string, object][] => [
    [TRACK, field, without(aTrackOrder(), field)],
    [TRACK, field, aTrackOrder({ [field]: '' })],
    [TRACK, field, aTrackOrder({ [field]: { $ne: 1 } })],
    [TRACK, field, aTrackOrder({ [field]: null })],
  ]),
  [TRACK, 'bpm', aTrackOrder({ bpm: -1 })],
  [TRACK, 'bpm', aTrackOrder({ bpm: 124.25 })],
  [TRACK, 'bpm', aTrackOrder({ bpm: 1e9 })],
  [TRACK, 'bpm', aTrackOrder({ bpm: '12a' })],
  [TRACK, 'version', aTrackOrder({ version: 'Demo Track' })],
  [TRACK, 'example', aTrackOrder({ example: 'not a link' })],
  [TRACK, 'example', aTrackOrder({ example: 'javascript:alert(1)' })],
  [TRACK, 'name', aTrackOrder({ name: 'Marta\r\nBcc: everyone@example.com' })],
  [TRACK, 'name', aTrackOrder({ name: 'x'.repeat(201) })],
  [TRACK, 'email', aTrackOrder({ email: 'marta@example' })],
  [TRACK, 'email', aTrackOrder({ email: 'a@example.com\nBcc: b@example.com' })],
  [TRACK, 'description', aTrackOrder({ description: 'x'.repeat(5001) })],
  [TRACK, 'description', aTrackOrder({ description: 'a\u0000b' })],
  [TRACK, 'mixVersion.0', aTrackOrder({ mixVersion: ['Club Mix'] })],
  [TRACK, 'mixVersion', aTrackOrder({ mixVersion: 'Extended Mix' })],
  [TRACK, 'projectFile', aTrackOrder({ projectFile: 'Maybe' })],
  [TRACK, 'extra', aTrackOrder({ extra: 1 })],
  [CO_PRODUCING, 'needs', aCoProducing({ needs: [] })],
  [CO_PRODUCING, 'needs', without(aCoProducing(), 'needs')],
  [CO_PRODUCING, 'needs.0', aCoProducing({ needs: ['Create MIDI'] })],
  [CO_PRODUCING, 'link', aCoProducing({ link: 'somewhere' })],
  [CO_PRODUCING, 'description', aCoProducing({ description: '  ' })],
  [MIXING, 'needs', aMixing({ needs: [] })],
  [MIXING, 'stemsCount', without(aMixing(), 'stemsCount')],
  [MIXING, 'stemsCount', aMixing({ stemsCount: 0 })],
  [MIXING, 'stemsCount', aMixing({ stemsCount: -3 })],
  [MIXING, 'stemsCount', aMixing({ stemsCount: '1.5' })],
  [MIXING, 'stemsCount', aMixing({ stemsCount: [] })],
  [MIXING, 'example', aMixing({ example: 'ftp://example.com/a' })],
];

test('a missing or wrong field is refused by its name, and nothing is stored or mailed', async () => {
  await shop.close();
  shop = await openTestShop({ rateScale: 100 });
  for (const [path, field, body] of REFUSED) {
    const { status, body: answer } = await send(path, body);
    expect({ path, body, status, field: (answer as { field?: string }).field }).toEqual({ path, body, status: 400, field });
  }
  expect(await rows()).toEqual([]);
  expect(await emitted(shop.db.source, ServiceRequested)).toEqual([]);
});

test('the words of a request without a need are those of the shop', async () => {
  const { body } = await send(MIXING, aMixing({ needs: [] }));
  expect(body).toMatchObject({ error: 'Please select at least one service you need' });
});

test('any text that can be typed can be kept, and what is no text is no fault of ours', async () => {
  await send(CO_PRODUCING, aCoProducing({ description: 'a turned \u202e one, 🎛️ and ünïcode' })).expect(200);
  expect((await rows())[0]!.request.description).toBe('a turned \u202e one, 🎛️ and ünïcode');
  for (const half of [{ description: 'a \ud800' }, { name: '\udc00' }, { link: 'https://example.com/\ud800' }])
    expect((await send(CO_PRODUCING, aCoProducing(half))).status).toBeLessThan(500);
});

test('a buyer sends ten in an hour, whichever services they are, and others are not held up by it', async () => {
  for (let i = 0; i < 10; i += 1) {
    const words = { description: `Wish ${i}` };
    await send(i % 2 ? CO_PRODUCING : MIXING, i % 2 ? aCoProducing(words) : aMixing(words)).expect(200);
  }
  const refused = await send(TRACK, aTrackOrder()).expect(429);
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
  await send(TRACK, aTrackOrder(), 8).expect(200);
  expect(await rows()).toHaveLength(11);
});

test('with the bot check on, a request without its token is refused', async () => {
  await shop.close();
  const botCheck = createBotCheck(
    { RECAPTCHA_SECRET: 's', RECAPTCHA_VERIFY_URL: 'http://127.0.0.1:9/', PUBLIC_URL: 'https://shop.example' },
    testLog,
  );
  shop = await openTestShop({}, botCheck);
  await send(TRACK, aTrackOrder()).expect(400);
  await send(TRACK, { ...aTrackOrder(), recaptchaToken: 'x' }).expect(503);
  expect(await rows()).toEqual([]);
});

test('the requests of a deleted account are deleted, and its last seconds leave no other', async () => {
  await send(TRACK, aTrackOrder()).expect(200);
  await send(TRACK, aTrackOrder(), 8).expect(200);
  await deliver(shop.db.source, subscriptions, UserDeleted({ userId: 7, version: 3 }), 2);
  await send(TRACK, aTrackOrder()).expect(401);
  expect((await rows()).map((row) => row.buyer_id)).toEqual([8]);
});

describe('the administration', () => {
  const list = async (query = '') => {
    const { body } = await request(shop.app).get(`/api/service-requests?${query}`).set(asAdmin()).expect(200);
    return body as { data: { id: number; wishes: object[] }[]; pagination: object };
  };
  const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
  const setState = (id: number, state: unknown) =>
    request(shop.app).put(`/api/service-requests/${id}/state`).set(asAdmin(3)).send({ state });

  beforeEach(async () => {
    await send(TRACK, aTrackOrder({ name: 'Ana' }));
    await send(CO_PRODUCING, aCoProducing({ name: 'Bo', email: 'bo@example.com' }), 8);
    await send(MIXING, aMixing({ name: 'Cleo', description: 'The kick must breathe' }));
  });

  test('sees what was asked in the words of each form, newest first', async () => {
    const { data, pagination } = await list('page=1');
    expect(data.map(({ wishes }) => wishes)).toEqual([
      [
        { asked: 'Needs', answer: 'Mixing, Mastering' },
        { asked: 'Number of Stems', answer: '24' },
      ],
      [{ asked: 'Needs', answer: 'Creat MIDI, Arrangement' }],
      expect.arrayContaining([{ asked: 'BPM', answer: '132' }]) as object[],
    ]);
    expect(pagination).toEqual({ page: 1, limit: 10, total: 3, totalPages: 1 });
    const { body } = await request(shop.app).get('/api/service-requests/2').set(asAdmin()).expect(200);
    expect(body).toMatchObject({
      data: { id: 2, service: 'co-producing', state: 'new', name: 'Bo', email: 'bo@example.com', user_id: 8 },
    });
    await request(shop.app).get('/api/service-requests/99').set(asAdmin()).expect(404);
  });

  test('sees the address of the account, where replies go, beside the one that was typed', async () => {
    const person = { name: 'Bo', lastName: 'Ek', email: 'own@example.com', country: 'Sweden' };
    await deliver(shop.db.source, subscriptions, UserVerified({ userId: 8, version: 1, ...person, seller: null }));
    const typist = { email: 'bo@example.com', account_email: 'own@example.com' };
    expect((await list()).data).toMatchObject([{ account_email: null }, typist, { account_email: null }]);
    expect((await request(shop.app).get('/api/service-requests/2').set(asAdmin())).body).toMatchObject({ data: typist });
    expect((await setState(2, 'answered')).body).toMatchObject({ data: typist });
    expect(await ids('q=own@')).toEqual([2]);
  });

  test('filters, searches and sorts', async () => {
    expect(await ids('service=mixing-mastering')).toEqual([3]);
    expect(await ids('q=BREATHE')).toEqual([3]);
    expect(await ids('q=bo@')).toEqual([2]);
    expect(await ids('q=%231')).toEqual([1]);
    expect(await ids('sort=name')).toEqual([1, 2, 3]);
    expect(await ids('sort=-service&page=2&limit=2')).toEqual([2]);
    for (const wrong of ['service=haircut', 'state=lost', 'sort=constructor'])
      await request(shop.app).get(`/api/service-requests?${wrong}`).set(asAdmin()).expect(400);
  });

  test('notes what it has done about a request, and the audit log hears it', async () => {
    expect((await setState(2, 'answered').expect(200)).body).toMatchObject({ data: { id: 2, state: 'answered' } });
    await setState(2, 'answered').expect(200);
    expect(await ids('state=new')).toEqual([3, 1]);
    expect(await emitted(shop.db.source, AdminActed)).toMatchObject([
      {
        adminId: 3,
        action: 'service-request.state-changed',
        subject: { type: 'service request', id: 2, name: 'Request 2' },
        before: { state: 'new' },
        after: { state: 'answered' },
      },
    ]);
    expect((await setState(2, 'paid')).body).toMatchObject({ field: 'state' });
    await setState(99, 'closed').expect(404);
  });
});

import { AUTHORISATION, ROLES, type Expected, type Role, type Row } from './authorisation';
import { logIn, type Session } from '../load/log-in';
import { openLiveShop, type LiveShop } from './live-shop';

/** Every row of the table, by every role, with every kind of credential, over HTTP through the gateway of a running shop. */

let shop: LiveShop;
beforeAll(async () => {
  shop = await openLiveShop();
}, 360_000);
afterAll(() => shop?.stop());

type Credential = { cookie?: string; token?: string };
type Attempt = { kind: string; role: Role; credential: Credential; self: number };

function attempts(): Attempt[] {
  const { B, B2, AC, AS, AF, AV, ...others } = shop.sessions;
  const limited = Object.entries({ AC, AS, AF, AV }) as [Role, Session][];
  const people = Object.entries({ B, B2, ...others }) as [Exclude<Role, 'V'>, Session][];
  const visitor = (kind: string, credential: Credential): Attempt => ({ kind, role: 'V', credential, self: 1 });
  return [
    visitor('nothing', {}),
    visitor('a forged cookie', { cookie: 'x'.repeat(43) }),
    visitor('an expired cookie', { cookie: shop.expired.cookie }),
    visitor('an expired bearer', { token: shop.expired.token }),
    visitor("a forged bearer beside the admin's cookie", { token: 'x'.repeat(43), cookie: shop.sessions.A.cookie }),
    visitor("a cookie's secret as bearer", { token: shop.sessions.A.cookie }),
    {
      kind: "their own bearer beside the admin's cookie",
      role: 'B2',
      credential: { token: B2.token, cookie: shop.sessions.A.cookie },
      self: B2.id,
    },
    ...limited.map(([role, { id, token }]) => ({ kind: 'bearer', role, credential: { token }, self: id })),
    ...people.flatMap(([role, { id, cookie, token }]) => [
      { kind: 'cookie', role, credential: { cookie }, self: id },
      { kind: 'bearer', role, credential: { token }, self: id },
      { kind: 'both', role, credential: { cookie, token }, self: id },
    ]),
  ];
}

const filled = (text: string, self: number) =>
  text.replace(/\{([\w. ]+)\}/g, (_, name: string) => String(name === 'self' ? self : (shop.values[name] ?? `{${name}}`)));

/** A body whose single placeholder is a number sends a number. */
const filledBody = (body: Record<string, unknown>, self: number) => filled(JSON.stringify(body), self);

async function send(row: Row, { credential, self }: Attempt): Promise<{ status: number; text: string }> {
  const form =
    row.form && Object.entries(row.form).reduce((data, [name, value]) => (data.set(name, value), data), new FormData());
  const response = await fetch(shop.url + filled(row.path, self), {
    method: row.method,
    redirect: 'manual',
    headers: {
      'sec-fetch-site': 'same-origin',
      ...(credential.token ? { authorization: `Bearer ${credential.token}` } : {}),
      ...(credential.cookie ? { cookie: `sid=${credential.cookie}; userId=${shop.sessions.A.id}` } : {}),
      ...(row.body ? { 'content-type': 'application/json' } : {}),
    },
    ...(form ? { body: form } : row.body ? { body: filledBody(row.body, self) } : {}),
  });
  // A stream has no end to wait for.
  if (response.headers.get('content-type')?.startsWith('text/event-stream')) {
    await response.body!.cancel();
    return { status: response.status, text: '' };
  }
  return { status: response.status, text: await response.text() };
}

const fits = (expected: Expected, status: number) =>
  expected === 'in' ? status < 500 && ![401, 403, 404].includes(status) : status === expected;

const endsSessions = (row: Row) => /^\/api\/users\/log(in|out)$/.test(row.route);

/** This call would end the sessions of all calls after it. */
const endsAll = ({ route }: Row) => route === '/api/users/logout-everywhere';

test.each(
  AUTHORISATION.filter((row) => !endsSessions(row) && !endsAll(row)).map((row) => [`${row.method} ${row.path}`, row] as const),
)('%s', async (_name, row) => {
  const wrong: string[] = [];
  for (const attempt of attempts()) {
    const { status, text } = await send(row, attempt);
    const expected = row.answers[attempt.role];
    if (!fits(expected, status))
      wrong.push(`${attempt.role} with ${attempt.kind}: ${status} instead of ${expected}: ${text.slice(0, 200)}`);
    if (status >= 400 && row.path.startsWith('/api/') && !/"error":|^<!doctype html>/i.test(text))
      wrong.push(`${attempt.role}: an error without the error body`);
  }
  expect(wrong).toEqual([]);
});

test.each(AUTHORISATION.filter(endsSessions).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s is open to everybody; it ends the session that called',
  async (_name, row) => {
    for (const role of ROLES) {
      const session =
        role === 'V' ? null : await logIn(shop.url, String(shop.values['B.email']), String(shop.values['B.password']));
      const attempt = { kind: 'cookie', role, credential: session ? { cookie: session.cookie } : {}, self: 1 };
      expect(await send(row, attempt)).toMatchObject({ status: 200 });
      if (session) expect(await detailsOf(session)).toBe(404);
    }
  },
);

const detailsOf = async ({ id, cookie }: Session) =>
  (await fetch(`${shop.url}/api/users/${id}/details`, { headers: { cookie: `sid=${cookie}` } })).status;

test('the links of a track are in no answer but of those who may change it', async () => {
  for (const attempt of attempts()) {
    for (const path of ['/api/products', '/api/products/{product}']) {
      const response = await fetch(shop.url + filled(path, attempt.self), {
        headers: {
          ...(attempt.credential.token ? { authorization: `Bearer ${attempt.credential.token}` } : {}),
          ...(attempt.credential.cookie ? { cookie: `sid=${attempt.credential.cookie}` } : {}),
        },
      });
      const text = await response.text();
      const mayChange = attempt.role === 'A' || attempt.role === 'AC';
      // All callers without a bearer token get the same list.
      if (mayChange && (attempt.credential.token || path.endsWith('}'))) expect(text).toMatch(/download_link/);
      if (!mayChange) expect(text).not.toMatch(/download_link|project_link|dropbox/);
    }
  }
});

test('the links to bought files, and contracts, are in no answer to those who may only read orders', async () => {
  const { A, AS, AF, AV } = shop.sessions;
  for (const path of ['/api/orders', '/api/orders/{order}', '/api/orders/user/{B}', '/api/orders/mdghost-panel-secur/user/{B}']) {
    const fetchUser = async ({ token }: Session) => {
      const response = await fetch(shop.url + filled(path, 1), { headers: { authorization: `Bearer ${token}` } });
      const text = await response.text();
      return [response.status, /downloads\/\d+\?token=/.test(text), /contracts\/\d+\.pdf/.test(text)];
    };
    expect({ path, A: await fetchUser(A), AS: await fetchUser(AS), AF: await fetchUser(AF), AV: await fetchUser(AV) }).toEqual({
      path,
      A: [200, true, true],
      AS: [200, true, true],
      AF: [200, false, true],
      AV: [200, false, false],
    });
  }
});

/** The data that not every admin may read, and the roles that may (docs/product/administration.md#roles). */
const CONFIDENTIAL = {
  'files of tracks and submissions': {
    looksLike: /"(download_link|project_link|trackFilesLink|projectFilesLink)":"|dropbox/,
    to: ['A', 'AC'],
  },
  'links to bought files': { looksLike: /downloads\/\d+\?token=/, to: ['A', 'AS'] },
  contracts: { looksLike: /contracts\/\d+\.pdf/, to: ['A', 'AS', 'AF'] },
};

test('files, links to them and contracts are in no answer but of the admins who may read them', async () => {
  const { A, AC, AS, AF, AV } = shop.sessions;
  const reads = AUTHORISATION.filter(({ method, path }) => method === 'GET' && path.startsWith('/api/'));
  const leaks: { what: string; role: Role; path: string }[] = [];
  for (const [role, { id, token }] of Object.entries({ A, AC, AS, AF, AV }) as [Role, Session][]) {
    for (const row of reads) {
      const { status, text } = await send(row, { kind: 'bearer', role, credential: { token }, self: id });
      for (const [what, { looksLike }] of Object.entries(CONFIDENTIAL))
        if (status === 200 && looksLike.test(text)) leaks.push({ what, role, path: row.path });
    }
  }
  for (const [what, { to }] of Object.entries(CONFIDENTIAL)) {
    const rowsOfKind = leaks.filter((leak) => leak.what === what);
    expect({ what, leaks: rowsOfKind.filter(({ role }) => !to.includes(role)) }).toEqual({ what, leaks: [] });
    expect({ what, to: [...new Set(rowsOfKind.map(({ role }) => role))] }).toEqual({ what, to });
  }
});

// This test comes last, because its callers have no sessions afterwards.
test.each(AUTHORISATION.filter(endsAll).map((row) => [`${row.method} ${row.path}`, row] as const))(
  '%s ends every session of who calls, and nobody else’s',
  async (_name, row) => {
    expect(await send(row, { kind: 'nothing', role: 'V', credential: {}, self: 1 })).toMatchObject({ status: 401 });
    const { B2, S2 } = shop.sessions;
    expect(await send(row, { kind: 'bearer', role: 'B2', credential: { token: B2.token }, self: B2.id })).toMatchObject({
      status: 200,
    });
    expect([await detailsOf(B2), await detailsOf(S2)]).toEqual([404, 200]);
  },
);

import { as } from '@shop/runtime/testing';
import request from 'supertest';
import { PASSWORD } from '../testing/a-factor';
import { anAccount, openIdentity, type IdentityApp } from '../testing/identity-app';

let identity: IdentityApp;
afterEach(() => identity.close());

const WEEK = 7 * 86_400;
const DEVICE = 400 * 86_400;

/** The cookies that an answer sets, by name: each with all its attributes, and whether it is emptied. */
function cookiesOf(answer: { headers: Record<string, unknown> }) {
  const lines = (answer.headers['set-cookie'] ?? []) as string[];
  return Object.fromEntries(
    lines.map((line) => {
      const [pair = '', ...attributes] = line.split('; ');
      const [name = '', value = ''] = pair.split('=');
      const rest = attributes.filter((attribute) => !attribute.startsWith('Expires=')).sort();
      const ends = attributes.find((attribute) => attribute.startsWith('Expires='))?.slice('Expires='.length) ?? '';
      return [name, { attributes: rest, emptied: value === '' && Date.parse(ends) === 0 }];
    }),
  );
}
const login = () =>
  request(identity.app).post('/api/users/login').set(as()).send({ email: 'mara@example.com', password: PASSWORD }).expect(200);
const logout = (path: string, userId: number) =>
  request(identity.app)
    .post(path)
    .set(as({ userId, sessionId: crypto.randomUUID() }));

describe.each([
  { scheme: 'http', secure: false, session: 'sid', device: 'device', more: [] },
  { scheme: 'https', secure: true, session: '__Host-sid', device: '__Host-device', more: ['Secure'] },
])('over $scheme', ({ secure, session, device, more }) => {
  beforeEach(async () => {
    identity = await openIdentity(1, { secure });
  });
  const lasting = (seconds: number, ...flags: string[]) => ({
    attributes: [...flags, `Max-Age=${seconds}`, 'Path=/', 'SameSite=Lax', ...more].sort(),
    emptied: false,
  });
  const ended = (...flags: string[]) => ({ attributes: [...flags, 'Path=/', 'SameSite=Lax', ...more].sort(), emptied: true });

  test('a login sets three cookies for every path of this host alone; scripts read only the one that proves nothing', async () => {
    await anAccount(identity);
    expect(cookiesOf(await login())).toEqual({
      [session]: lasting(WEEK, 'HttpOnly'),
      userId: lasting(WEEK),
      [device]: lasting(DEVICE, 'HttpOnly'),
    });
  });

  test.each(['/api/users/logout', '/api/users/logout-everywhere'])(
    '%s empties the two of the session as they were set, and leaves the device known',
    async (path) => {
      const { id } = await anAccount(identity);
      expect(cookiesOf(await logout(path, id))).toEqual({ [session]: ended('HttpOnly'), userId: ended() });
    },
  );
});

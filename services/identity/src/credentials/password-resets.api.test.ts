import { PasswordResetRequested } from '@shop/contracts/events';
import { as, asAdmin, asUser, emitted } from '@shop/runtime/testing';
import request from 'supertest';
import { anAccount, anAdmin, aRegistration, postFrom, timesAllowed, useIdentity } from '../testing/identity-app';

const identity = useIdentity(100);

const EMAIL = 'mara@example.com';
const OLD = 'Deep-House-1!';
const post = (path: string, body: object) => request(identity.app).post(path).set(as()).send(body);
const put = (id: number, body: object, caller = asUser(id)) =>
  request(identity.app).put(`/api/users/${id}`).set(caller).send(body);
const login = async (password: string, email = EMAIL) => (await post('/api/users/login', { email, password })).status;
const reset = (token: string, password: string) => post(`/api/users/reset-password/${token}`, { password });

/**
 * Asks for reset links.
 * @returns their tokens
 */
async function links(count: number, email = EMAIL): Promise<string[]> {
  for (let i = 0; i < count; i += 1) await post('/api/users/forgot-password', { email });
  return (await emitted(identity.db.source, PasswordResetRequested)).slice(-count).map(({ token }) => token);
}

describe('the reset links of an account', () => {
  test('all end when one of them is used', async () => {
    await anAccount(identity);
    const [first, second, third] = await links(3);
    expect((await reset(second!, 'Warm-Up-Set-2!')).status).toBe(200);
    for (const token of [first, second, third])
      expect((await reset(token!, 'Too-Late-Now-3!')).body).toMatchObject({ code: 'reset-link-used' });
    expect(await login('Warm-Up-Set-2!')).toBe(200);
  });

  test('are good for one password, even when they are used at the same moment', async () => {
    await anAccount(identity);
    for (let round = 0; round < 3; round += 1) {
      const answers = await Promise.all((await links(5)).map((token, i) => reset(token, `Warm-Up-Set-${round}${i}!`)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    }
    expect(await identity.db.source.query('SELECT 1 FROM password_resets')).toEqual([]);
  });

  test('are worth nothing when password or address change, nor when they do at the same moment', async () => {
    const { id } = await anAccount(identity);
    const [token] = await links(1);
    expect((await put(id, { password: 'Warm-Up-Set-2!', current_password: OLD })).status).toBe(200);
    expect((await reset(token!, 'Too-Late-Now-3!')).status).toBe(400);

    const [racing] = await links(1);
    const [changed, used] = await Promise.all([
      put(id, { password: 'Warm-Up-Set-3!' }, asAdmin(999)),
      reset(racing!, 'Warm-Up-Set-4!'),
    ]);
    expect(changed.status).toBe(200);
    expect(await login(used.status === 200 ? 'Warm-Up-Set-3!' : 'Warm-Up-Set-4!')).toBe(used.status === 200 ? 200 : 401);
    expect(await identity.db.source.query('SELECT 1 FROM password_resets')).toEqual([]);
  });
});

describe('a password that everybody uses', () => {
  const COMMON = 'P@ssw0rd';
  const refused = { code: 'invalid', field: 'password', error: 'Password does not meet requirements.' };

  test('is refused at registration', async () => {
    const form = aRegistration({ password: COMMON, confirmPassword: COMMON });
    expect((await post('/api/users/register', form)).body).toMatchObject(refused);
    expect(await identity.db.source.query('SELECT 1 FROM pending_registrations')).toEqual([]);
  });

  test('is refused at reset, whose link stays good, and at change', async () => {
    const { id } = await anAccount(identity);
    const [token] = await links(1);
    for (const common of [COMMON, 'letmein', 'LetMeIn', 'qwerty123'])
      expect((await reset(token!, common)).body).toMatchObject(refused);
    expect((await put(id, { password: COMMON, current_password: OLD })).body).toMatchObject(refused);
    expect((await put(id, { password: COMMON }, asAdmin(999))).body).toMatchObject(refused);
    expect(await login(OLD)).toBe(200);
    expect((await reset(token!, 'Warm-Up-Set-2!')).status).toBe(200);
  });
});

describe('the password of an admin', () => {
  const SHORT = 'Short-1!x';
  const tooShort = { field: 'password', error: "An administrator's password needs at least 12 characters." };

  test('has at least 12 characters when it is reset or changed, by whomever', async () => {
    const chief = await anAdmin(identity, 'chief@example.com');
    const [token] = await links(1, 'chief@example.com');
    expect((await reset(token!, SHORT)).body).toMatchObject(tooShort);
    const own = put(chief, { password: SHORT, current_password: 'Correct-Horse-1!' }, asAdmin(chief));
    expect((await own).body).toMatchObject(tooShort);
    expect((await put(chief, { password: SHORT }, asAdmin(999))).body).toMatchObject(tooShort);
    expect(await login('Correct-Horse-1!', 'chief@example.com')).toBe(200);
    expect((await reset(token!, 'Twelve-chars')).status).toBe(200);
  });

  test('must be so long before somebody becomes one, or together with that', async () => {
    const { id } = await anAccount(identity, { password: SHORT, confirmPassword: SHORT });
    const promote = (more: object = {}) => put(id, { is_admin: 1, ...more }, asAdmin(999));
    expect((await promote()).body).toMatchObject({ code: 'short-password', field: 'is_admin' });
    expect((await promote({ password: 'Other-1!' })).body).toMatchObject(tooShort);
    expect((await promote({ password: 'Warm-Up-Set-2!' })).body).toMatchObject({ data: { is_admin: 1 } });
  });

  test('of an account from before is known to be long from its next login on', async () => {
    const { id } = await anAccount(identity);
    await identity.db.source.query('UPDATE users SET long_password = false');
    expect((await put(id, { is_admin: 1 }, asAdmin(999))).status).toBe(409);
    expect(await login(OLD)).toBe(200);
    expect((await put(id, { is_admin: 1 }, asAdmin(999))).status).toBe(200);
  });
});

describe('one client address', () => {
  const strict = useIdentity();
  test('asks for twenty links an hour, and another may ask then', async () => {
    const askFrom = (n: number, email: string) => postFrom(strict, n, 'forgot-password', { email });
    expect(await timesAllowed((n) => askFrom(1, `person${n}@example.com`))).toBe(20);
    expect((await askFrom(2, 'another@example.com')).status).toBe(200);
  });

  test('tries twenty links an hour, and another may try one then', async () => {
    const tryFrom = (n: number) => postFrom(strict, n, `reset-password/${'x'.repeat(43)}`, { password: 'Warm-Up-Set-2!' });
    expect(await timesAllowed(() => tryFrom(1))).toBe(20);
    expect((await tryFrom(2)).status).toBe(400);
  });
});

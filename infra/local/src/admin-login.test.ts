import { adminRow } from './admin-login';
import { LocalConfig } from './config';

const admin = { email: 'chief@example.com', password: 'Correct-Horse-1!' };
const row = (login: 'open' | 'needs-factor' | 'changed', where: { isFirst?: boolean; terminal?: boolean; env?: object } = {}) =>
  adminRow(admin, login, LocalConfig.parse({ DATA_DIR: '/data', ...where.env }), { isFirst: false, terminal: false, ...where });

const SHOWN = 'chief@example.com  Correct-Horse-1!';
const KEPT = 'chief@example.com  (password in /data/secrets.json)';

test('a password that the shop made up is shown by the start that made it, and on a terminal', () => {
  for (const login of ['open', 'needs-factor'] as const) {
    expect([row(login, { isFirst: true }), row(login, { terminal: true })]).toEqual([SHOWN, SHOWN]);
    expect(row(login)).toBe(KEPT);
  }
});

test.each([{ HOST: '0.0.0.0' }, { PUBLIC_URL: 'https://shop.example' }])(
  'it is not shown where others reach the shop: %j',
  (env) => {
    expect(row('open', { isFirst: true, terminal: true, env })).toBe(KEPT);
  },
);

test('a password that the operator has chosen is never shown', () => {
  const env = { ADMIN_PASSWORD: admin.password };
  expect(row('open', { isFirst: true, terminal: true, env })).toBe('chief@example.com  (password in ADMIN_PASSWORD)');
});

test('a password that was changed is neither shown nor looked for', () => {
  expect(row('changed', { isFirst: true, terminal: true })).toBe('chief@example.com  (changed since the first start)');
});

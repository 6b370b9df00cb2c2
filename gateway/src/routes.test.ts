import { ROUTES, type Route } from '@shop/contracts/routes';
import { callOf } from './routes';

const changesSession = (method: string, originalUrl: string) => callOf({ method, originalUrl })?.changesSession === true;

/** After these calls a session may be over, or have more or fewer rights. */
const CHANGE_SESSIONS = [
  'DELETE /api/users/sessions/:id',
  'POST /api/users/login',
  'POST /api/users/login/passkey',
  'POST /api/users/login/passkey/options',
  'POST /api/users/login/second-factor',
  'POST /api/users/login/second-factor/enrol',
  'POST /api/users/login/second-factor/enrol/passkey',
  'POST /api/users/login/second-factor/options',
  'POST /api/users/logout',
  'POST /api/users/logout-everywhere',
  'POST /api/users/passkeys',
  'POST /api/users/passkeys/:id/remove',
  'POST /api/users/passkeys/options',
  'POST /api/users/reset-password/:token',
  'POST /api/users/second-factor/app',
  'POST /api/users/second-factor/app/confirm',
  'POST /api/users/second-factor/app/remove',
  'POST /api/users/second-factor/recovery-codes',
  'POST /api/users/step-up',
  'POST /api/users/step-up/options',
  'POST /api/users/undo-email-change/:token',
];

test('the calls after which identity is asked again are these', () => {
  const calls = Object.values(ROUTES)
    .flatMap((routes) => Object.values<Route>(routes))
    .map(({ method, path }) => [method.toUpperCase(), path] as const);
  const matches = calls.filter(([method, path]) => changesSession(method, path.replace(/:\w+/g, '1')));
  expect(matches.map((call) => call.join(' ')).sort()).toEqual(CHANGE_SESSIONS);
});

test.each([
  ['POST', '/api/users/logout/', true],
  ['POST', '/API/Users/Logout', true],
  ['GET', '/api/users/sessions', false],
  ['GET', '/api/users/logout', false],
  ['POST', '/api/users/1/suspension', false],
  ['POST', '/api/orders/1', false],
])('%s %s is one of them: %s', (method, path, isOne) => {
  expect(changesSession(method, path)).toBe(isOne);
});

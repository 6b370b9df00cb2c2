import { PasswordResetRequested } from '@shop/contracts/events';
import { schema } from '@shop/identity';
import { emitted, openTestDatabase, type TestDatabase } from '@shop/runtime/testing';
import { runCommand } from './commands';

let database: TestDatabase;
beforeEach(async () => {
  database = await openTestDatabase(schema);
});
afterEach(() => database.drop());

async function ops(terminal: boolean, ...args: string[]) {
  const lines: string[] = [];
  const reach = {
    withDatabases: <Result>(work: (urlOf: () => string) => Promise<Result>) => work(() => database.url),
    doors: () => Promise.reject(new Error('no shop runs')),
  };
  const code = await runCommand(args, { reach, say: (line) => lines.push(line), terminal });
  return { code, said: lines.join('\n') };
}
const links = () => emitted(database.source, PasswordResetRequested);

test('on a terminal a new admin gets a password, which is shown once', async () => {
  const { code, said } = await ops(true, 'create-admin', '--email', 'chief@example.com');
  expect([code, said]).toEqual([0, expect.stringMatching(/^Password, shown this once: \S{12,}$/m)]);
  expect(await links()).toEqual([]);
});

test('where what is said goes into a log, nobody is shown a password: its owner is mailed a link to choose one', async () => {
  const { code, said } = await ops(false, 'create-admin', '--email', 'chief@example.com');
  expect([code, said]).toEqual([0, expect.not.stringMatching(/Password, shown/)]);
  expect(said).toContain('A link to choose a password is mailed to chief@example.com');
  expect(await links()).toMatchObject([{ email: 'chief@example.com' }]);
});

test('an account that was there keeps its password, and is mailed no link', async () => {
  await ops(false, 'create-admin', '--email', 'chief@example.com', '--role', 'viewer');
  await database.source.query('UPDATE users SET admin_role = NULL');
  const { said } = await ops(false, 'create-admin', '--email', 'chief@example.com');
  expect(said).toContain('The account was there before and keeps its password.');
  expect(await links()).toHaveLength(1);
});

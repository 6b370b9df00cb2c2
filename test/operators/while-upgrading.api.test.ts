import { runCommand } from '@shop/ops';
import { openDatabase } from '@shop/runtime';
import { openTestDatabase, testLog, type TestDatabase } from '@shop/runtime/testing';
import { schema as identitySchema } from '../../services/identity/src/database';
import { schema as sellersSchema } from '../../services/sellers/src/database';

let identity: TestDatabase;
let sellers: TestDatabase;
beforeEach(async () => {
  identity = await openTestDatabase(identitySchema);
  sellers = await openTestDatabase(sellersSchema);
});
afterEach(async () => {
  await identity.drop();
  await sellers.drop();
});

const reach = {
  withDatabases: <Result>(work: (urlOf: (service: string) => string) => Promise<Result>) =>
    work((service) => (service === 'identity' ? identity : sellers).url),
  doors: () => Promise.reject(new Error('no shop runs')),
};
const ops = (...args: string[]) => runCommand(args, { reach, say: () => undefined });

test('commands on databases do not wait for an upgrade that makes an index', async () => {
  let stop: (error: Error) => void = () => undefined;
  let upgrade: Promise<unknown> = Promise.resolve();
  await new Promise<void>((begun) => {
    class MakesIndex1899000000000 {
      name = 'MakesIndex1899000000000';
      up() {
        begun();
        return new Promise<void>((_, reject) => (stop = reject));
      }
      async down() {}
    }
    const migrations = [MakesIndex1899000000000];
    upgrade = openDatabase({ entities: [], migrations, url: identity.url, log: testLog });
  });
  expect(await ops('create-admin', '--email', 'chief@example.com')).toBe(0);
  expect(await ops('verify')).toBe(0);
  stop(new Error('it was long enough'));
  await expect(upgrade).rejects.toThrow('it was long enough');
});

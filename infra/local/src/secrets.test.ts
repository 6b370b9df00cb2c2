import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepSecrets } from './secrets';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'shop-secrets-test-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const file = () => join(folder, 'secrets.json');

test('secrets are made once, for their owner alone, and no two services have one token', async () => {
  const made = await keepSecrets(folder);
  expect(await keepSecrets(folder)).toEqual(made);
  expect((await stat(file())).mode & 0o777).toBe(0o600);
  expect(new Set(Object.values(made.OPS_TOKENS)).size).toBe(5);
});

test('what an older shop has is kept, and what it lacks is made', async () => {
  const { OPS_TOKENS, ...older } = await keepSecrets(folder);
  await writeFile(file(), JSON.stringify({ ...older, DEMO_PASSWORD: 'kept-too' }));
  const updated = await keepSecrets(folder);
  expect(updated).toEqual({ ...older, DEMO_PASSWORD: 'kept-too', OPS_TOKENS: expect.any(Object) as object });
  expect(Object.keys(updated.OPS_TOKENS)).toEqual(Object.keys(OPS_TOKENS));
  expect(JSON.parse(await readFile(file(), 'utf8'))).toEqual(updated);
});

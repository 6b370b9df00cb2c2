import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { keyId } from '@shop/shared';
import { KEYS, type KeyName, type Ring } from '../keys/keys';
import { SERVICES, type Doors } from '../services';
import type { Reach } from './command';
import { runCommand } from './commands';

let stored: Ring;
/** The running service's ring, and the number of texts that are not under its first key yet. */
let running: Ring;
let older: number;
/** The ring of the replica that encrypts again, when it is not the one that tells its keys; null for one of an older release. */
let answerKey: Ring | null | undefined;

const idOf = (key: string) => keyId(Buffer.from(key, 'base64'));
const service = createServer((req, res) => {
  const answers: Record<string, () => object> = {
    '/operations/keys': () => ({ CARD_KEY: running.map(idOf) }),
    '/operations/reseal': () => {
      const resealed = older;
      older = 0;
      return { resealed, ...(answerKey !== null && { key: idOf((answerKey ?? running)[0]!) }) };
    },
  };
  res.setHeader('content-type', 'application/json').end(JSON.stringify(answers[req.url!]!()));
});
beforeAll(() => new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve)));
afterAll(() => new Promise((resolve) => service.close(resolve)));
beforeEach(() => {
  stored = running = [KEYS.CARD_KEY.make()];
  older = 1;
  answerKey = undefined;
});

const reach = (embedded: boolean): Reach => ({
  withDatabases: () => Promise.reject(new Error('not asked for')),
  doors: () => {
    const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
    return Promise.resolve(Object.fromEntries(SERVICES.map((name) => [name, { url, token: 'a token' }])) as Doors);
  },
  ...(embedded && {
    changeKeys: (_name: KeyName, change: (ring: Ring) => Ring) => {
      stored = change(stored);
      return Promise.resolve();
    },
  }),
});
async function rotate(step: string, key = 'CARD_KEY', embedded = true): Promise<string> {
  const lines: string[] = [];
  const args = ['rotate-key', '--key', key, '--step', step];
  expect(await runCommand(args, { reach: reach(embedded), say: (line) => lines.push(line) })).toBe(0);
  return lines.join('\n');
}

test('a key is changed in four steps, and each says the next', async () => {
  const [old] = stored;
  expect(await rotate('add')).toContain('Next: rotate-key --key CARD_KEY --step promote');
  expect(stored).toEqual([old, expect.stringMatching(/^[\w+/]{43}=$/)]);
  expect(await rotate('promote')).toContain('restart the shop. Next: rotate-key --key CARD_KEY --step reseal');
  expect(stored[1]).toBe(old);
  running = stored;
  expect(await rotate('reseal')).toContain('1 texts again');
  expect(await rotate('retire')).toContain('That is all.');
  expect(stored).toEqual([running[0]]);
  expect(stored).not.toContain(old);
});

test('the old key stays while the service encrypts with it, or has texts under it', async () => {
  await rotate('add');
  await rotate('promote');
  const ring = stored;
  await expect(rotate('retire')).rejects.toThrow('sellers does not encrypt with the new key yet');
  running = stored;
  await expect(rotate('retire')).rejects.toThrow('1 texts were still under the old key');
  expect(stored).toEqual(ring);
  await rotate('retire');
  expect(stored).toHaveLength(1);
});

test('where the secrets are out of reach, the old key may go when the service encrypts with the one that is first now', async () => {
  running = [KEYS.CARD_KEY.make(), KEYS.CARD_KEY.make()];
  const output = await rotate('reseal', 'CARD_KEY', false);
  expect(output).toContain(`If ${idOf(running[0]!)} is the first key of the secret now`);
  expect(output).toContain('If not, sellers has not read promote yet: restart it, then --step reseal again.');
  expect(output).not.toContain('Next:');
});

test('the key that is named is that of the replica that has encrypted, which may be another than says its keys', async () => {
  const [old, young] = [KEYS.CARD_KEY.make(), KEYS.CARD_KEY.make()];
  running = [young, old];
  answerKey = [old, young];
  const output = await rotate('reseal', 'CARD_KEY', false);
  expect(output).toContain(`1 texts again, with its first key ${idOf(old)};`);
  expect(output).toContain(`If ${idOf(old)} is the first key of the secret now`);
  expect(output).not.toContain(idOf(young));
});

test('a service of an older release, which does not say the key, is to be upgraded first', async () => {
  running = [KEYS.CARD_KEY.make(), KEYS.CARD_KEY.make()];
  answerKey = null;
  await expect(rotate('reseal', 'CARD_KEY', false)).rejects.toThrow(
    'sellers is of an older release, which does not say with which key it has encrypted: upgrade it, then --step reseal again.',
  );
});

test('nothing is encrypted again while the service has not read add', async () => {
  for (const embedded of [true, false])
    await expect(rotate('reseal', 'CARD_KEY', embedded)).rejects.toThrow('sellers has one CARD_KEY alone');
  expect(older).toBe(1);
});

test('a step that cannot be next is refused, and nothing changes', async () => {
  const before = stored;
  await expect(rotate('promote')).rejects.toThrow('There is one key alone');
  await expect(rotate('retire', 'DOWNLOAD_KEY')).rejects.toThrow('There is one key alone');
  expect(stored).toEqual(before);
  await rotate('add');
  await expect(rotate('add')).rejects.toThrow('There are two keys already');
});

test.each(Object.entries(KEYS))(
  'where the secrets are out of reach, each step of %s says what to do and shows no key',
  async (name, key) => {
    for (const step of ['add', 'promote', 'retire']) {
      const output = await rotate(step, name, false);
      for (const file of key.files) {
        expect(output).toContain(`node /make-secrets.mjs /run/shop ${step} ${file}`);
        const small = 'infra/k8s/overlays/small/secrets';
        expect(output).toContain(
          `node infra/docker/make-secrets.mjs ${small}/files ${step} ${file} && kubectl apply -k ${small}\n`,
        );
      }
    }
    expect(stored).toHaveLength(1);
  },
);

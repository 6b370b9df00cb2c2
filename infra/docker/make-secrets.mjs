// Makes the secrets of a compose installation, once: files in the given folder, each read by a service as <VARIABLE>_FILE. Every time it
// lays out in for/<part> what that part uses: compose mounts nothing else there.
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const folder = process.argv[2] ?? 'secrets';
const DATABASES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'];
const word = () => randomBytes(24).toString('hex');
const put = (name, value) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(path, value);
};

if (!existsSync(join(folder, 'done'))) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  put('internal-jwt-private-key', privateKey.export({ type: 'pkcs8', format: 'pem' }));
  put('internal-jwt-public-keys', publicKey.export({ type: 'spki', format: 'pem' }));
  put('card-key', randomBytes(32).toString('base64'));
  put('download-key', randomBytes(32).toString('base64'));
  put('admin-password', `${randomBytes(9).toString('base64url')}-Aa1!`);

  put('postgres-password', word());
  const sql = DATABASES.map((name) => {
    const password = word();
    put(`database-url-${name}`, `postgres://${name}:${password}@postgres:5432/${name}`);
    return `CREATE ROLE ${name} LOGIN PASSWORD '${password}';
CREATE DATABASE ${name} OWNER ${name};
REVOKE CONNECT ON DATABASE ${name} FROM PUBLIC;`;
  });
  put('postgres-init/databases.sql', `${sql.join('\n')}\n`);

  const broker = word();
  put('amqp-url', `amqp://shop:${broker}@rabbitmq:5672`);
  // this folder takes the place of the image's own settings, which say where the log goes
  put('rabbitmq/50-shop.conf', `default_user = shop\ndefault_pass = ${broker}\nlog.console = true\n`);

  put('s3-access-key', 'shop');
  put('s3-secret-key', word());
  put('done', '');
  console.log(`Secrets made. The first administrator's password is in ${folder}/admin-password.`);
}
// of a later release than the rest: an installation that is there gets it too
if (!existsSync(join(folder, 'factor-key'))) put('factor-key', randomBytes(32).toString('base64'));
for (const name of DATABASES) if (!existsSync(join(folder, `ops-token-${name}`))) put(`ops-token-${name}`, word());

const STORAGE = ['s3-access-key', 's3-secret-key'];
const serviceUses = (name) => ['amqp-url', 'internal-jwt-public-keys', `database-url-${name}`, `ops-token-${name}`];
const USES = {
  gateway: ['internal-jwt-private-key', 'amqp-url'],
  identity: [...serviceUses('identity'), 'admin-password', 'factor-key'],
  catalog: [...serviceUses('catalog'), ...STORAGE],
  orders: [...serviceUses('orders'), 'download-key'],
  sellers: [...serviceUses('sellers'), ...STORAGE, 'card-key'],
  notifications: [...serviceUses('notifications'), ...STORAGE],
  postgres: ['postgres-password'],
  minio: STORAGE,
};
const NODE_USER = 1000;

for (const [part, names] of Object.entries(USES)) {
  const own = join(folder, 'for', part);
  mkdirSync(own, { recursive: true });
  for (const name of names) {
    const copy = join(own, name);
    rmSync(copy, { force: true });
    copyFileSync(join(folder, name), copy);
    // the two servers read theirs as users of their images
    if (part === 'postgres' || part === 'minio') chmodSync(copy, 0o644);
    else {
      chmodSync(copy, 0o640);
      if (process.getuid?.() === 0) chownSync(copy, NODE_USER, NODE_USER);
    }
  }
}
// nobody mounts the whole folder but this
chmodSync(folder, 0o755);

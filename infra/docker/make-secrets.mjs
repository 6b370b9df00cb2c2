// Makes the secrets of a compose installation as files in the given folder; a variable <NAME>_FILE tells a service its file. A
// secret is made once and kept. Every run copies a part's secrets into for/<part>, the only folder that compose mounts into the
// part, and the set-up of Postgres and RabbitMQ into postgres-setup and rabbitmq. rabbitmq-definitions.json has RabbitMQ's users
// and rights. `node make-secrets.mjs <folder> add|promote|retire <key>` first takes that step of changing a key
// (docs/runbooks/key-rotation.md).
import { createHash, createPublicKey, generateKeyPairSync, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';

const [folder = 'secrets', step, changed] = process.argv.slice(2);
const DATABASES = ['identity', 'catalog', 'orders', 'sellers', 'notifications'];
const word = () => randomBytes(24).toString('hex');
// Written beside and renamed: an interrupted run leaves the secret as it was, because no other file has it.
const put = (name, value, mode = 0o600) => {
  const path = join(folder, name);
  mkdirSync(join(path, '..'), { recursive: true });
  writeFileSync(`${path}.new`, value, { flush: true, mode: 0o600 });
  chmodSync(`${path}.new`, mode);
  renameSync(`${path}.new`, path);
};
// The images of Postgres and RabbitMQ run as users of their own.
const FOR_ALL = 0o644;

const bytes = () => randomBytes(32).toString('base64');
const signingKey = () => generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' });
const SIGNING = 'internal-jwt-private-key';
const publicKeyOf = (pem) => createPublicKey(pem).export({ type: 'spki', format: 'pem' });

// A key ring, from its file. Its first key signs and encrypts. The others still or already verify and decrypt.
function ringIn(name) {
  const text = readFileSync(join(folder, name), 'utf8');
  return (name === SIGNING ? text.match(/-----BEGIN[\s\S]+?-----END[^\n]+/g) : text.split('\n')).filter((key) => key.trim());
}
function putRing(name, ring) {
  put(name, ring.map((key) => key.trim()).join('\n'));
  if (name === SIGNING) put('internal-jwt-public-keys', ring.map(publicKeyOf).join(''));
}
const STEPS = {
  add: (ring, make) => (ring.length === 1 ? [...ring, make()] : refuse('There are two keys already: promote and retire first.')),
  promote: ([first, second]) => (second ? [second, first] : refuse('There is one key alone: begin with add.')),
  retire: ([first, second]) => (second ? [first] : refuse('There is one key alone: begin with add.')),
};
function refuse(why) {
  console.error(why);
  process.exit(1);
}

if (!existsSync(join(folder, 'done'))) {
  putRing(SIGNING, [signingKey()]);
  put('card-key', bytes());
  put('download-key', bytes());
  put('admin-password', `${randomBytes(9).toString('base64url')}-Aa1!`);

  put('postgres-password', word());
  put('s3-access-key', 'shop');
  put('s3-secret-key', word());
  put('done', '');
  console.log(`Secrets made. The first administrator's password is in ${folder}/admin-password.`);
}
// Later releases added these secrets, so an installation that has the others may lack them.
for (const name of ['factor-key', 'certificate-key', 'delivery-key']) if (!existsSync(join(folder, name))) put(name, bytes());
if (!existsSync(join(folder, 'mongodb-password'))) put('mongodb-password', word());
put(
  'mongodb-url',
  `mongodb://shop:${readFileSync(join(folder, 'mongodb-password'), 'utf8')}@mongodb:27017/shop?authSource=admin`,
);
for (const name of DATABASES) if (!existsSync(join(folder, `ops-token-${name}`))) put(`ops-token-${name}`, word());

const MAKERS = {
  [SIGNING]: signingKey,
  ...Object.fromEntries(
    ['card-key', 'factor-key', 'download-key', 'certificate-key', 'delivery-key'].map((name) => [name, bytes]),
  ),
  ...Object.fromEntries(DATABASES.map((name) => [`ops-token-${name}`, word])),
};
if (step) {
  if (!STEPS[step] || !MAKERS[changed]) refuse(`${Object.keys(STEPS).join('|')} and one of ${Object.keys(MAKERS).join(', ')}`);
  putRing(changed, STEPS[step](ringIn(changed), MAKERS[changed]));
}

// SQL that psql runs before each start. For each database it makes two accounts: the owner, who makes the tables, and the service's
// own account, which may only read and write rows. In older installations the database belongs to the service's account; the SQL
// hands it over to the owner.
const accountOf = (role, name, file) => {
  if (!existsSync(join(folder, file))) put(file, `postgres://${role}:${word()}@postgres:5432/${name}`);
  const { password } = new URL(readFileSync(join(folder, file), 'utf8'));
  return `SELECT 'CREATE ROLE ${role}' WHERE NOT EXISTS (SELECT FROM pg_roles WHERE rolname = '${role}') \\gexec
ALTER ROLE ${role} LOGIN PASSWORD '${password}';`;
};
const databases = DATABASES.map(
  (name) => `${accountOf(name, name, `database-url-${name}`)}
${accountOf(`${name}_owner`, name, `migration-database-url-${name}`)}
SELECT 'CREATE DATABASE ${name} OWNER ${name}_owner' WHERE NOT EXISTS (SELECT FROM pg_database WHERE datname = '${name}') \\gexec
\\connect ${name}
REASSIGN OWNED BY ${name} TO ${name}_owner;
REVOKE ALL ON DATABASE ${name} FROM PUBLIC, ${name};
GRANT CONNECT ON DATABASE ${name} TO ${name};`,
);
put('postgres-setup/databases.sql', `${databases.join('\n')}\n`, FOR_ALL);
rmSync(join(folder, 'postgres-init'), { recursive: true, force: true });

const definitions = JSON.parse(readFileSync(new URL('./rabbitmq-definitions.json', import.meta.url), 'utf8'));
const ADMINISTRATOR = 'shop';
const users = definitions.permissions.map(({ user }) => {
  // The administrator's file keeps the name of older installations, in which all parts shared this one account.
  const file = user === ADMINISTRATOR ? 'amqp-url' : `amqp-url-${user}`;
  if (!existsSync(join(folder, file))) put(file, `amqp://${user}:${word()}@rabbitmq:5672`);
  const salt = randomBytes(4);
  const hash = createHash('sha256')
    .update(salt)
    .update(new URL(readFileSync(join(folder, file), 'utf8')).password);
  return {
    name: user,
    password_hash: Buffer.concat([salt, hash.digest()]).toString('base64'),
    hashing_algorithm: 'rabbit_password_hashing_sha256',
    tags: user === ADMINISTRATOR ? 'administrator' : '',
  };
});
put('rabbitmq/definitions.json', JSON.stringify({ users, ...definitions }), FOR_ALL);
// This folder is mounted over the image's own settings, which say where the log goes: so it is set here too.
put('rabbitmq/50-shop.conf', 'load_definitions = /etc/rabbitmq/conf.d/definitions.json\nlog.console = true\n', FOR_ALL);

const STORAGE = ['s3-access-key', 's3-secret-key'];
const STORING = ['catalog', 'orders', 'sellers', 'notifications'];
for (const name of STORING) {
  if (existsSync(join(folder, `s3-secret-key-${name}`))) continue;
  put(`s3-access-key-${name}`, name);
  // MinIO accepts a user's secret key of 40 characters; longer ones may fail.
  put(`s3-secret-key-${name}`, word().slice(0, 40));
}
const serviceUses = (name) => [`amqp-url-${name}`, 'internal-jwt-public-keys', `database-url-${name}`, `ops-token-${name}`];
const USES = {
  gateway: ['internal-jwt-private-key', 'amqp-url-gateway'],
  identity: [...serviceUses('identity'), 'admin-password', 'factor-key'],
  catalog: [...serviceUses('catalog'), ...STORAGE, 'delivery-key'],
  orders: [...serviceUses('orders'), ...STORAGE, 'download-key', 'certificate-key', 'delivery-key'],
  sellers: [...serviceUses('sellers'), ...STORAGE, 'card-key'],
  notifications: [...serviceUses('notifications'), ...STORAGE],
  postgres: ['postgres-password'],
  databases: ['postgres-password'],
  'storage-users': [...STORAGE, ...STORING.flatMap((name) => STORAGE.map((key) => `${key}-${name}`))],
  ...Object.fromEntries(DATABASES.map((name) => [`migrate-${name}`, [`migration-database-url-${name}`]])),
  minio: STORAGE,
  mongodb: ['mongodb-password'],
  timeline: ['mongodb-url'],
  ops: [...DATABASES.map((name) => `ops-token-${name}`), 'database-url-identity', 'database-url-sellers'],
};
const NODE_USER = 1000;
// In a composition a volume holds the folder; elsewhere it lies in the home of the user who runs the script.
const isRoot = process.getuid?.() === 0;
const ownedByNode = (path) => {
  chmodSync(path, 0o640);
  if (isRoot) chownSync(path, NODE_USER, NODE_USER);
};

for (const [part, names] of Object.entries(USES)) {
  const own = join(folder, 'for', part);
  mkdirSync(own, { recursive: true });
  for (const name of names) {
    const copy = join(own, name);
    rmSync(copy, { force: true });
    copyFileSync(join(folder, name), copy);
    // These images run as users of their own, not as Node's, so everybody may read the file.
    if (['postgres', 'databases', 'minio', 'storage-users', 'mongodb', 'timeline'].includes(part)) chmodSync(copy, FOR_ALL);
    else ownedByNode(copy);
  }
}
// infra/docker/storage-users.yml mounts these folders instead of those above for the services that store files. They hold the
// same files, but s3-access-key and s3-secret-key are those of the service's own storage user.
for (const name of STORING) {
  const own = join(folder, 'with-storage-user', name);
  rmSync(own, { recursive: true, force: true });
  cpSync(join(folder, 'for', name), own, { recursive: true });
  for (const key of STORAGE) copyFileSync(join(folder, `${key}-${name}`), join(own, key));
  for (const file of readdirSync(own)) ownedByNode(join(own, file));
}
// Everybody may enter the volume: only this script mounts all of it, and a part sees its own folder alone.
chmodSync(folder, isRoot ? 0o755 : 0o700);

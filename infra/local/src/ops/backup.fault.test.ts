import { existsSync, promises } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DELETION_GRACE_DAYS } from '@shop/contracts/constants';
import { AccountDeletionScheduled } from '@shop/contracts/events';
import { schema } from '@shop/identity';
import { SERVICES } from '@shop/ops';
import { openDatabase } from '@shop/runtime';
import { testLog } from '@shop/runtime/testing';
import { LocalConfig } from '../config';
import { makeDataDir, postgresIn, removeDataDir } from '../data-dir';
import { databaseAt, queryOnce } from '../postgres/in-database';
import { startPostgres } from '../postgres/postgres';
import { chooseHome } from '../postgres/postgres-home';
import { saveDemo, readDemo } from '../kept/demo-file';
import { loadSecrets } from '../kept/secrets';
import { withDoors } from '../testing/with-doors';
import { backup } from './backup';
import { PEOPLE_BEFORE } from './people-since';
import { restore } from './restore';
import { runningAt } from './server';

/** Each starts and stops Postgres several times, which takes a busy machine the better part of a minute. */
const SEVERAL_RESTORES_MS = 900_000;

let dataDir: string;
let config: LocalConfig;
beforeAll(async () => {
  dataDir = await makeDataDir();
  config = LocalConfig.parse({ DATA_DIR: dataDir });
  await loadSecrets(config);
});
afterAll(() => removeDataDir(dataDir));

const at = <Row>(server: string, database: string, sql: string) => queryOnce<Row>(databaseAt(server, database), sql);
const home = () => chooseHome(postgresIn(dataDir), () => {});
const running = async <Result>(work: (url: string) => Promise<Result>): Promise<Result> => {
  const server = await startPostgres({ dataDir: postgresIn(dataDir) });
  return work(server.url).finally(() => server.stop());
};

/** Puts the databases of another shop in place of the present ones, which stay beside them. Both have the same password. */
async function takenOver(keptAs: string, work: (url: string) => Promise<unknown>) {
  const { cluster } = await home();
  const file = join(postgresIn(dataDir), 'password');
  const password = await readFile(file, 'utf8');
  await rename(cluster, `${cluster}.${keptAs}`);
  await rm(file);
  await running(async (url) => {
    await makeDatabases(url);
    await work(url);
    await at(url, 'postgres', `ALTER ROLE postgres PASSWORD '${password}'`);
  });
  await writeFile(file, password);
}

/** All tables of identity, and the other services' tables that a restore touches. */
async function makeDatabases(url: string) {
  for (const name of SERVICES) await at(url, 'postgres', `CREATE DATABASE ${name}`);
  const identity = databaseAt(url, 'identity');
  await (await openDatabase({ ...schema, url: identity, log: testLog })).destroy();
  for (const name of SERVICES.filter((service) => service !== 'identity'))
    await at(
      url,
      name,
      `CREATE TABLE outbox (seq serial, id uuid, type text, data jsonb, occurred_at timestamptz DEFAULT now(), sent_at timestamptz, next_try_at timestamptz)`,
    );
  await at(url, 'notifications', 'CREATE TABLE subscribers (id serial, email text, is_active boolean, confirm_token text)');
  for (const name of SERVICES) await at(url, name, sentEvents(5000));
}
const sentEvents = (count: number) =>
  `INSERT INTO outbox (id, type, data, sent_at) SELECT gen_random_uuid(), 'shop.happened', '{"a": 1}', now() FROM generate_series(1, ${count})`;

test('a backup of a shop that is written to meanwhile comes back as it was at one moment, ahead in its numbers', async () => {
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  await mkdir(join(dataDir, 'objects'));
  await writeFile(join(dataDir, 'objects', 'cover.webp'), 'a picture');

  const { folder, before } = await running(async (url) => {
    await makeDatabases(url);
    let writing = true;
    const writer = (async () => {
      while (writing) await at(url, 'orders', sentEvents(200));
    })();
    const [kept] = await at<{ n: number }>(url, 'orders', 'SELECT count(*)::int AS n FROM outbox');
    const folder = await backup(config, join(dataDir, 'backups'), say);
    writing = false;
    await writer;
    expect(await at(url, 'identity', 'SELECT bytes > 0 AS noted FROM backups')).toEqual([{ noted: true }]);
    await at(url, 'orders', `DELETE FROM outbox; INSERT INTO outbox (data) VALUES ('{"after": true}')`);
    await expect(restore(config, folder, say)).rejects.toThrow('The shop runs. Stop it first.');
    return { folder, before: kept!.n };
  });
  expect(existsSync(join(folder, 'secrets.json'))).toBe(false);
  expect(lines.join('\n')).toContain('secrets.json and postgres/password');

  await rm(join(dataDir, 'objects'), { recursive: true });
  await restore(config, folder, say);
  expect(await readFile(join(dataDir, 'objects', 'cover.webp'), 'utf8')).toBe('a picture');
  await running(async (url) => {
    const [rows] = await at<{ n: number; late: number; again: boolean; highest: number }>(
      url,
      'orders',
      `SELECT count(*)::int AS n, count(*) FILTER (WHERE data ? 'after')::int AS late, bool_and(sent_at IS NULL) AS again, max(seq) AS highest FROM outbox`,
    );
    expect(rows).toMatchObject({ late: 0, again: true });
    expect(rows!.n).toBeGreaterThanOrEqual(before);
    expect(rows!.n % 200).toBe(0);
    const [next] = await at<{ seq: number }>(url, 'orders', 'INSERT INTO outbox DEFAULT VALUES RETURNING seq');
    expect(next!.seq).toBeGreaterThanOrEqual(rows!.highest + 1000);
    for (const name of SERVICES)
      expect(await at(url, name, 'SELECT count(*)::int >= 5000 AS whole FROM outbox')).toEqual([{ whole: true }]);
  });
}, 270_000);

test('a shop that was never started with this release has nowhere to note a backup, and gets it all the same', async () => {
  await running((url) => at(url, 'identity', 'DROP TABLE backups'));
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  expect(existsSync(join(folder, 'postgres', 'backup_label'))).toBe(true);
});

test('objects that are kept in a bucket are neither in a backup nor put back, which both say', async () => {
  const away = LocalConfig.parse({ DATA_DIR: dataDir, S3_ENDPOINT: 'https://key:secret@objects.test:9000' });
  const objects = join(dataDir, 'objects');
  await mkdir(objects, { recursive: true });
  await writeFile(join(objects, 'before-the-bucket.webp'), 'a picture');
  const lines: string[] = [];
  const say = (line: string) => void lines.push(line);
  const folder = await backup(away, join(dataDir, 'backups'), say);
  expect(lines).toContain(
    'Objects: none. S3_ENDPOINT (objects.test:9000) keeps them in a bucket, and this is no backup of it. Copy the bucket too.',
  );
  expect([existsSync(join(folder, 'postgres', 'backup_label')), existsSync(join(folder, 'objects'))]).toEqual([true, false]);

  lines.length = 0;
  await restore(away, folder, say);
  expect(lines).toContain('Objects: none. S3_ENDPOINT (objects.test:9000) keeps them in a bucket, which stays as it is.');

  const whole = await backup(config, join(dataDir, 'whole-backups'), () => {});
  await rm(objects, { recursive: true });
  lines.length = 0;
  await restore(away, whole, say);
  expect(lines).toContain(
    `Objects: none. S3_ENDPOINT (objects.test:9000) keeps them in a bucket, which stays as it is. Those of the backup are in ${whole}/objects.`,
  );
  expect(existsSync(objects)).toBe(false);
});

test('a restore that breaks off leaves the shop as it was, and the next one goes through and ends a filling with demo data', async () => {
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  await running((url) => at(url, 'orders', 'CREATE TABLE since_then (id int)'));
  await saveDemo(dataDir, 'begun');
  jest.spyOn(promises, 'copyFile').mockRejectedValueOnce(new Error('ENOSPC: no space left on device'));
  await expect(restore(config, folder, () => {})).rejects.toThrow('no space left');
  const since = () => running((url) => at(url, 'orders', `SELECT to_regclass('since_then') IS NOT NULL AS kept`));
  expect(await since()).toEqual([{ kept: true }]);
  expect(await readDemo(dataDir)).toBe('begun');

  await restore(config, folder, () => {});
  expect(await since()).toEqual([{ kept: false }]);
  expect(await readDemo(dataDir)).toBeUndefined();
});

test('a backup whose databases do not become ready leaves the shop as it was', async () => {
  const folder = await running(async (url) => {
    await at(url, 'sellers', 'ALTER TABLE outbox RENAME TO away');
    const folder = await backup(config, join(dataDir, 'unusable-backups'), () => {});
    await at(url, 'sellers', 'ALTER TABLE away RENAME TO outbox; CREATE TABLE since_then (id int)');
    return folder;
  });
  await expect(restore(config, folder, () => {})).rejects.toThrow('relation "outbox" does not exist');
  const since = () => running((url) => at(url, 'sellers', `SELECT to_regclass('since_then') IS NOT NULL AS kept`));
  expect(await since()).toEqual([{ kept: true }]);
});

const accounts = (...names: string[]) =>
  `INSERT INTO users (email, name, last_name, country, password_hash)
   SELECT name || '@example.com', name, 'Lee', 'Germany', '' FROM unnest('{${names.join()}}'::text[]) AS name`;

test('a deletion that was asked for by then is not carried out before its owner had all days to keep the account', async () => {
  const folder = await running(async (url) => {
    await at(url, 'identity', accounts('anna', 'ben'));
    await at(url, 'identity', `UPDATE users SET suspended_at = now(), suspended_because = 'Fraud' WHERE name = 'ben'`);
    await at(url, 'identity', `INSERT INTO account_deletions (user_id, erase_at, postponed) SELECT id, now(), true FROM users`);
    const folder = await backup(config, join(dataDir, 'backups'), () => {});
    await at(url, 'identity', 'DELETE FROM account_deletions');
    return folder;
  });

  await restore(config, folder, () => {});
  await running(async (url) => {
    const deletions = await at<{ name: string; erase_at: Date }>(
      url,
      'identity',
      'SELECT name, erase_at, postponed FROM account_deletions JOIN users ON users.id = user_id ORDER BY name',
    );
    const events = await at<{ data: unknown; restored_at: Date }>(
      url,
      'identity',
      `SELECT data, occurred_at AS restored_at FROM outbox WHERE type = '${AccountDeletionScheduled.type}' AND sent_at IS NULL`,
    );
    expect(events.map(({ data }) => AccountDeletionScheduled.shape.parse(data))).toEqual([
      {
        userId: expect.any(Number) as number,
        email: 'anna@example.com',
        name: 'anna',
        eraseAt: deletions[0]!.erase_at.toISOString(),
      },
    ]);
    const eraseAt = new Date(events[0]!.restored_at.getTime() + DELETION_GRACE_DAYS * 86_400_000);
    expect(deletions).toEqual([
      { name: 'anna', erase_at: eraseAt, postponed: false },
      { name: 'ben', erase_at: eraseAt, postponed: false },
    ]);
  });
});

test.each([
  ['no administrator is told of', 'ALTER TABLE account_deletions DROP COLUMN told_administrator', 1],
  ['nobody asks for a deletion', 'DROP TABLE account_deletions', 0],
])('a backup of a release in which %s comes back too', async (_, older, deletions) => {
  const folder = await running(async (url) => {
    await at(url, 'identity', `DELETE FROM outbox; DELETE FROM account_deletions; DELETE FROM users; ${accounts('anna')}`);
    await at(url, 'identity', 'INSERT INTO account_deletions (user_id, erase_at) SELECT id, now() FROM users');
    await at(url, 'identity', older);
    return backup(config, join(dataDir, 'backups'), () => {});
  });
  await restore(config, folder, () => {});
  const scheduled = `SELECT count(*)::int AS told FROM outbox WHERE type = '${AccountDeletionScheduled.type}'`;
  expect(await running((url) => at(url, 'identity', scheduled))).toEqual([{ told: deletions }]);
});

test('people who were erased after the backup are named, with the command that erases them again', async () => {
  const folder = await running(async (url) => {
    await at(url, 'identity', accounts('carl', 'dora', 'erik'));
    await at(url, 'identity', `UPDATE users SET email = $$e'\`id\`"@example.com$$ WHERE name = 'erik'`);
    await at(url, 'identity', `UPDATE users SET deleted_at = now(), email = '' WHERE name = 'dora'`);
    const folder = await backup(config, join(dataDir, 'backups'), () => {});
    await at(url, 'identity', `UPDATE users SET deleted_at = now(), email = '' WHERE name IN ('carl', 'erik')`);
    return folder;
  });
  const lines: string[] = [];
  const erasures = () => lines.filter((line) => line.includes('erase --email'));
  await restore(config, folder, (line) => lines.push(line));
  expect(erasures()).toEqual([
    `Was erased after the backup. Erase again: npm run ops -- erase --email 'carl@example.com' --sure`,
    `Was erased after the backup. Erase again: npm run ops -- erase --email 'e'\\''\`id\`"@example.com' --sure`,
  ]);
  expect(lines.join('\n')).not.toContain('Nobody knows');

  // Another shop, whose accounts have the same numbers.
  await takenOver('first', (url) =>
    at(url, 'identity', `${accounts('one', 'two', 'three', 'four', 'five')}; UPDATE users SET deleted_at = now(), email = ''`),
  );
  lines.length = 0;
  await restore(config, folder, (line) => lines.push(line));
  expect(erasures()).toEqual([]);
  expect(lines).toContain(
    'Nobody knows who was erased or left the newsletter after the backup: the databases that were here are those of another shop.',
  );

  const { cluster } = await home();
  await rename(cluster, `${cluster}.lost`);
  lines.length = 0;
  await restore(config, folder, (line) => lines.push(line));
  expect(lines).toContain('Nobody knows who was erased or left the newsletter after the backup: no databases were here.');
});

const subscribe = (...names: string[]) =>
  `INSERT INTO subscribers (email, is_active, confirm_token) SELECT name, true, name FROM unnest('{${names.join()}}'::text[]) AS name`;

test('subscribers who left after the backup are not subscribed again, and addresses that were deleted since stay deleted', async () => {
  const subscribers = (url: string) =>
    at(url, 'notifications', 'SELECT email, is_active, confirm_token FROM subscribers ORDER BY email');
  const folder = await running(async (url) => {
    await at(url, 'notifications', `${subscribe('deleted', 'leaves', 'stays')}; ${subscribe('pending')}`);
    await at(url, 'notifications', `UPDATE subscribers SET is_active = false WHERE email = 'pending'`);
    const folder = await backup(config, join(dataDir, 'backups'), () => {});
    await at(url, 'notifications', `DELETE FROM subscribers WHERE email = 'deleted'; ${subscribe('new')}`);
    await at(url, 'notifications', `UPDATE subscribers SET is_active = false, confirm_token = NULL WHERE email = 'leaves'`);
    return folder;
  });
  await restore(config, folder, () => {});
  expect(await running(subscribers)).toEqual([
    { email: 'leaves', is_active: false, confirm_token: null },
    { email: 'pending', is_active: false, confirm_token: 'pending' },
    { email: 'stays', is_active: true, confirm_token: 'stays' },
  ]);

  // Another shop, which has no subscribers.
  await takenOver('second', () => Promise.resolve());
  await restore(config, folder, () => {});
  expect(await running(subscribers)).toHaveLength(4);
});

const erase = (name: string) => `UPDATE users SET deleted_at = now(), email = '' WHERE name = '${name}'`;
const leave = (email: string) => `UPDATE subscribers SET is_active = false, confirm_token = NULL WHERE email = '${email}'`;

/**
 * Restores a backup.
 * @returns whom it names as erased, who subscribes then, and whether it says that nobody knows
 */
async function restored(folder: string) {
  const lines: string[] = [];
  await restore(config, folder, (line) => lines.push(line));
  const active = await running((url) =>
    at<{ email: string }>(url, 'notifications', 'SELECT email FROM subscribers WHERE is_active ORDER BY email'),
  );
  return {
    erased: lines.flatMap((line) => /erase --email '(\w+)@/.exec(line)?.[1] ?? []),
    active: active.map(({ email }) => email),
    unknown: lines.some((line) => line.startsWith('Nobody knows')),
  };
}

test(
  'two restores in a row: the second one knows what people did before the first one, and in between',
  async () => {
    const [older, newer] = await running(async (url) => {
      await at(url, 'identity', `DELETE FROM users; ${accounts('fay', 'gus', 'hal')}`);
      await at(
        url,
        'notifications',
        `DELETE FROM subscribers; ${subscribe('early-left', 'leaves-between', 'early-stays', 'confirms')}`,
      );
      await at(url, 'notifications', `UPDATE subscribers SET is_active = false WHERE email = 'confirms'`);
      const older = await backup(config, join(dataDir, 'older-backups'), () => {});
      await at(
        url,
        'notifications',
        `UPDATE subscribers SET is_active = true WHERE email = 'confirms'; ${subscribe('left', 'stays')}`,
      );
      const newer = await backup(config, join(dataDir, 'newer-backups'), () => {});
      await at(url, 'identity', erase('fay'));
      await at(url, 'notifications', `${leave('left')}; ${leave('early-left')}`);
      return [older, newer];
    });
    const first = { erased: ['fay'], active: ['early-stays', 'leaves-between'], unknown: false };
    expect(await restored(older)).toEqual(first);
    const atOnce = { erased: ['fay'], active: ['confirms', 'early-stays', 'leaves-between', 'stays'], unknown: false };
    expect(await restored(newer)).toEqual(atOnce);
    expect(await restored(newer)).toEqual(atOnce);

    expect(await restored(older)).toEqual(first);
    const between = await running(async (url) => {
      await at(url, 'identity', erase('gus'));
      await at(url, 'notifications', `${leave('leaves-between')}; ${subscribe('new-between')}`);
      return backup(config, join(dataDir, 'backups-between'), () => {});
    });
    expect(existsSync(join(between, 'postgres', PEOPLE_BEFORE))).toBe(false);
    expect(await restored(newer)).toEqual({
      erased: ['fay', 'gus'],
      active: ['confirms', 'early-stays', 'stays'],
      unknown: false,
    });
    expect(await restored(between)).toEqual({ erased: ['fay'], active: ['early-stays', 'new-between'], unknown: false });
  },
  SEVERAL_RESTORES_MS,
);

test(
  'after a restore in place of unreadable databases, no later one takes for gone who subscribed before they broke',
  async () => {
    const [monday, friday] = await running(async (url) => {
      await at(url, 'identity', `DELETE FROM users; ${accounts('ida')}`);
      await at(url, 'notifications', `DELETE FROM subscribers; ${subscribe('monday', 'leaves-later')}`);
      const monday = await backup(config, join(dataDir, 'backups-of-monday'), () => {});
      await at(url, 'notifications', subscribe('tuesday'));
      return [monday, await backup(config, join(dataDir, 'backups-of-friday'), () => {})];
    });
    await rm(join((await home()).cluster, 'PG_VERSION'));
    expect(await restored(monday)).toEqual({ erased: [], active: ['leaves-later', 'monday'], unknown: true });
    await running((url) => at(url, 'identity', erase('ida')));
    expect(await restored(friday)).toEqual({ erased: ['ida'], active: ['leaves-later', 'monday', 'tuesday'], unknown: true });

    // The shop has seen who left after this one.
    const later = await running(async (url) => {
      const later = await backup(config, join(dataDir, 'backups-later'), () => {});
      await at(url, 'notifications', leave('leaves-later'));
      return later;
    });
    expect(await restored(later)).toEqual({ erased: ['ida'], active: ['monday', 'tuesday'], unknown: false });
    expect(await restored(friday)).toMatchObject({ erased: ['ida'], unknown: true });
  },
  SEVERAL_RESTORES_MS,
);

test('present databases that cannot be read do not prevent a restore', async () => {
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  await rm(join((await home()).cluster, 'PG_VERSION'));
  const lines: string[] = [];
  await restore(config, folder, (line) => lines.push(line));
  expect(lines.join('\n')).toMatch(
    /Nobody knows who was erased or left the newsletter after the backup: .* cannot be read: .*lacks PG_VERSION/,
  );
  expect(await running((url) => at(url, 'orders', 'SELECT count(*)::int >= 5000 AS whole FROM outbox'))).toEqual([
    { whole: true },
  ]);
});

test('a pid file that a crash has left and whose number another program has now is no shop that runs', async () => {
  const { cluster } = await home();
  await writeFile(join(cluster, 'postmaster.pid'), [process.pid, cluster, 0, 1, '', ''].join('\n'));
  expect(await runningAt(postgresIn(dataDir))).toBeNull();
  const folder = await backup(config, join(dataDir, 'backups-after-a-crash'), () => {});
  await writeFile(join(cluster, 'postmaster.pid'), [process.pid, cluster, 0, 1, '', ''].join('\n'));
  await restore(config, folder, () => {});
});

test('a shop that runs is not restored while its Postgres is away, also when it has started meanwhile', async () => {
  const { cluster } = await home();
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  const version = join(cluster, 'PG_VERSION');
  const refused = 'The shop runs. Stop it first.';
  await rename(version, `${version}.away`);
  await withDoors(dataDir, () => expect(restore(config, folder, () => {})).rejects.toThrow(refused));
  await rename(`${version}.away`, version);

  let running: Promise<void> | undefined;
  let stop = () => {};
  const startShop = (line: string) => {
    if (line.startsWith('Objects: ')) running = withDoors(dataDir, () => new Promise((resolve) => (stop = resolve)));
  };
  await expect(restore(config, folder, startShop)).rejects.toThrow(refused);
  stop();
  await running;
  expect(existsSync(version)).toBe(true);
  await restore(config, folder, () => {});
});

test('an impossible restore is refused before anything is moved', async () => {
  await expect(restore(config, dataDir, () => {})).rejects.toThrow('holds no backup of the shop');
  const folder = await backup(config, join(dataDir, 'backups'), () => {});
  const withRabbit = LocalConfig.parse({ DATA_DIR: dataDir, AMQP_URL: 'amqp://shop:secret@rabbit.test:5672' });
  await expect(restore(withRabbit, folder, () => {})).rejects.toThrow(
    'AMQP_URL (rabbit.test:5672) may hold messages from after the backup. Empty its queues (shop.identity, shop.catalog, shop.orders, shop.sellers, shop.notifications, shop.timeline), then add --queues-empty: docs/runbooks/restore.md.',
  );
  await rm(join(dataDir, 'postgres', 'password'));
  await expect(restore(config, folder, () => {})).rejects.toThrow(/postgres\/password is not there/);
});

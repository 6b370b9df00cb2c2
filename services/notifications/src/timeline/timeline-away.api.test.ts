import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { queuesOf, UserRegistered } from '@shop/contracts/events';
import { createInProcessBroker } from '@shop/messaging';
import type { RunningService } from '@shop/runtime';
import { as, eventually, openTestDatabase, testLog, testPublicKey, type TestDatabase } from '@shop/runtime/testing';
import { createFileStorage } from '@shop/storage';
import { SMTPServer } from 'smtp-server';
import { Config } from '../config';
import { schema } from '../database';
import { start } from '../start';
import type { TimelineArchive } from './archive';
import { connectingArchive } from './connecting-archive';

describe('a service whose MongoDB is away', () => {
  const recipients: string[] = [];
  const mailServer = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData(stream, { envelope }, callback) {
      stream.resume().on('end', () => {
        recipients.push(...envelope.rcptTo.map(({ address }) => address));
        callback();
      });
    },
  });
  const broker = createInProcessBroker();
  let database: TestDatabase;
  let service: RunningService;
  beforeAll(async () => {
    database = await openTestDatabase(schema);
    mailServer.listen(0, '127.0.0.1');
    await once(mailServer.server, 'listening');
  });
  afterAll(async () => {
    await new Promise<void>((closed) => mailServer.close(closed));
    await database.drop();
  });

  test('starts, sends mails, says of the timeline that it is away, and stops', async () => {
    const { port } = mailServer.server.address() as AddressInfo;
    const config = Config.parse({
      DATABASE_URL: database.url,
      INTERNAL_JWT_PUBLIC_KEYS: testPublicKey,
      PUBLIC_URL: 'https://shop.example',
      SMTP_URL: `smtp://127.0.0.1:${port}`,
      MONGODB_URL: 'mongodb://127.0.0.1:9/shop',
    });
    service = await start(config, { broker, storage: createFileStorage('not-used'), log: testLog });
    const expiresAt = new Date(Date.now() + 600_000).toISOString();
    const registered = UserRegistered({ email: 'mara@example.com', name: 'Mara', code: '123456', expiresAt });
    const message = { id: randomUUID(), occurredAt: new Date().toISOString(), requestId: null, ...registered };
    await broker.publish([{ ...message, queues: queuesOf(message.type) }]);
    await eventually(() => expect(recipients).toEqual(['mara@example.com']));

    const page = await fetch(`${service.url}/api/timeline`, {
      headers: as({ userId: 1, admin: true }, 'notifications'),
    });
    expect([page.status, await page.json()]).toMatchObject([503, { code: 'unavailable' }]);
    await service.stop();
  });
});

test('it is tried again until it is there, and closed with what was opened', async () => {
  const stored: unknown[] = [];
  let closed = 0;
  let tries = 0;
  const archive = connectingArchive(
    () => {
      tries += 1;
      if (tries < 3) return Promise.reject(new Error('away'));
      const keep = (entries: unknown) => Promise.resolve(void stored.push(entries));
      return Promise.resolve({ keep, close: () => Promise.resolve(void (closed += 1)) } as unknown as TimelineArchive);
    },
    testLog,
    10,
  );
  await expect(archive.keep([])).rejects.toThrow('not available right now');
  await eventually(() => archive.keep([]));
  expect([tries, stored]).toEqual([3, [[]]]);
  await archive.close();
  expect(closed).toBe(1);
});

test('an archive that never opens can be closed', async () => {
  const archive = connectingArchive(() => Promise.reject(new Error('away')), testLog, 60_000);
  await archive.close();
});

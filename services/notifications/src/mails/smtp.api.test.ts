import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { GiveUp } from '@shop/messaging';
import { SMTPServer } from 'smtp-server';
import { createSmtp } from './smtp';

const received: { recipients: string[]; raw: string }[] = [];
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo({ address }, _session, callback) {
    const refused = /^refused-(\d+)@/.exec(address);
    if (!refused) return callback();
    callback(Object.assign(new Error(`5.1.1 <${address}> is nobody here`), { responseCode: Number(refused[1]) }));
  },
  onData(stream, session, callback) {
    let raw = '';
    stream.on('data', (chunk: Buffer) => (raw += chunk.toString()));
    stream.on('end', () => {
      received.push({ recipients: session.envelope.rcptTo.map((recipient) => recipient.address), raw });
      callback();
    });
  },
});
let smtp: ReturnType<typeof createSmtp>;
beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server.server, 'listening');
  smtp = createSmtp(`smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, 'Ghostline <shop@ghostline.example>');
});
afterAll(async () => {
  smtp.close();
  await new Promise((resolve) => server.close(() => resolve(undefined)));
});

const aMail = {
  messageId: '<1@shop.example>',
  subject: 'Привет',
  html: '<p>x</p>',
  text: 'x',
  headers: {},
  replyTo: null,
  attachments: [],
};

test('a mail reaches exactly its one recipient, with our Message-ID', async () => {
  await smtp.send({ ...aMail, to: 'mara@example.com' });
  expect(received.at(-1)).toMatchObject({ recipients: ['mara@example.com'] });
  expect(received.at(-1)!.raw).toMatch(/Message-ID: <1@shop.example>/i);
});

test('a mail says that a program sends it, so that programs do not answer it', async () => {
  await smtp.send({ ...aMail, headers: { 'List-Unsubscribe': '<https://shop.example/x>' }, to: 'mara@example.com' });
  expect(received.at(-1)!.raw).toMatch(/^Auto-Submitted: auto-generated\r$/m);
  expect(received.at(-1)!.raw).toMatch(/^List-Unsubscribe: /m);
});

test.each(['a@example.com,b@example.com', 'a@example.com\r\nBcc: b@example.com', '"x" <b@example.com>, c@example.com'])(
  'what smuggles another recipient is one odd address, which the server refuses: %j',
  async (to) => {
    const before = received.length;
    await expect(smtp.send({ ...aMail, to })).rejects.toThrow('501');
    expect(received.slice(before)).toEqual([]);
  },
);

test('a comma does not begin another recipient', async () => {
  await smtp.send({ ...aMail, to: 'a,b@example.com' });
  expect(received.at(-1)!.recipients).toEqual(['"a,b"@example.com']);
});

test('a recipient whom the server does not know is given up, with what the server said', async () => {
  const refused = await smtp.send({ ...aMail, to: 'refused-550@example.com' }).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(GiveUp);
  expect((refused as Error).message).toBe('The recipient is refused: 550 5.1.1 <refused-550@example.com> is nobody here');
});

test('an answer goes to the one address that wrote, and to nobody it smuggles in', async () => {
  await smtp.send({ ...aMail, to: 'admin@example.com', replyTo: 'mara@example.com' });
  expect(received.at(-1)!.raw).toMatch(/^Reply-To: <?mara@example.com>?\r$/m);
  await smtp.send({ ...aMail, to: 'admin@example.com', replyTo: 'a@example.com,b@example.com' });
  expect(received.at(-1)!.raw).not.toMatch(/^Reply-To: .*b@example.com/m);
});

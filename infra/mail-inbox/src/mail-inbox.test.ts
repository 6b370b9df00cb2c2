import { request } from 'node:http';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import nodemailer, { type SendMailOptions } from 'nodemailer';
import { type MailInbox, type MailInboxOptions, startMailInbox } from './index';

type Listed = { id: string; subject: string; from: string; to: string[]; preview: string; attachmentCount: number };
type Mail = Listed & {
  text: string;
  html: string | null;
  headers: { name: string; value: string }[];
  attachments: { filename: string; contentType: string; size: number; index: number }[];
};

let inbox: MailInbox;
const start = async (options?: MailInboxOptions) => (inbox = await startMailInbox(options));
afterEach(() => inbox.close());

async function send(mail: SendMailOptions) {
  const transport = nodemailer.createTransport(inbox.smtpUrl);
  try {
    return await transport.sendMail({ from: 'The shop <shop@example.org>', ...mail });
  } finally {
    transport.close();
  }
}
const get = async <T>(path: string) => (await (await fetch(inbox.url + path)).json()) as T;
const subjects = async (query = '') => (await get<Listed[]>(`/api/messages${query}`)).map(({ subject }) => subject);
const newest = async () => get<Mail>(`/api/messages/${(await get<Listed[]>('/api/messages'))[0]!.id}`);

it('shows a mail with its text, its HTML, its headers and its attachments, byte for byte', async () => {
  await start();
  const pdf = Buffer.from([0x25, 0x50, 0x44, 0x46, 0, 255, 13, 10, 46, 13, 10]);
  await send({
    to: 'Ana <Ana@Example.org>',
    subject: 'Ваш заказ №1 ✓',
    text: 'Größe: 5 €\nhttps://shop.example/orders/1',
    html: '<p>Größe: <b>5 €</b></p>',
    headers: { 'X-Order': '1' },
    attachments: [{ filename: 'contract ü.pdf', content: pdf, contentType: 'application/pdf' }],
  });

  const mail = await newest();
  expect(mail).toMatchObject({
    from: '"The shop" <shop@example.org>',
    to: ['ana@example.org'],
    subject: 'Ваш заказ №1 ✓',
    html: '<p>Größe: <b>5 €</b></p>',
    attachments: [{ filename: 'contract ü.pdf', contentType: 'application/pdf', size: pdf.length, index: 0 }],
  });
  expect(mail.text.trim()).toBe('Größe: 5 €\nhttps://shop.example/orders/1');
  expect(mail.headers).toContainEqual({ name: 'X-Order', value: '1' });

  const file = await fetch(`${inbox.url}/api/messages/${mail.id}/attachments/0`);
  expect(Buffer.from(await file.arrayBuffer())).toEqual(pdf);
  expect(file.headers.get('content-type')).toBe('application/pdf');
  expect(file.headers.get('content-disposition')).toMatch(/^attachment;/);
});

it('lists the newest first, keeps only so many, and finds by recipient, blind copies too', async () => {
  await start({ keep: 3 });
  await send({ to: 'first@example.org', subject: 'one' });
  await send({ to: 'ana@example.org', subject: 'two' });
  await send({ to: 'bob@example.org', bcc: 'ana@example.org', subject: 'three' });
  await send({ to: 'cem@example.org', subject: 'four' });

  expect(await subjects()).toEqual(['four', 'three', 'two']);
  expect(await subjects('?to=ANA@example.org')).toEqual(['three', 'two']);

  expect((await fetch(`${inbox.url}/api/messages`, { method: 'DELETE' })).status).toBe(204);
  expect(await subjects()).toEqual([]);
});

it('refuses for the moment when told to, and takes mail again afterwards', async () => {
  await start();
  const refuse = (refusing: unknown) =>
    fetch(`${inbox.url}/api/refuse`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ refusing }),
    });
  expect(await (await refuse(true)).json()).toEqual({ refusing: true });
  await expect(send({ to: 'ana@example.org', subject: 'early' })).rejects.toMatchObject({ responseCode: 451 });
  expect((await refuse('yes')).status).toBe(400);

  inbox.setRefusing(false);
  await send({ to: 'ana@example.org', subject: 'late' });
  expect(await subjects()).toEqual(['late']);
});

it('keeps the mails over a restart, even when the last line was cut off by a crash', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'mail-inbox-'));
  const dataFile = join(folder, 'mail', 'inbox.jsonl');
  await start({ dataFile });
  await send({ to: 'ana@example.org', subject: 'kept', attachments: [{ filename: 'a.txt', content: 'hello' }] });
  await send({ to: 'ana@example.org', subject: 'kept too' });
  await inbox.close();
  await writeFile(dataFile, `${await readFile(dataFile, 'utf8')}{"id":"torn","rec`);

  await start({ dataFile });
  expect(await subjects()).toEqual(['kept too', 'kept']);
  await send({ to: 'ana@example.org', subject: 'after' });
  await inbox.close();

  await start({ dataFile, keep: 2 });
  expect(await subjects()).toEqual(['after', 'kept too']);
  await fetch(`${inbox.url}/api/messages`, { method: 'DELETE' });
  expect(await readFile(dataFile, 'utf8')).toBe('');
  await rm(folder, { recursive: true });
});

it('shows HTML without scripts, with links in new tabs and inline pictures in place', async () => {
  await start();
  await send({
    to: 'ana@example.org',
    subject: 'html',
    html: '<html><head><title>x</title></head><body><a href="https://shop.example/">Shop</a><img src="cid:cover"></body></html>',
    attachments: [{ filename: 'cover.png', content: Buffer.from('png'), contentType: 'image/png', cid: 'cover' }],
  });
  const mail = await newest();
  expect(mail.attachments).toEqual([]);

  const page = await fetch(`${inbox.url}/messages/${mail.id}/html`);
  const policy = page.headers.get('content-security-policy');
  expect(policy).toContain("default-src 'none'");
  expect(policy).not.toContain('allow-scripts');
  const html = await page.text();
  expect(html).toContain('<head><base target="_blank">');
  expect(html).toContain('src="data:image/png;base64,cG5n"');
});

it('answers 404 for mails and attachments that are not there', async () => {
  await start();
  await send({ to: 'ana@example.org', subject: 'plain', text: 'only text' });
  const { id } = await newest();
  for (const path of ['/api/messages/none', `/api/messages/${id}/attachments/0`, `/messages/${id}/html`]) {
    expect((await fetch(inbox.url + path)).status).toBe(404);
  }
});

it('takes a login and an empty sender as a real server would', async () => {
  await start();
  const transport = nodemailer.createTransport(inbox.smtpUrl.replace('smtp://', 'smtp://user:secret@'));
  await transport.sendMail({ envelope: { from: '', to: ['ana@example.org'] }, raw: 'Subject: bounce\r\n\r\nUndelivered.' });
  transport.close();
  expect(await newest()).toMatchObject({ subject: 'bounce', from: '', to: ['ana@example.org'] });
});

it('answers who calls this machine by its own names or an allowed one, and nobody whose name was made to point here', async () => {
  await start({ allowedHosts: ['inbox.example'] });
  for (const host of [
    'localhost',
    'localhost:8025',
    'LOCALHOST:1',
    '127.0.0.1:8025',
    '127.9.9.9',
    '[::1]:8025',
    'inbox.example:80',
  ])
    expect([host, await statusFor(host)]).toEqual([host, 200]);
  for (const host of [
    'evil.example',
    'evil.example:8025',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '127.0.0.1@evil.example',
    'x/../localhost',
    '10.0.0.1',
  ])
    expect([host, await statusFor(host)]).toEqual([host, 421]);
});

/** Calls an address under another name, as a browser may; fetch does not allow it. */
const statusFor = (host: string) =>
  new Promise<number>((resolve, reject) => {
    request(`${inbox.url}/api/messages`, { headers: { host } }, (response) => {
      response.resume();
      resolve(response.statusCode!);
    })
      .on('error', reject)
      .end();
  });

import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AdminActed } from '@shop/contracts/events';
import type { AnnouncementView } from '@shop/contracts/views';
import { as, asAdmin, asUser, emitted, multipart } from '@shop/runtime/testing';
import sharp from 'sharp';
import request from 'supertest';
import { useNotifications } from '../testing/notifications-app';

const shop = useNotifications();

const fields = { title: 'New this week', content: 'Four tracks, [each](/shop) sold **once**.', is_active: 'true' };
const picture = (format: 'png' | 'gif' | 'jpeg' | 'webp' = 'png', width = 40) =>
  sharp({ create: { width, height: 30, channels: 3, background: '#d9ff42' } })
    .withExif({ IFD0: { Copyright: 'somebody private' } })
    .toFormat(format)
    .toBuffer();

function send(method: 'post' | 'put', path: string, form: Record<string, string>, image?: Buffer, name = 'a.png') {
  const call = request(shop.app)[method](path).set(asAdmin());
  for (const [key, value] of Object.entries(form)) call.field(key, value);
  return image ? call.attach('image', image, name) : call;
}
const create = (form: Record<string, string> = fields, image?: Buffer, name?: string) =>
  send('post', '/api/announcements', form, image, name);
const edit = (id: number, form: Record<string, string>, image?: Buffer) => send('put', `/api/announcements/${id}`, form, image);
const toggle = (id: number, body: object) => request(shop.app).put(`/api/announcements/${id}`).set(asAdmin()).send(body);
const active = async () => (await request(shop.app).get('/api/announcements/active').set(as())).body as AnnouncementView[];
const created = async (form?: Record<string, string>, image?: Buffer) => (await create(form, image)).body as AnnouncementView;

test('an announcement is shown to everybody, newest first, its markdown as it was typed', async () => {
  const answer = await create();
  expect(answer.status).toBe(201);
  expect(answer.body).toMatchObject({ success: true, title: 'New this week', image_path: null, is_active: true });
  await create({ ...fields, title: 'Even newer' });
  await create({ ...fields, title: 'A draft', is_active: 'false' });
  expect((await active()).map(({ title, content }) => [title, content])).toEqual([
    ['Even newer', fields.content],
    ['New this week', fields.content],
  ]);
});

test.each([
  [7, 201],
  [8, 400],
])('a form with three fields may have ten parts, named or not: with %i more it is a %i', async (more, status) => {
  const named = Object.entries(fields).map(([name, content]) => ({ name, content }));
  const { type, body } = multipart(...named, ...Array<object>(more).fill({}));
  await request(shop.app).post('/api/announcements').set(asAdmin()).set('content-type', type).send(body).expect(status);
});

test.each(['png', 'gif', 'jpeg', 'webp'] as const)('a %s is re-encoded, and nothing private stays in it', async (format) => {
  const { image_path } = await created(fields, await picture(format, 3000));
  expect(image_path).toMatch(/^\/media\/notifications\/[0-9a-f]{64}\.webp$/);
  const file = await request(shop.app).get(image_path!).set(as()).responseType('blob');
  expect(file.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'public, max-age=31536000, immutable' });
  const { format: now, width, exif } = await sharp(file.body as Buffer).metadata();
  expect({ now, width, exif }).toEqual({ now: 'webp', width: 1280, exif: undefined });
});

test('an announcement whose sender leaves while the image is saved is not added, so that sending it again adds one', async () => {
  const server = createServer(shop.app).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let disconnect: Promise<unknown> = Promise.resolve();
  server.on('request', (_req, res) => (disconnect = once(res, 'close')));
  const sender = new AbortController();
  jest.spyOn(shop.storage, 'put').mockImplementationOnce(async () => {
    sender.abort();
    await disconnect;
  });
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  body.set('image', new Blob([await picture()]), 'a.png');
  const { port } = server.address() as AddressInfo;
  const sending = { method: 'POST', headers: asAdmin(), body, signal: sender.signal };
  await expect(fetch(`http://127.0.0.1:${port}/api/announcements`, sending)).rejects.toThrow('aborted');
  await create(fields, await picture()).expect(201);
  expect(await active()).toHaveLength(1);
  server.close();
});

test('the list of the admin has all of them, in pages and searched by title', async () => {
  for (const title of ['One', 'Two', 'Three 100%']) await create({ ...fields, title, is_active: 'false' });
  const list = (query: string) => request(shop.app).get(`/api/announcements${query}`).set(asAdmin());
  expect((await list('')).body).toMatchObject({
    success: true,
    data: [{ title: 'Three 100%' }, { title: 'Two' }, { title: 'One' }],
  });
  expect((await list('?page=2&limit=2')).body).toMatchObject({
    data: [{ title: 'One' }],
    pagination: { page: 2, limit: 2, total: 3, totalPages: 2 },
  });
  expect((await list('?q=%25')).body).toMatchObject({ data: [{ title: 'Three 100%' }] });
});

test('the list is sorted by title, status and date, with ten thousand announcements behind it', async () => {
  await shop.source.query(`
    INSERT INTO announcements (title, content, is_active, created_at)
    SELECT 'News ' || lpad(n::text, 5, '0'), 'Four tracks this week.', n % 500 = 0, now() - n * interval '1 minute'
    FROM generate_series(1, 10000) n`);
  await shop.source.query(`UPDATE announcements SET title = lower(title) WHERE id = 2`);
  const list = async (query: object) =>
    (await request(shop.app).get('/api/announcements').query(query).set(asAdmin()).expect(200)).body as {
      data: AnnouncementView[];
      pagination: object;
    };
  const first = async (sort: string) => (await list({ page: 1, limit: 1, sort })).data[0]!.title;
  expect(await first('-id')).toBe('News 10000');
  expect(await first('id')).toBe('News 00001');
  expect(await first('-title')).toBe('News 10000');
  expect(await first('title')).toBe('News 00001');
  expect(await first('-created_at')).toBe('News 00001');
  expect(await first('-is_active')).toBe('News 10000');
  expect(await first('is_active')).toBe('News 09999');
  expect((await list({ page: 1000 })).pagination).toEqual({ page: 1000, limit: 10, total: 10_000, totalPages: 1000 });
  expect((await list({})).data).toHaveLength(1000);
  expect((await active()).map(({ title }) => title).slice(0, 2)).toEqual(['News 10000', 'News 09500']);
  const unknown = await request(shop.app).get('/api/announcements').query({ sort: 'content' }).set(asAdmin());
  expect(unknown).toMatchObject({ status: 400, body: { field: 'sort' } });
});

test('the audit log hears what was made, what differs after a change, and what was deleted', async () => {
  const { id } = await created();
  await edit(id, { ...fields, title: 'New next week' });
  await edit(id, { ...fields, title: 'New next week' });
  await toggle(id, { is_active: false });
  await toggle(id, { is_active: false });
  await request(shop.app).delete(`/api/announcements/${id}`).set(asAdmin(3)).expect(200);
  const whole = { title: 'New next week', content: fields.content, is_active: false, image_path: null };
  const subject = (name: string) => ({ type: 'announcement', id, name });
  expect(await emitted(shop.source, AdminActed)).toEqual(
    [
      {
        adminId: 1,
        action: 'announcement.created',
        subject: subject('New this week'),
        before: null,
        after: { ...whole, title: 'New this week', is_active: true },
      },
      {
        adminId: 1,
        action: 'announcement.changed',
        subject: subject('New next week'),
        before: { title: 'New this week' },
        after: { title: 'New next week' },
      },
      {
        adminId: 1,
        action: 'announcement.changed',
        subject: subject('New next week'),
        before: { is_active: true },
        after: { is_active: false },
      },
      { adminId: 3, action: 'announcement.deleted', subject: subject('New next week'), before: whole, after: null },
    ].map((entry) => ({ ...entry, at: expect.any(String) as string })),
  );
});

test('refused acts and missing announcements are not in the audit log', async () => {
  expect((await create({ ...fields, title: '' })).status).toBe(400);
  expect((await toggle(999, { is_active: true })).status).toBe(404);
  expect((await request(shop.app).delete('/api/announcements/999').set(asAdmin())).status).toBe(404);
  expect(await emitted(shop.source, AdminActed)).toEqual([]);
});

test('an edit of one field leaves alone what somebody else changed meanwhile', async () => {
  const { id } = await created();
  await Promise.all([edit(id, { title: 'Changed title' }), toggle(id, { is_active: false })]);
  const { body } = await request(shop.app).get(`/api/announcements/${id}`).set(asAdmin());
  expect(body).toMatchObject({ title: 'Changed title', is_active: false, content: fields.content });
});

test('line breaks count once, though a form sends two characters for each', async () => {
  const lines = `${'a\n'.repeat(2499)}ab`;
  expect(lines).toHaveLength(5000);
  expect(await created({ ...fields, content: lines.replaceAll('\n', '\r\n') })).toMatchObject({ content: lines });
});

test('an image of exactly 2 MB is taken', async () => {
  const image = await picture();
  const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);
  expect((await create(fields, padded(2_097_152))).status).toBe(201);
  expect((await create(fields, padded(2_097_153))).status).toBe(413);
});

test('one announcement is read, hidden, shown and deleted', async () => {
  const { id } = await created();
  expect((await request(shop.app).get(`/api/announcements/${id}`).set(asAdmin())).body).toMatchObject({
    title: fields.title,
    content: fields.content,
    is_active: true,
    image_path: null,
  });
  expect((await toggle(id, { is_active: false })).body).toMatchObject({ success: true, id, is_active: false });
  expect(await active()).toEqual([]);
  expect((await toggle(id, { is_active: true })).body).toMatchObject({ is_active: true, title: fields.title });
  expect((await request(shop.app).delete(`/api/announcements/${id}`).set(asAdmin())).body).toEqual({ success: true });
  expect((await request(shop.app).get(`/api/announcements/${id}`).set(asAdmin())).status).toBe(404);
});

test('an edit without a file keeps the image, a new one replaces it, and it can be removed', async () => {
  const { id, image_path } = await created(fields, await picture());
  const edited = (await edit(id, { ...fields, title: 'Changed' })).body as AnnouncementView;
  expect(edited).toMatchObject({ title: 'Changed', image_path });
  const replaced = (await edit(id, fields, await picture('png', 50))).body as AnnouncementView;
  expect(replaced.image_path).toMatch(/^\/media/);
  expect(replaced.image_path).not.toBe(image_path);
  expect((await edit(id, { ...fields, remove_image: 'true' })).body).toMatchObject({ image_path: null });
});

test.each([
  [{ title: '   ' }, 'title', 'Title is required'],
  [{ title: 'ab' }, 'title', 'Title must be 3 to 100 characters'],
  [{ title: 'x'.repeat(101) }, 'title', 'At most 100 characters'],
  [{ content: '' }, 'content', 'Content is required'],
  [{ content: 'too short' }, 'content', 'Content must be 10 to 5000 characters'],
  [{ content: 'x'.repeat(5001) }, 'content', 'At most 5000 characters'],
  [{ is_active: 'maybe' }, 'is_active', 'Must be true or false'],
  [{ unknown: '1' }, 'unknown', 'Unknown field unknown'],
])('%j is refused', async (over, field, message) => {
  const answer = await create({ ...fields, ...over });
  expect(answer.status).toBe(400);
  expect(answer.body).toMatchObject({ success: false, field, error: message, message });
});

test('title and content are required', async () => {
  expect((await create({ content: fields.content })).body).toMatchObject({ error: 'Title is required' });
  expect((await create({ title: fields.title })).body).toMatchObject({ error: 'Content is required' });
});

test('an image of more than 2 MB is refused with the documented text', async () => {
  const answer = await create(fields, Buffer.concat([await picture(), Buffer.alloc(2 * 1024 * 1024)]));
  expect([answer.status, (answer.body as { error: string }).error]).toEqual([413, 'Image size should be less than 2MB']);
});

test.each([
  ['an SVG', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>', 415],
  ['a page', '<!doctype html><script>alert(1)</script>', 415],
  ['nothing', '', 415],
  ['half a picture', '\x89PNG\r\n\x1a\nand no more', 400],
])('%s under the name of a PNG is refused', async (_, content, status) => {
  const answer = await create(fields, Buffer.from(content, 'latin1'), 'innocent.png');
  expect(answer.status).toBe(status);
  expect(answer.body).toMatchObject({ field: 'image' });
  if (status === 415) expect(answer.body).toMatchObject({ error: 'Only JPG, PNG, WebP or GIF images are allowed' });
});

test.each([{}, { is_active: 'false' }, { is_active: null }, { is_active: true, title: 'Sneaked in' }])(
  'the toggle takes is_active alone, as a boolean: %j is refused',
  async (body) => {
    const { id } = await created();
    expect((await toggle(id, body)).status).toBe(400);
  },
);

test('JSON cannot make an announcement, and a broken form is 400', async () => {
  expect((await request(shop.app).post('/api/announcements').set(asAdmin()).send(fields)).status).toBe(415);
  const broken = await request(shop.app)
    .post('/api/announcements')
    .set(asAdmin())
    .set('content-type', 'multipart/form-data; boundary=x')
    .send('--x\r\nContent-Disposition: form-data; name="title"\r\n\r\nNew');
  expect(broken.status).toBe(400);
  const { id } = await created();
  const notJson = await request(shop.app).put(`/api/announcements/${id}`).set(asAdmin()).type('json').send('{');
  expect(notJson.status).toBe(400);
});

test.each([
  ['get', '/api/announcements'],
  ['get', '/api/announcements/1'],
  ['post', '/api/announcements'],
  ['put', '/api/announcements/1'],
  ['delete', '/api/announcements/1'],
] as const)('%s %s is for admins', async (method, path) => {
  expect((await request(shop.app)[method](path).set(as())).status).toBe(401);
  expect((await request(shop.app)[method](path).set(asUser(7))).status).toBe(403);
});

test('a missing announcement is 404, a malformed id 400', async () => {
  expect((await toggle(999, { is_active: true })).status).toBe(404);
  expect((await edit(999, fields)).status).toBe(404);
  expect((await request(shop.app).delete('/api/announcements/999').set(asAdmin())).status).toBe(404);
  expect((await request(shop.app).get('/api/announcements/one').set(asAdmin())).status).toBe(400);
  for (const name of ['x', '..%2f..%2fetc%2fpasswd', `${'0'.repeat(64)}.webp`])
    expect((await request(shop.app).get(`/media/notifications/${name}`).set(as())).status).toBe(404);
});

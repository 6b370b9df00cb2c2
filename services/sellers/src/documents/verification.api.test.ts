import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { AdminActed, SellerStatusChanged, SellerVerificationUploaded, StoreChanged } from '@shop/contracts/events';
import type { SellerView } from '@shop/contracts/views';
import { asAdmin, asUser, emitted, eventually, multipart } from '@shop/runtime/testing';
import sharp from 'sharp';
import request from 'supertest';
import { aSeller, list, openStores, send, setStatus, useStores } from '../testing/stores-app';
import { drawOlderDocuments } from './draw-older-documents';
import { removeStrayDocuments } from './stray-documents';
import { aBomb, anEndlessPdf, aPackedPdf, aPdf, aScan } from '../testing/documents';

const stores = useStores();
let id: number;
beforeEach(async () => {
  id = await aSeller(stores);
});

const view = (caller: { authorization: string }, sellerId = id, page?: number | string) =>
  request(stores.app).get(`/api/sellers/${sellerId}/verification`).query({ page }).set(caller).responseType('blob');

test('a document is kept without what the camera wrote, turns 0 into pending, and is announced with whom to write to', async () => {
  const { status, body } = await send(stores, id, await aScan('jpeg'));
  expect([status, body]).toMatchObject([
    200,
    {
      success: true,
      data: { status: 'pending', verification_photo: `/api/sellers/${id}/verification`, verification_pages: 1 },
    },
  ]);
  expect(await emitted(stores.source, StoreChanged)).toMatchObject([{ sellerId: id, status: 'pending', version: 2 }]);
  expect(await emitted(stores.source, SellerVerificationUploaded)).toMatchObject([
    { sellerId: id, storeName: 'Night Freight', owner: { name: 'Nora', email: 'nora@example.com' } },
  ]);

  const seen = await view(asUser(7)).expect(200);
  expect(seen.headers).toMatchObject({
    'content-type': 'image/webp',
    'cache-control': 'private, no-store',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "sandbox; default-src 'none'",
    'content-disposition': `inline; filename="verification-${id}-1.webp"`,
  });
  const { width, exif } = await sharp(seen.body as Buffer).metadata();
  expect([width, exif]).toEqual([300, undefined]);
});

test.each([
  [4, 200],
  [5, 400],
])('a form may have five parts, named or not: with %i beside the document it is a %i', async (more, status) => {
  const document = { name: 'verification', filename: 'a.png', content: await aScan() };
  const { type, body } = multipart(...Array<object>(more).fill({}), document);
  const sending = request(stores.app).put(`/api/sellers/${id}/verification`).set(asUser(7)).set('content-type', type).send(body);
  await sending.expect(status);
});

test('a PDF is kept as images of its pages, which are all that is ever sent', async () => {
  const { body } = await send(stores, id, aPdf('', { pages: 2 }), 'passport.pdf').expect(200);
  expect(body).toMatchObject({ data: { verification_pages: 2 } });
  for (const page of [1, 2]) {
    const seen = await view(asUser(7), id, page).expect(200);
    expect(seen.headers).toMatchObject({ 'content-type': 'image/webp', 'cache-control': 'private, no-store' });
    expect(await sharp(seen.body as Buffer).metadata()).toMatchObject({ format: 'webp', width: 800, height: 800 });
  }
  expect((await stores.files()).map(({ name }) => name.slice(36)).sort()).toEqual(['-2.webp', '.webp']);
  expect((await view(asUser(7), id, 3)).status).toBe(404);
  for (const page of [0, 1.5, 'x', 1e9]) expect(await view(asUser(7), id, page)).toMatchObject({ status: 400 });
});

describe('a PDF that an earlier version kept', () => {
  const keep = async (pdf: Buffer) => {
    const key = 'private/sellers/verification/old.pdf';
    await stores.storage.put(key, pdf, { size: pdf.length, contentType: 'application/pdf' });
    await stores.source.query(
      `UPDATE sellers SET verification_key = $2, verification_pages = NULL, verification_uploaded_at = now() WHERE id = $1`,
      [id, key],
    );
  };
  const draw = () => drawOlderDocuments(stores);

  test('is not sent until it is drawn, and then as images', async () => {
    await keep(aPdf());
    expect((await view(asAdmin())).status).toBe(503);
    await draw();
    await draw();
    expect((await view(asAdmin()).expect(200)).headers['content-type']).toBe('image/webp');
    await removeStrayDocuments(stores.source, stores.storage);
    expect((await stores.files()).map(({ name }) => name)).toEqual([expect.stringMatching(/^[0-9a-f-]{36}\.webp$/)]);
  });

  test('is never shown when it does anything by itself', async () => {
    await keep(aPdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >> '));
    await draw();
    expect(await view(asAdmin())).toMatchObject({ status: 409 });
    expect(await emitted(stores.source, AdminActed)).toEqual([]);
    expect((await list(stores)).body).toMatchObject({ data: [{ verification_pages: 0 }] });
  });
});

test('there is one document: a second is refused before it is read, and of two at once one is kept', async () => {
  const scan = await aScan();
  const replies = await Promise.all([send(stores, id, scan), send(stores, id, scan)]);
  expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await send(stores, id, scan)).toMatchObject({ status: 409, body: { code: 'document-exists' } });
  expect(await emitted(stores.source, SellerVerificationUploaded)).toHaveLength(1);

  await stores.source.query(`UPDATE stray_documents SET remove_after = now()`);
  await removeStrayDocuments(stores.source, stores.storage);
  expect(await stores.files()).toHaveLength(1);
  await view(asUser(7)).expect(200);
});

test('a seller has one document judged at a time; one that is given up makes room for the next', async () => {
  const form = new FormData();
  form.append('verification', new Blob([Uint8Array.from(anEndlessPdf())]), 'passport.pdf');
  const given = new AbortController();
  const server = stores.app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const first = fetch(`http://127.0.0.1:${port}/api/sellers/${id}/verification`, {
    method: 'PUT',
    headers: asUser(7),
    body: form,
    signal: given.signal,
  });
  const another = () => send(stores, id, Buffer.from('no picture'));
  await eventually(async () => expect(await another()).toMatchObject({ status: 409, body: { code: 'document-under-way' } }));
  const neighbour = await aSeller(stores, {
    userId: 8,
    email: 'olav@example.com',
    seller: { storeName: 'Fjord', socialLink: null },
  });
  await send(stores, neighbour, await aScan(), 'passport.png', 8).expect(200);
  given.abort();
  await expect(first).rejects.toThrow('aborted');
  await eventually(async () => expect(await another()).toMatchObject({ status: 415 }));
  await send(stores, id, aPdf(), 'passport.pdf').expect(200);
  server.close();
});

test('a seller may send twenty documents an hour, accepted or not, and other sellers are not held up by it', async () => {
  const limited = await openStores(1);
  try {
    const seller = await aSeller(limited);
    const neighbour = await aSeller(limited, { userId: 8, seller: { storeName: 'Fjord', socialLink: null } });
    const noPicture = Buffer.from('no picture');
    for (let i = 0; i < 20; i += 1) expect((await send(limited, seller, noPicture)).status).toBe(415);
    const refused = await send(limited, seller, await aScan());
    expect([refused.status, Number(refused.headers['retry-after']) > 900]).toEqual([429, true]);
    await send(limited, neighbour, await aScan(), 'passport.png', 8).expect(200);
  } finally {
    await limited.close();
  }
});

test('an active seller without document may send one, and stays active', async () => {
  await setStatus(stores, id, 'active').expect(200);
  expect(await send(stores, id, await aScan())).toMatchObject({ status: 200, body: { data: { status: 'active' } } });
});

const own = async () => ((await list(stores)).body as { data: SellerView[] }).data[0]!;

describe('a document that waits', () => {
  const waiting = async (more: object = {}) =>
    ((await list(stores, { document: 'waits', ...more }).expect(200)).body as { data: SellerView[] }).data.map(
      (entry) => entry.id,
    );
  const answers = () => emitted(stores.source, SellerStatusChanged);

  test('is in the queue until it is decided about, and again when the store is set back to pending', async () => {
    await setStatus(stores, id, 'pending').expect(200);
    expect(await waiting()).toEqual([]);
    await send(stores, id, await aScan()).expect(200);
    expect([await waiting(), (await own()).verification_waits]).toEqual([[id], true]);
    await setStatus(stores, id, 'active').expect(200);
    expect([await waiting(), (await own()).verification_waits]).toEqual([[], false]);
    await setStatus(stores, id, 'pending').expect(200);
    expect(await waiting()).toEqual([id]);
    expect((await answers()).map(({ status, documentWaits }) => [status, documentWaits])).toEqual([
      ['pending', false],
      ['active', false],
      ['pending', true],
    ]);
  });

  test.each(['active', 'inactive'])(
    'is in the queue of a store that was %s before, which is told of the decision',
    async (status) => {
      await setStatus(stores, id, status).expect(200);
      await send(stores, id, await aScan()).expect(200);
      expect(await own()).toMatchObject({ status, verification_waits: true });
      expect(await waiting()).toEqual([id]);
      await setStatus(stores, id, 'active').expect(200);
      expect(await waiting()).toEqual([]);
      expect((await answers()).at(-1)).toMatchObject({ before: status, status: 'active', documentRefused: false });
      expect((await emitted(stores.source, AdminActed)).at(-1)).toMatchObject({
        before: { document: 'waits' },
        after: { document: 'accepted' },
      });
      const told = (await answers()).length;
      await setStatus(stores, id, 'active').expect(200);
      expect(await answers()).toHaveLength(told);
    },
  );

  test('is in the queue also when an earlier version has taken it, which knows of no decisions', async () => {
    await setStatus(stores, id, 'active').expect(200);
    await stores.source.query(
      `UPDATE sellers SET verification_key = 'private/sellers/verification/a.webp', verification_pages = 1,
         verification_uploaded_at = verification_judged_at + interval '1 millisecond' WHERE id = $1`,
      [id],
    );
    expect([await waiting(), (await own()).verification_waits]).toEqual([[id], true]);
    await setStatus(stores, id, 'active').expect(200);
    expect([await waiting(), (await own()).verification_waits]).toEqual([[], false]);
    expect((await answers()).at(-1)).toMatchObject({ before: 'active', status: 'active', documentRefused: false });
  });

  describe('is due', () => {
    const dueInHours = async () => (Date.parse((await own()).verification_due_at ?? '') - Date.now()) / 3_600_000;
    const aged = (days: number) =>
      stores.source.query(
        `UPDATE sellers SET verification_uploaded_at = verification_uploaded_at - make_interval(days => $1),
           verification_judged_at = verification_judged_at - make_interval(days => $1)`,
        [days],
      );

    test('48 hours after it came, and when it waits once more, 48 hours after that', async () => {
      expect((await own()).verification_due_at).toBeNull();
      await send(stores, id, await aScan()).expect(200);
      expect(await dueInHours()).toBeCloseTo(48, 0);
      await setStatus(stores, id, 'active').expect(200);
      expect((await own()).verification_due_at).toBeNull();
      await aged(60);
      await setStatus(stores, id, 'pending').expect(200);
      expect(await dueInHours()).toBeCloseTo(48, 0);
    });

    test('when it was, also after its store was set to pending before anybody had judged it', async () => {
      await setStatus(stores, id, 'active').expect(200);
      await send(stores, id, await aScan()).expect(200);
      await aged(3);
      await setStatus(stores, id, 'pending').expect(200);
      expect(await dueInHours()).toBeCloseTo(48 - 72, 0);
    });

    test('before another that was sent earlier but waits once more', async () => {
      await send(stores, id, await aScan()).expect(200);
      await setStatus(stores, id, 'active').expect(200);
      await aged(60);
      const late = await aSeller(stores, {
        userId: 8,
        email: 'alma@example.com',
        seller: { storeName: 'Alder', socialLink: null },
      });
      await send(stores, late, await aScan(), 'a.png', 8).expect(200);
      await setStatus(stores, id, 'pending').expect(200);
      expect(await waiting({ sort: 'verification_due_at' })).toEqual([late, id]);
      expect(await waiting({ sort: '-verification_due_at' })).toEqual([id, late]);
    });
  });

  test.each(['active', 'inactive'])('is refused by setting its store inactive, also one that was %s before', async (status) => {
    await setStatus(stores, id, status).expect(200);
    await send(stores, id, await aScan()).expect(200);
    await setStatus(stores, id, 'inactive', 'Blurred').expect(200);
    expect((await answers()).at(-1)).toMatchObject({ status: 'inactive', documentRefused: true, reason: 'Blurred' });
    expect(await own()).toMatchObject({ verification_waits: false, status_reason: 'Blurred' });
    expect(await waiting()).toEqual([]);
    await send(stores, id, await aScan()).expect(200);
    expect(await own()).toMatchObject({ status: 'pending', verification_refused_at: null });
  });
});

describe('a refused document', () => {
  const refuse = (reason?: string) => setStatus(stores, id, 'inactive', reason);

  test('is told with its reason, and another one takes its place and waits like the first', async () => {
    await send(stores, id, await aScan()).expect(200);
    const { body } = await refuse('The name cannot be read.').expect(200);
    expect(body).toMatchObject({ data: { status: 'inactive', status_reason: 'The name cannot be read.' } });
    expect((await own()).verification_refused_at).not.toBeNull();
    expect(await emitted(stores.source, SellerStatusChanged)).toMatchObject([
      { before: 'pending', status: 'inactive', documentRefused: true, reason: 'The name cannot be read.' },
    ]);
    expect((await emitted(stores.source, AdminActed)).at(-1)).toMatchObject({
      after: { status: 'inactive', reason: 'not kept' },
    });

    await view(asUser(7)).expect(200);
    const pdf = aPdf('', { pages: 2 });
    const answer = { status: 'pending', status_reason: null, verification_refused_at: null, verification_pages: 2 };
    expect(await send(stores, id, pdf, 'passport.pdf')).toMatchObject({ status: 200, body: { data: answer } });
    await view(asUser(7), id, 2).expect(200);
    expect(await emitted(stores.source, SellerVerificationUploaded)).toHaveLength(2);
    await removeStrayDocuments(stores.source, stores.storage);
    expect(await stores.files()).toHaveLength(2);
    expect((await send(stores, id, pdf)).status).toBe(409);
  });

  test('is replaced by one document when two come at once', async () => {
    await send(stores, id, await aScan()).expect(200);
    await refuse().expect(200);
    const replies = await Promise.all([send(stores, id, aPdf()), send(stores, id, aPdf())]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409]);
    await stores.source.query(`UPDATE stray_documents SET remove_after = now()`);
    await removeStrayDocuments(stores.source, stores.storage);
    expect(await stores.files()).toHaveLength(1);
  });

  test('is one that waited: a store that is closed down after it was active, or that sent none, is another matter', async () => {
    await refuse().expect(200);
    expect((await own()).verification_refused_at).toBeNull();
    expect(await send(stores, id, await aScan())).toMatchObject({ status: 200, body: { data: { status: 'inactive' } } });
    await setStatus(stores, id, 'active').expect(200);
    await refuse('Complaints').expect(200);
    expect(await own()).toMatchObject({ verification_refused_at: null, status_reason: 'Complaints' });
    expect((await send(stores, id, await aScan())).status).toBe(409);
  });

  test('counts again when the admin thinks better of it', async () => {
    await send(stores, id, await aScan()).expect(200);
    await refuse('Blurred').expect(200);
    await setStatus(stores, id, 'active').expect(200);
    expect(await own()).toMatchObject({ verification_refused_at: null, status_reason: null, verification_pages: 1 });
    expect((await send(stores, id, await aScan())).status).toBe(409);
  });

  test('is the one that was looked at: when another has come meanwhile, nothing is decided', async () => {
    const judge = (status: string, seen: unknown) =>
      request(stores.app)
        .put(`/api/sellers/${id}/status`)
        .set(asAdmin())
        .send({ status, reason: 'Blurred', verification_uploaded_at: seen });
    const changed = { status: 409, body: { code: 'document-changed' } };
    const uploadedAt = async () => (await own()).verification_uploaded_at;

    await send(stores, id, await aScan()).expect(200);
    const first = await uploadedAt();
    expect(await judge('inactive', null)).toMatchObject(changed);
    await judge('inactive', first).expect(200);
    await send(stores, id, aPdf()).expect(200);
    for (const status of ['inactive', 'active']) expect(await judge(status, first)).toMatchObject(changed);
    expect(await own()).toMatchObject({ status: 'pending', verification_refused_at: null });
    await judge('active', await uploadedAt()).expect(200);
    expect(await judge('inactive', 'yesterday')).toMatchObject({ status: 400, body: { field: 'verification_uploaded_at' } });
  });

  test('is judged once by those who saw it wait: a late refusal does not close a store that was made active', async () => {
    await send(stores, id, await aScan()).expect(200);
    const { verification_uploaded_at } = await own();
    const judge = (form: object) => request(stores.app).put(`/api/sellers/${id}/status`).set(asAdmin()).send(form);
    await judge({ status: 'active', verification_uploaded_at, verification_waits: true }).expect(200);
    expect(
      await judge({ status: 'inactive', reason: 'Blurred', verification_uploaded_at, verification_waits: true }),
    ).toMatchObject({
      status: 409,
      body: { code: 'document-changed', error: 'Somebody has decided about this document meanwhile.' },
    });
    expect(await own()).toMatchObject({ status: 'active', verification_refused_at: null });
    await judge({ status: 'inactive', verification_uploaded_at, verification_waits: false }).expect(200);
  });

  test.each([
    { decided: 'pending', status: 'active', verification_waits: true },
    { decided: 'pending', status: 'inactive', reason: 'Blurred', verification_waits: true },
    { decided: 'active', status: 'pending', verification_waits: false },
  ])('is judged once, and its judge hears so again when the answer was lost: $status', async ({ decided, ...form }) => {
    await send(stores, id, await aScan()).expect(200);
    await setStatus(stores, id, decided).expect(200);
    const judge = () => request(stores.app).put(`/api/sellers/${id}/status`).set(asAdmin()).send(form);
    await judge().expect(200);
    const told = await emitted(stores.source, SellerStatusChanged);
    await judge().expect(200);
    expect(await emitted(stores.source, SellerStatusChanged)).toHaveLength(told.length);
  });

  test('is not judged by those who saw none wait: a store that was set back to pending since keeps its document', async () => {
    await send(stores, id, await aScan()).expect(200);
    await setStatus(stores, id, 'active').expect(200);
    const { verification_uploaded_at, verification_waits } = await own();
    await setStatus(stores, id, 'pending').expect(200);
    for (const status of ['inactive', 'active']) {
      const form = { status, verification_uploaded_at, verification_waits };
      expect(await request(stores.app).put(`/api/sellers/${id}/status`).set(asAdmin()).send(form)).toMatchObject({
        status: 409,
        body: { code: 'document-changed', error: 'This document waits for a decision again. Please look at it first.' },
      });
    }
    expect(await own()).toMatchObject({ status: 'pending', verification_waits: true, verification_refused_at: null });
  });

  test.each(['x'.repeat(1001), 'a\0b', 7])('with a reason like %j is not refused', async (reason) => {
    expect(await refuse(reason as string)).toMatchObject({ status: 400, body: { field: 'reason' } });
  });
});

test('only the seller sends it, only the seller and admins see it, and what admins see is on record', async () => {
  const otherStore = await aSeller(stores, { userId: 8, seller: { storeName: 'Low Tide', socialLink: null } });
  for (const [caller, sellerId] of [
    [8, id],
    [7, otherStore],
    [7, 999],
  ] as const)
    expect((await send(stores, sellerId, await aScan(), 'a.png', caller)).status).toBe(403);
  expect((await view(asUser(7))).status).toBe(404);
  await send(stores, id, await aScan()).expect(200);

  expect((await view(asUser(8))).status).toBe(403);
  expect((await view(asUser(8), 999)).status).toBe(403);
  expect((await view(asAdmin(), 999)).status).toBe(404);
  await view(asUser(7)).expect(200);
  const act = { adminId: 7, action: 'account.document-sent' };
  expect(await emitted(stores.source, AdminActed)).toMatchObject([act]);
  await view(asAdmin(3)).expect(200);
  await view(asAdmin(3)).expect(200);
  const seen = { adminId: 3, action: 'seller.verification-viewed', subject: { type: 'seller', id, name: `Store ${id}` } };
  expect(await emitted(stores.source, AdminActed)).toMatchObject([
    act,
    { ...seen, after: { page: 1 } },
    { ...seen, after: { page: 1 } },
  ]);
});

describe('refused files', () => {
  const text = (content: string) => Promise.resolve(Buffer.from(content));
  test.each<[string, string, () => Promise<Buffer>, number]>([
    ['HTML that says it is a picture', 'a.png', () => text('<html><script>alert(1)</script>'), 415],
    ['SVG', 'a.svg', () => text('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'), 415],
    ['a GIF', 'a.png', () => aScan('gif'), 415],
    ['a WebP', 'a.jpg', () => aScan('webp'), 415],
    ['a program', 'scan.jpg', () => text('MZ\x90\0'), 415],
    ['an archive', 'scan.pdf', () => text('PK\x03\x04'), 415],
    ['a PDF that begins with HTML', 'a.pdf', async () => Buffer.concat([Buffer.from('<script>1</script>'), aPdf()]), 415],
    ['nothing but first bytes of a JPEG', 'a.jpg', () => text('\xff\xd8\xff'), 415],
    ['a picture cut off', 'a.png', async () => (await aScan()).subarray(0, 2000), 400],
    ['a JPEG cut off', 'a.jpg', async () => (await aScan('jpeg')).subarray(0, 3000), 400],
    ['a picture with a broken middle', 'a.png', async () => (await aScan()).fill(0, 1000, 3000), 400],
    ['a picture of 3.6 billion pixels', 'a.png', aBomb, 400],
    ['a PDF cut off', 'a.pdf', () => Promise.resolve(aPdf().subarray(0, 200)), 400],
    ['a PDF whose table is elsewhere', 'a.pdf', () => text('%PDF-1.4\nstartxref\n3\n%%EOF'), 400],
    ['a PDF with a script', 'a.pdf', () => Promise.resolve(aPdf('/OpenAction << /S /JavaScript /JS (app.alert(1)) >> ')), 400],
    [
      'a PDF with a script in other letters',
      'a.pdf',
      () => Promise.resolve(aPdf('/OpenAction << /S /J#61vaScript /JS (x) >> ')),
      400,
    ],
    ['a PDF with a list of attachments', 'a.pdf', () => Promise.resolve(aPdf('/Names << /EmbeddedFiles 2 0 R >> ')), 400],
    [
      'a PDF with a script in a packed part',
      'a.pdf',
      () => Promise.resolve(aPackedPdf('<< /S /JavaScript /JS (app.alert(1)) >>', { catalog: '/OpenAction 9 0 R ' })),
      400,
    ],
    ['a PDF that is encrypted', 'a.pdf', () => Promise.resolve(aPdf('/Encrypt << >> ')), 400],
    ['a PDF that starts a program', 'a.pdf', () => Promise.resolve(aPdf('/OpenAction << /S /Launch /F (cmd.exe) >> ')), 400],
    ['a PDF with an attachment', 'a.pdf', () => Promise.resolve(aPdf('/AF [<< /Type /EmbeddedFile >>] ')), 400],
    [
      'a PDF with HTML behind it',
      'a.pdf',
      () => Promise.resolve(Buffer.concat([aPdf(), Buffer.from('<script>1</script>')])),
      400,
    ],
    ['an empty file', 'a.png', () => text(''), 400],
  ])('%s', async (_, filename, file, status) => {
    expect(await send(stores, id, await file(), filename)).toMatchObject({ status, body: { field: 'verification' } });
    expect(await stores.files()).toEqual([]);
    expect((await list(stores)).body).toMatchObject({ data: [{ status: '0', verification_photo: null }] });
  });

  test('more than 5 MB, with the documented sentence; exactly 5 MB is judged', async () => {
    const most = 5 * 1024 * 1024;
    expect(await send(stores, id, Buffer.alloc(most + 1, 1))).toMatchObject({
      status: 413,
      body: { error: 'File size should be less than 5MB', field: 'verification' },
    });
    expect((await send(stores, id, Buffer.alloc(most, 1))).status).toBe(415);
  });

  test('another field, two files, no form', async () => {
    const put = () => request(stores.app).put(`/api/sellers/${id}/verification`).set(asUser(7));
    expect((await put().attach('photo', await aScan(), 'a.png')).status).toBe(400);
    expect((await put().attach('verification', aPdf(), 'a.pdf').attach('verification', aPdf(), 'b.pdf')).status).toBe(400);
    expect((await put().send({ verification: 'x' })).status).toBe(415);
    expect((await put().set('content-type', 'multipart/form-data; boundary=x').send('--x\r\nbroken')).status).toBe(400);
  });
});

test('bytes behind a picture are not stored, and the name that a file claims is used nowhere', async () => {
  const polyglot = Buffer.concat([await aScan('jpeg'), Buffer.from('<script>alert(1)</script>PK\x03\x04')]);
  await send(stores, id, polyglot, '../../../../etc/cron.d/x.php').expect(200);
  const seen = await view(asUser(7)).expect(200);
  expect((seen.body as Buffer).includes('<script>')).toBe(false);
  const [file] = await stores.files();
  expect(file!.name).toMatch(/^[0-9a-f-]{36}\.webp$/);
  expect(file!.parentPath.endsWith('/private/sellers/verification')).toBe(true);
});

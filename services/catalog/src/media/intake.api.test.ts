import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, utimes, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { coverForPreview } from '@shop/contracts/covers';
import { as, asAdmin, eventually, forAllTests, multipart, testLog } from '@shop/runtime/testing';
import sharp from 'sharp';
import request from 'supertest';
import { aFlac, anMp3, anOgg, aWav, aWavWith } from '../testing/a-recording';
import { anImage, aPngHeader } from '../testing/an-image';
import { aProductForm, openCatalog } from '../testing/catalog-under-test';
import { removeLeftovers } from './receive-upload';
import { publicKey } from './save-media';
import { createTranscoder } from './transcoder';

const catalog = forAllTests(openCatalog);

type Files = { img?: Buffer; audio?: Buffer };
const upload = ({ img = catalog.img, audio = catalog.audio }: Files, names: { img?: string; audio?: string } = {}) =>
  request(catalog.app)
    .post('/api/products')
    .set(asAdmin())
    .field('fields', JSON.stringify(aProductForm()))
    .attach('img', img, names.img ?? 'cover.png')
    .attach('audio', audio, names.audio ?? 'track.wav');
const fetched = (path: string) => request(catalog.app).get(path).set(as()).buffer(true).parse(binary);
const binary = (res: request.Response, callback: (error: Error | null, body: Buffer) => void) => {
  const chunks: Buffer[] = [];
  const stream = res as unknown as NodeJS.ReadableStream;
  stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  stream.on('end', () => callback(null, Buffer.concat(chunks)));
};

describe('audio', () => {
  test.each([
    ['WAV', () => Promise.resolve(aWav())],
    ['WAV in 96 kHz', () => Promise.resolve(aWav({ sampleRate: 96_000 }))],
    ['WAV with a chunk of odd length before its sound', () => Promise.resolve(aWavWith('iXML', 4099))],
    ['WAV with a long chunk before its sound', () => Promise.resolve(aWavWith('bext', 100_001))],
    [
      'WAV that does not say how many bytes of sound it has',
      () => {
        const wav = aWavWith('bext', 603);
        wav.writeUInt32LE(0xffffffff, wav.indexOf('data') + 4);
        return Promise.resolve(wav);
      },
    ],
    ['MP3', () => anMp3()],
    ['OGG', () => anOgg()],
    ['FLAC', () => Promise.resolve(aFlac())],
  ])('%s becomes a 128 kbps MP3 with peaks and a small waveform', async (_name, make) => {
    const { status, body } = await upload({ audio: await make() });
    expect([status, body.error]).toEqual([201, undefined]);
    expect(body.duration).toBeGreaterThan(10.8);
    expect(body.duration).toBeLessThan(11.3);
    expect(body.wave).toMatch(/^[0-9a-f]{96}$/);
    const mp3 = await fetched(body.audio as string);
    expect(mp3.headers['content-type']).toBe('audio/mpeg');
    expect((mp3.body as Buffer).length / body.duration / 125).toBeCloseTo(128, -1);
    const peaks = (
      await request(catalog.app)
        .get(body.peaks as string)
        .set(as())
    ).body as number[];
    expect(peaks).toHaveLength(1000);
    expect(Math.max(...peaks)).toBeLessThanOrEqual(1);
    expect(peaks.every((value) => value >= 0 && Math.round(value * 1000) / 1000 === value)).toBe(true);
  });

  test('a loop of 20 seconds is taken', async () => {
    const audio = aWav({ seconds: 20 });
    await upload({});
    expect((await upload({ audio })).status).toBe(201);
  });

  test.each([
    ['a page renamed to track.mp3', () => Buffer.from('<html><script>alert(1)</script></html>'), 415],
    ['a program renamed to track.wav', () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(5000)]), 415],
    ['a page that hides a recording behind it', () => Buffer.concat([Buffer.from('<html>'), aWav()]), 415],
    ['a WAVE of 64 bits', () => Buffer.concat([Buffer.from('RF64'), aWav().subarray(4)]), 415],
    [
      'a WAVE whose sound comes before its format',
      () => {
        const wav = aWav();
        return Buffer.concat([wav.subarray(0, 12), wav.subarray(36), wav.subarray(12, 36)]);
      },
      400,
    ],
    ['a WAVE that is cut off', () => aWav().subarray(0, 400_000), 400],
    ['a WAVE header alone', () => aWav().subarray(0, 44), 400],
    [
      'a FLAC that is cut off',
      () => {
        const flac = aFlac();
        return flac.subarray(0, flac.length / 2);
      },
      400,
    ],
    ['a FLAC that says it is short and is an hour', () => aFlac({ seconds: 3600, claimed: 60 }), 400],
    ['nothing', () => Buffer.alloc(0), 400],
    ['noise after a good beginning', () => Buffer.concat([Buffer.from('fLaC'), Buffer.alloc(50_000, 7)]), 400],
    ['an ID3 tag and no sound', () => Buffer.concat([Buffer.from('ID3\x04\0\0\0\0\0\0'), Buffer.alloc(3000)]), 400],
    ['an Ogg page of nonsense', () => Buffer.concat([Buffer.from('OggS'), Buffer.alloc(3000, 1)]), 400],
    ['five seconds', () => aWav({ seconds: 5 }), 400],
    ['sixteen minutes', () => aFlac({ seconds: 16 * 60 }), 400],
    [
      'a WAVE with no sampling rate',
      () => {
        const wav = aWav();
        wav.writeUInt32LE(0, 24);
        return wav;
      },
      400,
    ],
    [
      'a WAVE with eleven channels',
      () => {
        const wav = aWav();
        wav.writeUInt16LE(11, 22);
        return wav;
      },
      400,
    ],
    [
      'a WAVE with blocks of no bytes',
      () => {
        const wav = aWav();
        wav.writeUInt16LE(0, 32);
        return wav;
      },
      400,
    ],
  ])('%s is refused, and the field is named', async (_name, make, expected) => {
    const { status, body } = await upload({ audio: make() });
    expect({ status, field: body.field }).toEqual({ status: expected, field: 'audio' });
    expect(await catalog.leftovers()).toEqual([]);
  });

  test('the original stays private', async () => {
    const { body } = await upload({ audio: aWav({ hertz: 333 }) });
    const name = (body.audio as string).split('/').at(-1)!;
    expect((await fetched(`/media/catalog/${name.replace('.mp3', '')}`)).status).toBe(404);
    expect((await fetched('/media/catalog/..%2F..%2Fprivate%2Foriginals')).status).toBe(404);
    expect((await fetched(`/media/catalog/originals%2F${name}`)).status).toBe(404);
  });
});

describe('images', () => {
  test.each(['jpeg', 'png', 'webp', 'gif'] as const)('%s becomes square WebP in four sizes, without metadata', async (format) => {
    const { status, body } = await upload({ img: await anImage({ format, width: 1300, height: 1290 }) });
    expect([status, body.error]).toEqual([201, undefined]);
    for (const [suffix, side] of [
      ['', 1280],
      ['-160', 160],
      ['-320', 320],
      ['-640', 640],
      ['-1280', 1280],
    ] as const) {
      const file = await fetched((body.img as string).replace('.webp', `${suffix}.webp`));
      expect([file.status, file.headers['content-type']]).toEqual([200, 'image/webp']);
      const facts = await sharp(file.body as Buffer).metadata();
      expect([facts.format, facts.width, facts.height, facts.exif]).toEqual(['webp', side, side, undefined]);
    }
  });

  describe('the preview for other sites is a JPEG of the cover', () => {
    const previewOf = async (img: string) => {
      const { status, headers, body } = (await fetched(coverForPreview(img))) as {
        status: number;
        headers: object;
        body: Buffer;
      };
      expect([status, headers]).toMatchObject([
        200,
        { 'content-type': 'image/jpeg', 'cache-control': expect.stringContaining('immutable') as string },
      ]);
      const { format, width, height } = await sharp(body).metadata();
      return { format, width, height, body };
    };

    test('stored with it', async () => {
      const { body } = await upload({ img: await anImage({ width: 1300, height: 1290 }) });
      const key = publicKey((body.img as string).split('/').at(-1)!.replace('.webp', '.jpg'));
      expect(await catalog.storage.stat(key)).toMatchObject({ contentType: 'image/jpeg' });
      expect(await previewOf(body.img as string)).toMatchObject({ format: 'jpeg', width: 1280, height: 1280 });
    });

    test('and drawn once, as it would have been, when a release without previews stored the cover', async () => {
      const { body } = await upload({ img: await anImage({ width: 700, height: 700 }) });
      const img = body.img as string;
      const { body: before } = await previewOf(img);
      const key = publicKey(img.split('/').at(-1)!.replace('.webp', '.jpg'));
      await catalog.storage.remove(key);
      const puts = jest.spyOn(catalog.storage, 'put');
      const previews = await Promise.all([previewOf(img), previewOf(img), previewOf(img)]);
      await previewOf(img);
      expect(puts.mock.calls.filter(([put]) => put === key)).toHaveLength(1);
      puts.mockRestore();
      for (const preview of previews) expect(preview.body.equals(before)).toBe(true);
    });

    test('and there is none of a cover that does not exist', async () => {
      expect((await fetched(`/media/catalog/${'0'.repeat(64)}.jpg`)).status).toBe(404);
    });
  });

  test('a small picture is never enlarged', async () => {
    const { body } = await upload({ img: await anImage({ width: 200, height: 90 }) });
    const file = await fetched((body.img as string).replace('.webp', '-1280.webp'));
    expect((await sharp(file.body as Buffer).metadata()).width).toBe(90);
  });

  test.each([
    [
      'an SVG renamed to cover.png',
      () => Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      415,
    ],
    ['a page renamed to cover.png', () => Buffer.from('<!doctype html><h1>hello</h1>'), 415],
    ['a program renamed to cover.png', () => Buffer.concat([Buffer.from('MZ\x90\0'), Buffer.alloc(2000)]), 415],
    [
      'a picture that is cut off',
      async () => {
        const image = await anImage({ format: 'jpeg' });
        return image.subarray(0, image.length / 2);
      },
      400,
    ],
    ['a header that promises 50,000 by 50,000', () => aPngHeader(50_000, 50_000), 400],
    ['a header that promises 2,000 by 2,000 and ends', () => aPngHeader(2000, 2000), 400],
    ['nothing', () => Buffer.alloc(0), 400],
    ['three bytes', () => Buffer.from('\xff\xd8\xff', 'latin1'), 400],
  ])('%s is refused, and the field is named', async (_name, make, expected) => {
    const { status, body } = await upload({ img: await make() });
    expect({ status, field: body.field }).toEqual({ status: expected, field: 'img' });
    expect(await catalog.leftovers()).toEqual([]);
  });

  test('data hidden behind a picture does not reach the shop', async () => {
    const img = Buffer.concat([await anImage({ format: 'gif' }), Buffer.from('<script>alert(1)</script>')]);
    const { status, body } = await upload({ img });
    expect(status).toBe(201);
    expect(((await fetched(body.img as string)).body as Buffer).includes('script')).toBe(false);
  });

  test('more than 10 MB are refused', async () => {
    const { status, body } = await upload({ img: Buffer.concat([catalog.img, Buffer.alloc(10 * 1024 * 1024)]) });
    expect({ status, field: body.field }).toEqual({ status: 413, field: 'img' });
  });
});

describe('forms', () => {
  const post = () => request(catalog.app).post('/api/products').set(asAdmin());
  const fields = JSON.stringify(aProductForm());

  test('names of files decide nothing', async () => {
    const names = { img: '../../../../etc/passwd', audio: '..\\..\\evil.exe' };
    expect((await upload({}, names)).status).toBe(201);
    expect(await catalog.leftovers()).toEqual([]);
  });

  test('a file in a field that does not exist, or two in one, is refused', async () => {
    const wrong = await post().field('fields', fields).attach('cover', catalog.img, 'a.png');
    expect([wrong.status, wrong.body.field]).toEqual([400, 'cover']);
    const two = await post().field('fields', fields).attach('img', catalog.img, 'a.png').attach('img', catalog.img, 'b.png');
    expect([two.status, two.body.field]).toEqual([400, 'img']);
  });

  test.each([
    ['no form at all', () => post().send({ name: 'x' }), 415],
    ['no boundary', () => post().set('content-type', 'multipart/form-data').send('x'), 400],
    [
      'a form that breaks off',
      () =>
        post()
          .set('content-type', 'multipart/form-data; boundary=x')
          .send('--x\r\ncontent-disposition: form-data; name="img"; filename="a.png"\r\n\r\nhalf'),
      400,
    ],
    ['no fields', () => post().attach('img', catalog.img, 'a.png'), 400],
    ['fields that are no JSON', () => post().field('fields', '{'), 400],
    ['fields that are no object', () => post().field('fields', '[1]'), 400],
    ['fields twice', () => post().field('fields', fields).field('fields', fields), 400],
    ['an unknown part', () => post().field('fields', fields).field('more', '1'), 400],
    ['a part named like a prototype', () => post().field('fields', fields).field('__proto__[x]', '1'), 400],
    ['too many parts', () => Array.from({ length: 30 }, (_, i) => i).reduce((form, i) => form.field(`f${i}`, '1'), post()), 400],
    ['fields as a file', () => post().attach('fields', Buffer.from(fields), 'fields.json'), 400],
    ['an upload id that is none', () => post().set('upload', 'x').field('fields', fields), 400],
    ['no recording', () => post().field('fields', fields).attach('img', catalog.img, 'a.png'), 400],
  ])('%s is refused', async (_name, send, expected) => {
    expect((await send()).status).toBe(expected);
    expect(await catalog.leftovers()).toEqual([]);
  });

  test.each([
    ['eleven parts, which need no name,', Array<object>(11).fill({}), 'Too many parts'],
    ['ten parts', Array<object>(10).fill({}), /^(?!Too many)/],
    ['nine fields', Array.from({ length: 9 }, (_, i) => ({ name: `f${i}` })), 'Too many fields'],
    [
      'three files',
      [
        { name: 'img', filename: 'a' },
        { name: 'audio', filename: 'b' },
        { name: 'c', filename: 'c' },
      ],
      'Too many files',
    ],
  ])('%s are refused for what they are', async (_what, parts, error) => {
    const { type, body } = multipart(...parts);
    const answer = await post().set('content-type', type).send(body);
    expect([answer.status, answer.body]).toMatchObject([400, { error: expect.stringMatching(error) as string }]);
  });

  test('an upload that its sender abandons leaves nothing behind', async () => {
    const server = catalog.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const headers = { ...asAdmin(), 'content-type': 'multipart/form-data; boundary=x', 'content-length': '9000000' };
    const sending = httpRequest({ port, host: '127.0.0.1', method: 'POST', path: '/api/products', headers });
    sending.on('error', () => undefined);
    sending.write('--x\r\ncontent-disposition: form-data; name="img"; filename="a.png"\r\n\r\n');
    sending.write(Buffer.alloc(200_000));
    await eventually(async () => expect(await catalog.leftovers()).toHaveLength(1));
    sending.destroy();
    await eventually(async () => expect(await catalog.leftovers()).toEqual([]));
    server.close();
  });

  test('a track whose sender leaves while it is being worked on does not appear in the shop', async () => {
    const real = createTranscoder(testLog);
    let release = () => {};
    // Ends its work all the same, so that only the intake can give the track up.
    const deaf = await openCatalog({
      ...real,
      async transcode(field, path, kind, { progress, left }) {
        const result = await real.transcode(field, path, kind, { progress, left: new AbortController().signal });
        const leaves = once(left, 'abort');
        release();
        await leaves;
        return result;
      },
    });
    const server = deaf.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const id = crypto.randomUUID();
    const name = `Given up ${id}`;
    const form = new FormData();
    form.append('fields', JSON.stringify(aProductForm({ name })));
    form.append('img', new Blob([Uint8Array.from(deaf.img)]), 'a.png');
    form.append('audio', new Blob([Uint8Array.from(deaf.audio)]), 'a.wav');
    const sender = new AbortController();
    release = () => sender.abort();
    const sending = fetch(`http://127.0.0.1:${port}/api/products`, {
      method: 'POST',
      headers: { ...asAdmin(), upload: id },
      body: form,
      signal: sender.signal,
    });
    await expect(sending).rejects.toThrow();
    const stage = async () => (await request(deaf.app).get(`/api/uploads/${id}`).set(asAdmin())).body as { stage: string };
    await eventually(async () => expect((await stage()).stage).toBe('failed'));
    const { body } = await request(deaf.app).get('/api/products').set(asAdmin());
    expect((body as { name: string }[]).map((product) => product.name)).not.toContain(name);
    await eventually(async () => expect(await deaf.leftovers()).toEqual([]));
    server.close();
    await deaf.close();
  });

  test('a recording whose sender has left keeps nobody waiting', async () => {
    const silent = join(await mkdtemp(join(tmpdir(), 'silent-')), 'worker.js');
    await writeFile(silent, 'module.exports = () => new Promise(() => {});');
    const busy = await openCatalog(createTranscoder(testLog, silent));
    const server = busy.app.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const form = new FormData();
    form.append('fields', JSON.stringify(aProductForm()));
    form.append('audio', new Blob([Uint8Array.from(busy.audio)]), 'a.wav');
    const senders = [new AbortController(), new AbortController()];
    const uploads = senders.map(({ signal }) =>
      fetch(`http://127.0.0.1:${port}/api/products`, { method: 'POST', headers: asAdmin(), body: form, signal }),
    );
    await eventually(async () => expect(await busy.leftovers()).toHaveLength(2));
    for (const sender of senders) sender.abort();
    for (const upload of uploads) await expect(upload).rejects.toThrow();
    await eventually(async () => expect(await busy.leftovers()).toEqual([]));
    server.close();
    await busy.close();
  });

  test('the sender of an upload can ask how far it is', async () => {
    const id = crypto.randomUUID();
    const ask = () => request(catalog.app).get(`/api/uploads/${id}`).set(asAdmin());
    expect((await ask()).status).toBe(404);
    await upload({}).set('upload', id);
    expect((await ask()).body).toEqual({ stage: 'done', percent: 100 });
    await upload({ audio: Buffer.from('no') }).query({ upload: id });
    expect((await ask()).body).toEqual({ stage: 'failed', percent: 100 });
  });
});

describe('delivery', () => {
  test('ranges, HEAD and unknown names', async () => {
    const { audio } = await catalog.product();
    const part = await fetched(audio).set('range', 'bytes=0-99');
    expect([part.status, (part.body as Buffer).length, part.headers['cache-control']]).toEqual([
      206,
      100,
      'public, max-age=31536000, immutable',
    ]);
    const head = await request(catalog.app).head(audio).set(as());
    expect([head.status, head.text]).toEqual([200, undefined]);
    expect(Number(head.headers['content-length'])).toBeGreaterThan(100_000);
    const beyond = await fetched(audio).set('range', 'bytes=99999999-');
    expect(beyond.status).toBe(416);
    for (const name of ['x', 'a.mp3', `${'0'.repeat(64)}.mp3`, `${'0'.repeat(64)}-7.webp`, '%2e%2e%2fetc', '%00', '%E0%A4%A'])
      expect((await request(catalog.app).get(`/media/catalog/${name}`).set(as())).status).toBeLessThan(500);
  });
});

test('an upload folder that a killed process left behind goes when it is old', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'leftovers-'));
  await mkdir(join(folder, 'upload-old'));
  await writeFile(join(folder, 'upload-old', 'img'), 'x');
  await mkdir(join(folder, 'upload-new'));
  await writeFile(join(folder, 'upload-new', 'img'), 'y');
  await utimes(join(folder, 'upload-old'), 1, 1);
  await utimes(join(folder, 'upload-new'), new Date(), new Date());
  await removeLeftovers(folder);
  await expect(readFile(join(folder, 'upload-old', 'img'))).rejects.toThrow();
  expect(await readFile(join(folder, 'upload-new', 'img'), 'utf8')).toBe('y');
  await rm(folder, { recursive: true });
});

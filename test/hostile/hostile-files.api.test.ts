import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { Client } from 'pg';
import { openLiveShop, type LiveShop } from '../authorisation/live-shop';
import { hostileDocuments } from './documents';
import { HOSTILE_NAMES, hostileForms } from './forms';
import { hostileImages } from './images';
import { hostileRecordings } from './recordings';
import { file, goodSamples, MARKER, type HostileFile, type Samples } from './samples';

/**
 * Hostile files, sent to every call of a running shop that takes files: the call refuses them and names their field, or the shop
 * shows its own drawing or recording of them (docs/product/catalogue.md#media).
 */
let shop: LiveShop;
let good: Samples;
let images: HostileFile[];
let recordings: HostileFile[];
let restingBytes = 0;
let mostBytes = 0;
let watch: NodeJS.Timeout;

beforeAll(async () => {
  shop = await openLiveShop();
  good = await goodSamples();
  images = hostileImages(good);
  recordings = hostileRecordings(good);
}, 540_000);
afterAll(() => shop?.stop());

const MB = 1024 * 1024;
/** The most memory that a hostile file may cost above the shop at rest. */
const MOST_MORE_BYTES = 700 * MB;

type Reply = { status: number; body: Record<string, unknown> & { field?: string }; type: string };
type Target = {
  call: string;
  field: string;
  files: () => HostileFile[];
  send: (form: FormData | { contentType: string; body: Buffer }) => Promise<Reply>;
  /** Fills the other fields of the form. */
  fill: (form: FormData) => void;
  /** The addresses that show the accepted file. */
  shownAt: (body: Reply['body']) => string[];
  /** Runs before the next file. */
  reset?: () => Promise<void>;
};

const blob = (bytes: Buffer, type: string) => new Blob([Uint8Array.from(bytes)], { type });

const send =
  (method: string, path: () => string, who: 'A' | 'S' = 'A') =>
  async (form: FormData | { contentType: string; body: Buffer }): Promise<Reply> => {
    const raw = form instanceof FormData ? null : form;
    const answer = await fetch(shop.url + path(), {
      method,
      headers: {
        authorization: `Bearer ${shop.sessions[who].token}`,
        ...(raw && { 'content-type': raw.contentType }),
      },
      body: raw ? new Uint8Array(raw.body) : (form as FormData),
    });
    const type = answer.headers.get('content-type') ?? '';
    return { status: answer.status, body: (await answer.json()) as Reply['body'], type };
  };

const texts = (entries: Record<string, string>) => (form: FormData) => {
  for (const [name, value] of Object.entries(entries)) form.set(name, value);
};
const track = JSON.stringify({
  name: 'Hostile',
  category: 'Techno',
  price: 299,
  music_key: 'A',
  type: 'Instrumental',
  download_link: 'https://files.example/x.zip',
});
const demo = { name: 'Hostile', category: 'Techno' };
const media = (body: Reply['body']) => [body.img, body.audio, body.peaks] as string[];

const TARGETS: Target[] = [
  {
    call: 'PUT /api/products/:id, img',
    field: 'img',
    files: () => images,
    send: send('PUT', () => `/api/products/${shop.values.product}`),
    fill: texts({ fields: track }),
    shownAt: media,
  },
  {
    call: 'POST /api/products, audio',
    field: 'audio',
    files: () => recordings,
    send: send('POST', () => '/api/products'),
    fill: (form) => {
      texts({ fields: track })(form);
      form.set('img', blob(good.png, 'image/png'), 'a.png');
    },
    shownAt: media,
  },
  {
    call: 'PUT /api/demos/:id, img',
    field: 'img',
    files: () => images,
    send: send('PUT', () => `/api/demos/${shop.values.demo}`),
    fill: texts({}),
    shownAt: media,
  },
  {
    call: 'POST /api/demos, audio',
    field: 'audio',
    files: () => recordings,
    send: send('POST', () => '/api/demos'),
    fill: (form) => {
      texts(demo)(form);
      form.set('img', blob(good.png, 'image/png'), 'a.png');
    },
    shownAt: media,
  },
  {
    call: 'POST /api/announcements, image',
    field: 'image',
    files: () => images,
    send: send('POST', () => '/api/announcements'),
    fill: texts({ title: 'Hostile', content: 'Ten letters and more', is_active: 'false' }),
    shownAt: ({ image_path }) => [image_path as string],
  },
  {
    call: 'PUT /api/sellers/:id/verification',
    field: 'verification',
    files: () => [...hostileDocuments(good), ...images],
    send: send('PUT', () => `/api/sellers/${shop.values.seller}/verification`, 'S'),
    fill: texts({}),
    shownAt: () => [`/api/sellers/${shop.values.seller}/verification`],
    reset: forgetDocument,
  },
];

describe.each(TARGETS.map((target) => [target.call, target] as const))('%s', (_call, target) => {
  beforeAll(async () => {
    await target.reset?.();
    restingBytes = process.memoryUsage().rss;
    mostBytes = restingBytes;
    watch = setInterval(() => (mostBytes = Math.max(mostBytes, process.memoryUsage().rss)), 20);
  });
  afterAll(() => clearInterval(watch));

  test('no hostile file is shown as it came', async () => {
    const files = target.files();
    const wrong: string[] = [];
    let refused = 0;
    for (const hostile of files) {
      const reply = await sendFile(target, hostile);
      const problem = reply.status < 300 ? await shownWrong(target, reply) : refusedWrong(reply, target.field);
      if (problem) wrong.push(`${hostile.what}: ${problem}`);
      if (reply.status >= 300) refused += 1;
      await target.reset?.();
      expect((await fetch(`${shop.url}/api/config`)).status).toBe(200);
    }
    expect(wrong).toEqual([]);
    expect(files.length).toBeGreaterThanOrEqual(40);
    expect(refused).toBeGreaterThan(files.length / 3);
  }, 900_000);

  test('names of files decide nothing and go nowhere', async () => {
    const bytes = target.field === 'audio' ? good.wav : good.png;
    for (const name of HOSTILE_NAMES) {
      const reply = await sendFile(target, file('a good file', name, 'text/html', bytes));
      // A form with overlong or broken names is refused as a whole.
      const problem = reply.status < 300 ? await shownWrong(target, reply) : refusedWrong(reply);
      expect([name, problem]).toEqual([name, null]);
      expect(JSON.stringify(reply.body)).not.toContain('onerror');
      await target.reset?.();
    }
  }, 360_000);

  test('forms whose parts are not what they should be are refused, unless that is harmless', async () => {
    const [type, bytes] = target.field === 'audio' ? ['audio/wav', good.wav] : ['image/png', good.png];
    const rest = new FormData();
    target.fill(rest);
    const wrong: unknown[] = [];
    for (const form of await hostileForms(target.field, file('good', 'a', type, bytes), rest)) {
      const reply = await target.send(form);
      const problem = reply.status < 300 ? await shownWrong(target, reply) : refusedWrong(reply);
      if (!form.right.includes(reply.status) || problem) wrong.push([form.what, reply.status, reply.body, problem]);
      await target.reset?.();
    }
    expect(wrong).toEqual([]);
  }, 360_000);

  test('afterwards a good file is taken, nothing lies about, and memory has stayed within bounds', async () => {
    const kind = target.field === 'audio' ? good.mp3 : good.jpeg;
    const reply = await sendFile(target, file('good', 'a', 'application/octet-stream', kind));
    expect(reply.status).toBeLessThan(300);
    expect(await shownWrong(target, reply)).toBeNull();
    await target.reset?.();
    expect(await readdir(join(shop.dataDir, 'uploads')).catch(() => [])).toEqual([]);
    expect(Math.round((mostBytes - restingBytes) / MB)).toBeLessThan(MOST_MORE_BYTES / MB);
  });
});

async function sendFile(target: Target, { bytes, type, name }: HostileFile): Promise<Reply> {
  const form = new FormData();
  target.fill(form);
  form.set(target.field, blob(bytes, type), name);
  return target.send(form);
}

/** The fault of a refusal, if any; it must name `field`. */
function refusedWrong({ status, body, type }: Reply, field?: string): string | null {
  if (![400, 413, 415].includes(status)) return `answered ${status} ${JSON.stringify(body)}`;
  if (!type.startsWith('application/json')) return `refused in ${type}`;
  if (field && body.field !== field) return `refused with the field ${body.field}`;
  return JSON.stringify(body).includes(MARKER) ? 'the refusal repeats it' : null;
}

const SAFE = /^(image\/webp|audio\/mpeg|application\/json)\b/;

/** The fault in the way an accepted file is shown, if any. */
async function shownWrong(target: Target, { body }: Reply): Promise<string | null> {
  for (const address of target.shownAt(body)) {
    const answer = await fetch(shop.url + address, { headers: { authorization: `Bearer ${shop.sessions.S.token}` } });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const header = (name: string) => answer.headers.get(name) ?? '';
    if (answer.status !== 200) return `${address} answers ${answer.status}`;
    if (!SAFE.test(header('content-type'))) return `shown as ${header('content-type')}`;
    if (header('x-content-type-options') !== 'nosniff') return 'shown without nosniff';
    if (bytes.includes(MARKER)) return `${address} still holds what was hidden in it`;
  }
  return null;
}

/** Makes the next document count as the first one. */
async function forgetDocument() {
  const client = new Client({ connectionString: shop.databases.sellers });
  await client.connect();
  await client.query(FORGET).finally(() => client.end());
}
const FORGET = 'UPDATE sellers SET verification_key = NULL, verification_uploaded_at = NULL';

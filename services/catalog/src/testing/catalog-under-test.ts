import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ProductFieldsInput } from '@shop/contracts/forms';
import type { AdminProductView } from '@shop/contracts/views';
import { asAdmin, forEachTest, openTestDatabase, testApp, testLog } from '@shop/runtime/testing';
import type { KeyRing } from '@shop/shared';
import { createFileStorage, type ObjectLinks, type ObjectStorage } from '@shop/storage';
import request from 'supertest';
import { schema } from '../database';
import { endpointsOf } from '../endpoints';
import { createMediaReceiver } from '../media/receive-upload';
import { createTranscoder } from '../media/transcoder';
import { createUploadProgress } from '../media/upload-progress';
import { createUploadLocks, type UploadLocks } from '../packages/uploads/upload-locks';
import { createPublicList } from '../public-list/public-list';
import { createShownPlays } from '../public-list/shown-plays';
import { createProductSearch } from '../search/product-search';
import { aWav } from './a-recording';
import { anImage } from './an-image';
import { inMemory, type OpenEngine } from './engines';

export const aProductForm = (overrides: Partial<ProductFieldsInput> = {}): ProductFieldsInput => ({
  name: 'Night Drive',
  category: 'Techno',
  price: 299,
  music_key: 'A',
  type: 'Instrumental',
  bpm: 128,
  download_link: 'https://files.example/night-drive.zip',
  ...overrides,
});

// Made once for all tests of a file, because making them takes longer than most tests.
const COVER = anImage();
const RECORDING = aWav({ seconds: 10, sampleRate: 8000 });

export const DELIVERY_KEYS: KeyRing = [Buffer.from('a delivery key for tests')];

type Others = { storage?: ObjectStorage; objectLinks?: ObjectLinks; packageQuotaBytes?: number; checkSoon?: () => void };

/** A catalog on its own database and folders; `replica()` is another process on the same ones. */
export async function openCatalog(transcoder = createTranscoder(testLog), openEngine: OpenEngine = inMemory, parts: Others = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'catalog-test-'));
  const database = await openTestDatabase(schema);
  const storage = parts.storage ?? createFileStorage(join(folder, 'objects'));
  const uploadDir = join(folder, 'uploads');
  const { source } = database;
  const engine = await openEngine();
  const plays = createShownPlays(source);
  const siteName = 'Ghostline';
  const locks: UploadLocks[] = [];
  const replica = () => {
    const uploadLocks = createUploadLocks(database.url, testLog);
    locks.push(uploadLocks);
    const uploads = createUploadProgress();
    const endpoints = endpointsOf({
      source,
      storage,
      objectLinks: parts.objectLinks ?? null,
      transcoder,
      list: createPublicList(source, siteName, testLog),
      search: createProductSearch(engine.create(), source, siteName, testLog),
      plays,
      uploads,
      receive: createMediaReceiver(uploadDir, uploads),
      uploadLocks,
      packageQuotaBytes: parts.packageQuotaBytes ?? 1024 ** 3,
      deliveryKeys: DELIVERY_KEYS,
      checkSoon: parts.checkSoon ?? (() => undefined),
      siteName,
      rateScale: 1,
    });
    return { app: testApp(endpoints), endpoints };
  };
  const { app } = replica();
  const img = await COVER;

  return {
    source,
    urls: { DATABASE_URL: database.url, MIGRATION_DATABASE_URL: database.ownerUrl },
    storage,
    app,
    showPlays: plays.show,
    replica,
    img,
    audio: RECORDING,
    leftovers: () => readdir(uploadDir).catch(() => []),
    async product(overrides: Partial<ProductFieldsInput> = {}): Promise<AdminProductView> {
      const response = await request(app)
        .post('/api/products')
        .set(asAdmin())
        .field('fields', JSON.stringify(aProductForm(overrides)))
        .attach('img', img, 'cover.png')
        .attach('audio', RECORDING, 'track.wav');
      if (response.status !== 201) throw new Error(JSON.stringify(response.body));
      return response.body as AdminProductView;
    },
    async close() {
      for (const { close } of locks) await close();
      await transcoder.close();
      await engine.close();
      await database.drop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export const useCatalog = (openEngine?: OpenEngine) => forEachTest(() => openCatalog(undefined, openEngine));

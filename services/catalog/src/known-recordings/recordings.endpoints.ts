import type { recordingRoutes } from '@shop/contracts/routes';
import type { KnownRecordingView, SoundFacts } from '@shop/contracts/views';
import { notFound, type Handlers } from '@shop/http';
import type { DataSource, EntityManager } from 'typeorm';
import { mastersOf, matchesOf, previewOf, type KnownRecording, type Match, type Subject } from '../fingerprints/recordings';

export function recordingHandlers({ source }: { source: DataSource }): Handlers<typeof recordingRoutes> {
  const { manager: db } = source;
  const data = (views: KnownRecordingView[]) => ({ success: true as const, data: views });
  return {
    recordingsOfPackage: async ({ params }) => data(await ofPackage(db, params.id)),
    recordingsOfProduct: async ({ params }) => data(await ofProduct(db, params.id)),
  };
}

async function ofPackage(db: EntityManager, packageId: number): Promise<KnownRecordingView[]> {
  const [subject] = await db.query<Subject[]>(
    `SELECT id AS "packageId", seller_id AS "sellerId", submission_id AS "submissionId",
       coalesce((SELECT id FROM products WHERE package_id = packages.id), product_id) AS "productId" FROM packages WHERE id = $1`,
    [packageId],
  );
  if (!subject) throw notFound('package');
  const views: KnownRecordingView[] = [];
  for (const { source, fingerprint } of await mastersOf(db, packageId)) {
    const { path, sound } = await masterOf(db, packageId, source);
    for (const match of await matchesOf(db, fingerprint, subject)) views.push(await viewOf(db, match, { file: path, sound }));
  }
  return views;
}

async function ofProduct(db: EntityManager, productId: number): Promise<KnownRecordingView[]> {
  const [subject] = await db.query<Subject[]>(
    `SELECT id AS "productId", package_id AS "packageId", seller_id AS "sellerId", submission_id AS "submissionId"
     FROM products WHERE id = $1`,
    [productId],
  );
  if (!subject) throw notFound('track');
  const preview = await previewOf(db, productId);
  if (!preview) return [];
  const { sound } = await trackOf(db, productId);
  const matches = await matchesOf(db, preview, subject);
  return Promise.all(matches.map((match) => viewOf(db, match, { file: null, sound })));
}

type RecordingSource = Pick<KnownRecordingView, 'file' | 'sound'>;

async function viewOf(db: EntityManager, { known, agreement }: Match, source: RecordingSource): Promise<KnownRecordingView> {
  const { kind, state, productId, sellerId } = known;
  const track = productId === null ? null : await trackOf(db, productId);
  const [store] = await db.query<{ name: string }[]>('SELECT name FROM stores WHERE seller_id = $1', [sellerId]);
  return {
    ...{ ...agreement, ...source },
    known: {
      kind,
      state,
      productId,
      sellerId,
      name: track?.name ?? null,
      storeName: store?.name ?? null,
      sound: await soundOf(db, known),
    },
  };
}

const soundOf = async (db: EntityManager, { kind, productId, packageId, source }: KnownRecording) => {
  if (kind === 'preview' && productId !== null) return (await trackOf(db, productId)).sound;
  return packageId === null ? NO_SOUND : (await masterOf(db, packageId, source)).sound;
};

const NO_SOUND: KnownRecordingView['sound'] = { packageId: null, fileId: null, audio: null, seconds: null, wave: [] };

async function masterOf(db: EntityManager, packageId: number, sha256: string) {
  const [file] = await db.query<{ id: number; path: string; facts: SoundFacts }[]>(
    'SELECT id, path, facts FROM package_files WHERE package_id = $1 AND sha256 = $2 ORDER BY id LIMIT 1',
    [packageId, sha256],
  );
  if (!file) return { path: null, sound: NO_SOUND };
  const { seconds = null, wave = [] } = file.facts;
  return { path: file.path, sound: { ...NO_SOUND, packageId, fileId: file.id, seconds, wave } };
}

async function trackOf(db: EntityManager, productId: number) {
  const [track] = await db.query<{ name: string; audio: string; duration: number; wave: string }[]>(
    'SELECT name, audio, duration, wave FROM products WHERE id = $1',
    [productId],
  );
  if (!track) return { name: null, sound: NO_SOUND };
  const wave = [...Buffer.from(track.wave, 'hex')].map((value) => Math.round((value / 255) * 100) / 100);
  return { name: track.name, sound: { ...NO_SOUND, audio: track.audio, seconds: track.duration, wave } };
}

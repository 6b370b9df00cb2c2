import { extname, join } from 'node:path';
import { inTx } from '@shop/messaging';
import type { Log } from '@shop/runtime';
import { openWorkerPool } from '@shop/runtime/worker-pool';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource, EntityManager } from 'typeorm';
import { ALGORITHM, fingerprintOf } from '../fingerprints/fingerprint';
import { matchesOf, printOfSource, saveFingerprint, type Source } from '../fingerprints/recordings';
import { publicKey } from '../media/save-media';
import type printInThread from './fingerprint-worker';

const WORKER = join(__dirname, `fingerprint-worker${extname(__filename)}`);
const HEAP_MB = 256;
const AT_ONCE = 100;
/** After so many in a row the storage is away, and the next turn goes on. */
const MOST_FAILURES = 5;
const LOCK = `hashtext('fill-fingerprints')`;

type Parts = { source: DataSource; storage: ObjectStorage; log: Log };
type Recording = {
  id: number;
  key: string;
  sizeBytes: number;
  from: Source;
  submissionId: number | null;
  sellerId: number | null;
};

/**
 * Computes the prints that are missing: of what was there before fingerprints, of what an older release has published, and all of them
 * anew after a change of the algorithm. One process at a time works, in a thread; each recording is saved for itself, so that it goes on
 * where it was. What it finds known is written to the log: it is on sale already.
 */
export function createFingerprintFill({ source, storage, log }: Parts) {
  const pool = openWorkerPool<typeof printInThread>(WORKER, { heapMb: HEAP_MB });
  const closing = new AbortController();
  let turn: Promise<void> | undefined;

  async function fill() {
    const guard = source.createQueryRunner();
    try {
      const [lock] = (await guard.query(`SELECT pg_try_advisory_lock(${LOCK}) AS mine`)) as [{ mine: boolean }];
      if (!lock.mine) return;
      try {
        for (const kind of ['preview', 'master'] as const) await fillAll(kind);
      } finally {
        await guard.query(`SELECT pg_advisory_unlock(${LOCK})`).catch(() => undefined);
      }
    } finally {
      await guard.release();
    }
  }

  async function fillAll(kind: 'preview' | 'master') {
    let failures = 0;
    for (let after = 0; !closing.signal.aborted;) {
      const batch = await missing[kind](source.manager, after);
      for (const recording of batch) {
        if (closing.signal.aborted) return;
        const failure = await fillOne(kind, recording).then(
          () => undefined,
          (error: unknown) => ({ error }),
        );
        failures = failure ? failures + 1 : 0;
        if (!failure) continue;
        if (closing.signal.aborted) return;
        log.warn({ err: failure.error, key: recording.key }, 'a recording has no fingerprint yet');
        if (failures === MOST_FAILURES) return;
      }
      const last = batch.at(-1);
      if (!last) return;
      after = last.id;
    }
  }

  async function fillOne(kind: 'preview' | 'master', { key, sizeBytes, from, submissionId, sellerId }: Recording) {
    const task = { place: storage.place, key, kind, sizeBytes };
    const fingerprint =
      (await printOfSource(source.manager, from.source)) ?? fingerprintOf(await pool.run(task, { signal: closing.signal }));
    const matches = await inTx(source, async ({ db }) => {
      await saveFingerprint(db, from, fingerprint);
      const subject = { productId: null, packageId: null, ...from, submissionId, sellerId };
      return (await matchesOf(db, fingerprint, subject)).filter(({ agreement }) => agreement.likeness === 'same');
    });
    if (matches.length > 0)
      log.warn(
        { recording: from, known: matches.map((match) => match.known.id) },
        'the shop knows a recording that it has had before',
      );
  }

  return {
    run: () => (turn ??= fill().finally(() => (turn = undefined))),
    async close() {
      closing.abort(new Error('The shop is shutting down'));
      await turn?.catch(() => undefined);
      await pool.destroy();
    },
  };
}

const missing = {
  async preview(db: EntityManager, after: number): Promise<Recording[]> {
    const rows = await db.query<{ id: number; audio: string; sellerId: number | null; submissionId: number | null }[]>(
      `SELECT product.id, audio, product.seller_id AS "sellerId", submission_id AS "submissionId"
       FROM products product LEFT JOIN fingerprints print ON print.product_id = product.id
       WHERE product.id > $1 AND (print.id IS NULL OR print.source <> audio OR algorithm <> $2) ORDER BY product.id LIMIT $3`,
      [after, ALGORITHM, AT_ONCE],
    );
    return rows.map(({ id, audio, sellerId, submissionId }) => ({
      ...{ id, sellerId, submissionId, sizeBytes: 0 },
      key: publicKey(audio.split('/').at(-1) ?? ''),
      from: { productId: id, source: audio },
    }));
  },
  async master(db: EntityManager, after: number): Promise<Recording[]> {
    type Row = {
      id: number;
      key: string;
      sizeBytes: string;
      packageId: number;
      sellerId: number | null;
      sha256: string;
      submissionId: number | null;
    };
    const rows = await db.query<Row[]>(
      `SELECT file.id, object_key AS key, size_bytes AS "sizeBytes", file.package_id AS "packageId", package.seller_id AS "sellerId",
         file.sha256, submission_id AS "submissionId"
       FROM package_files file JOIN packages package ON package.id = file.package_id
         LEFT JOIN fingerprints print ON print.package_id = file.package_id AND print.source = file.sha256
       WHERE file.id > $1 AND role = 'master' AND package.state IN ('checked', 'failed')
         AND (print.id IS NULL OR algorithm <> $2) ORDER BY file.id LIMIT $3`,
      [after, ALGORITHM, AT_ONCE],
    );
    return rows.map(({ id, key, sizeBytes, packageId, sellerId, sha256, submissionId }) => ({
      ...{ id, key, sellerId, submissionId, sizeBytes: Number(sizeBytes) },
      from: { packageId, sellerId, source: sha256 },
    }));
  },
};

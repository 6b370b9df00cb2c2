import { randomUUID } from 'node:crypto';
import { extname, join } from 'node:path';
import { MessageChannel } from 'node:worker_threads';
import type { PackageFinding } from '@shop/contracts/views';
import { inTx } from '@shop/messaging';
import type { Log } from '@shop/runtime';
import { openWorkerPool } from '@shop/runtime/worker-pool';
import type { ObjectStorage } from '@shop/storage';
import type { DataSource } from 'typeorm';
import { addPackageFile, assignFileRoles } from './change-package';
import { compareMasters } from './compare-masters';
import { finding, verdictOf, type Finding } from './check/findings';
import { isExtra } from './check/paths';
import type perform from './check-worker';
import type { CheckOutcome, CheckTask, DeclaredTrack, ListedArchive } from './check-worker';
import { Package, PackageFile } from './package.entity';
import { packageKey, PACKAGES_FOLDER } from './uploads/begin-upload';

const HEAP_MB = 512;
const WORKER = join(__dirname, `check-worker${extname(__filename)}`);
/** A process that says nothing for so long is dead, and another one takes the package. */
const LEASE_MS = 60_000;
/** So often the lease is renewed and the progress noted, which its maker watches. */
const RENEW_MS = 2000;
/** The time of the largest package, with room for a busy machine. */
const TIMEOUT_MS = 3_600_000;
/** So often may the check of a package kill its process or thread. */
const MOST_ATTEMPTS = 3;
const ARCHIVE = /\.zip$/i;

type CheckerParts = { source: DataSource; storage: ObjectStorage; folder: string; log: Log };
export type Checker = {
  /** Checks all packages that wait, one after the other; several calls share one turn. */
  run: () => Promise<void>;
  close: () => Promise<void>;
};

/**
 * Checks completed packages in a thread with limited memory, one at a time. A package is a row that any replica takes for a while; one
 * whose process dies is taken again. Archives are opened first, into objects of their own, and are not kept.
 * @param worker another thread, for tests
 */
export function createChecker(parts: CheckerParts, worker: string = WORKER): Checker {
  const { source, log } = parts;
  const pool = openWorkerPool<typeof perform>(worker, { heapMb: HEAP_MB });
  const closing = new AbortController();
  let turn: Promise<void> | undefined;

  async function checkAll() {
    while (!closing.signal.aborted) {
      const job = await takeNext(source);
      if (!job) return;
      await checkOne(job);
    }
  }

  async function checkOne(job: CheckJob) {
    const stop = new AbortController();
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = AbortSignal.any([stop.signal, closing.signal, timeout]);
    let percent = 0;
    const renew = setInterval(() => {
      extendLease(source, job, percent).then(
        (isOurs) => isOurs || stop.abort(new Error('Another process checks the package')),
        (error: unknown) => log.warn({ err: error, package: job.id }, 'the lease of a check could not be renewed'),
      );
    }, RENEW_MS);
    const run = async (task: CheckTask, transferList: MessageChannel['port1'][] = []): Promise<CheckOutcome> =>
      pool.run(task, { signal, transferList });
    try {
      if (job.attempts > MOST_ATTEMPTS) return await save(job, [brokenOff()]);
      const missingFiles = await lostFiles(parts, job);
      if (missingFiles.length > 0) return await save(job, missingFiles);
      const archiveFindings = await openArchives(parts, job, run);
      if (archiveFindings.some(({ level }) => level === 'fail')) return await save(job, archiveFindings);
      const { port1: receiver, port2: news } = new MessageChannel();
      receiver.on('message', (news: number) => (percent = news));
      try {
        const files = await source.manager.findBy(PackageFile, { packageId: job.id });
        const about = files.map(({ id, path, sizeBytes, role, objectKey }) => ({ id, path, sizeBytes, role, key: objectKey }));
        const task = { act: 'check', files: about, track: { bpm: job.bpm, key: job.key }, news, ...placeOf(parts) } as const;
        const { check } = await run(task, [news]);
        if (!check) throw new Error('The check has no result');
        await save(job, [...archiveFindings, ...check.findings], check);
      } finally {
        receiver.close();
      }
    } catch (error) {
      log.warn({ err: error, package: job.id }, 'the check of a package broke off and will be tried again');
      await giveBack(source, job, timeout.aborted || (!signal.aborted && isDeathOf(error)));
    } finally {
      clearInterval(renew);
    }
  }

  /** Ends the check, unless another process has taken it over meanwhile. */
  async function save(job: CheckJob, earlier: readonly Finding[], check?: CheckOutcome['check']) {
    await inTx(source, async ({ db, emit }) => {
      const checkedPackage = await db.findOne(Package, { where: { id: job.id }, lock: { mode: 'pessimistic_write' } });
      if (checkedPackage?.lease !== job.lease) return;
      for (const { id, ...facts } of check?.files ?? []) await db.update(PackageFile, { id: Number(id) }, { facts });
      for (const file of await db.findBy(PackageFile, { packageId: job.id }))
        if (isExtra(file.path)) await db.delete(PackageFile, { id: file.id });
      const files = await db.find(PackageFile, { where: { packageId: job.id }, order: { path: 'ASC' } });
      const masters = files.flatMap(({ id, path, sha256 }) => {
        const print = check?.prints.get(String(id));
        return print ? [{ path, sha256, print }] : [];
      });
      const findings = [...earlier, ...(await compareMasters(db, checkedPackage, masters))];
      const report = { verdict: verdictOf(findings), findings: findings as PackageFinding[] };
      const event = checkedPackage.judged(report, files);
      await db.save(checkedPackage);
      await emit(event);
    });
  }

  const run = () => (turn ??= checkAll().finally(() => (turn = undefined)));
  return {
    run,
    async close() {
      closing.abort(new Error('The shop is shutting down'));
      await turn?.catch(() => undefined);
      await pool.destroy();
    },
  };
}

const placeOf = ({ storage, folder }: CheckerParts) => ({ place: storage.place, folder });

/** A package that this process checks. */
type CheckJob = { id: number; lease: string; attempts: number } & DeclaredTrack;

async function takeNext(source: DataSource): Promise<CheckJob | null> {
  const [rows] = await source.query<[CheckJob[], number]>(
    `UPDATE packages SET lease = $1, leased_until = now() + $2 * interval '1 ms', attempts = attempts + 1
     WHERE id = (
       SELECT id FROM packages WHERE state = 'checking' AND (leased_until IS NULL OR leased_until < now())
       ORDER BY completed_at LIMIT 1 FOR UPDATE SKIP LOCKED)
     RETURNING id, lease, attempts, bpm, music_key AS key`,
    [randomUUID(), LEASE_MS],
  );
  return rows[0] ?? null;
}

/** @returns whether the package is still this process's to check */
async function extendLease(source: DataSource, { id, lease }: CheckJob, percent: number): Promise<boolean> {
  const [, count] = await source.query<[unknown[], number]>(
    `UPDATE packages SET leased_until = now() + $3 * interval '1 ms', progress = $4 WHERE id = $1 AND lease = $2`,
    [id, lease, LEASE_MS, percent],
  );
  return count === 1;
}

/** Lets the check be tried again in a moment. What was not the fault of the package does not count as an attempt. */
async function giveBack(source: DataSource, { id, lease }: CheckJob, isItsFault: boolean): Promise<void> {
  await source.query(
    `UPDATE packages SET leased_until = now() + interval '5 s', attempts = attempts - $3 WHERE id = $1 AND lease = $2`,
    [id, lease, isItsFault ? 0 : 1],
  );
}

/** Whether a thread has died, for example because its memory was used up. */
const isDeathOf = (error: unknown) =>
  /ERR_WORKER|worker exited/i.test(`${(error as { code?: string }).code} ${(error as Error).message}`);

const brokenOff = (): Finding => ({
  code: 'archive-unreadable',
  level: 'fail',
  text: `The check of these files broke off ${MOST_ATTEMPTS} times.`,
  todo: 'Export the files again and send them once more. If that does not help, write to us.',
});

/**
 * The files that the storage no longer has whole: their maker sends them again.
 * @throws Error while the storage has nothing at all, which is away then
 */
async function lostFiles({ source, storage, log }: CheckerParts, { id: packageId }: CheckJob): Promise<Finding[]> {
  const files = await source.manager.find(PackageFile, { where: { packageId }, order: { path: 'ASC' } });
  const missingFiles: PackageFile[] = [];
  for (const file of files) if ((await storage.stat(file.objectKey))?.size !== file.sizeBytes) missingFiles.push(file);
  if (missingFiles.length === 0) return [];
  const { done: isAway } = await storage.list(PACKAGES_FOLDER)[Symbol.asyncIterator]().next();
  if (isAway) throw new Error('The storage has no objects of packages');
  log.error(
    { package: packageId, keys: missingFiles.map(({ objectKey }) => objectKey) },
    'the storage has lost files of a package',
  );
  return missingFiles.map(({ path: file }) => ({
    code: 'archive-unreadable',
    level: 'fail',
    file,
    text: `The shop has lost “${file}”, or a part of it.`,
    todo: 'Remove the file and send it again. Nothing is wrong with yours.',
  }));
}

/**
 * Opens the archives of a package into files of their own. The keys of their objects are noted beforehand, to be removed if the process
 * dies before the rows are there.
 * @returns what was found; with a `fail` the archive stays, so that its maker sees which one it is
 */
async function openArchives(
  parts: CheckerParts,
  { id: packageId, lease }: CheckJob,
  run: (task: CheckTask) => Promise<CheckOutcome>,
): Promise<Finding[]> {
  const { source } = parts;
  const findings: Finding[] = [];
  const files = await source.manager.find(PackageFile, { where: { packageId }, order: { path: 'ASC' } });
  const place = placeOf(parts);
  for (const zip of files.filter(({ path }) => ARCHIVE.test(path))) {
    const { list } = await run({ act: 'list', key: zip.objectKey, ...place });
    if (!list) throw new Error('The archive has no list');
    const twins = await twinsOf(source, packageId, list);
    findings.push(...list.findings, ...twins);
    if ([...list.findings, ...twins].some(({ level }) => level === 'fail')) continue;
    const keys = Object.fromEntries(list.files.map(({ path }) => [path, packageKey(`${zip.objectKey}/${path}`)]));
    await noteKeys(source, Object.values(keys));
    const { unpack } = await run({ act: 'unpack', key: zip.objectKey, keys, ...place });
    if (!unpack) throw new Error('The archive was not unpacked');
    findings.push(...unpack.findings);
    if (unpack.findings.length > 0) continue;
    await inTx(source, async ({ db }) => {
      const pack = await db.findOne(Package, { where: { id: packageId }, lock: { mode: 'pessimistic_write' } });
      if (pack?.lease !== lease) throw new Error('Another process checks the package');
      for (const file of unpack.files) await addPackageFile(db, { packageId, ...file });
      await db.query('DELETE FROM package_leftovers WHERE object_key = ANY ($1)', [Object.values(keys)]);
      await db.delete(PackageFile, { id: zip.id });
      pack.archives = [...pack.archives, { path: zip.path, sha256: zip.sha256, sizeBytes: zip.sizeBytes }];
      await db.save(pack);
      await assignFileRoles(db, packageId);
    });
  }
  return findings;
}

/** The files of an archive that are in the package already. */
async function twinsOf(source: DataSource, packageId: number, { files }: ListedArchive): Promise<Finding[]> {
  const packageFiles = await source.manager.findBy(PackageFile, { packageId });
  const twins = files.filter(({ path }) => packageFiles.some((file) => file.path.toLowerCase() === path.toLowerCase()));
  const [first] = twins;
  return first ? [finding('archive-duplicate-path', { file: first.path, twin: first.path, others: twins.length - 1 })] : [];
}

const noteKeys = (source: DataSource, keys: readonly string[]) =>
  source.query(
    `INSERT INTO package_leftovers (object_key, due_at) SELECT key, now() + interval '1 day' FROM unnest($1::text[]) AS key
     ON CONFLICT (object_key) DO UPDATE SET due_at = now() + interval '1 day'`,
    [keys],
  );

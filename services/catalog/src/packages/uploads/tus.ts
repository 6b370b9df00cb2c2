import { Readable } from 'node:stream';
import { PACKAGE_LIMITS } from '@shop/contracts/constants';
import { conflict, notFound, Refusal, reply } from '@shop/http';
import { DataStore, ERRORS, Server, Upload } from '@tus/server';
import type { Lock } from '@tus/utils';
import type { Request as ExpressRequest, Response as ExpressResponse } from 'express';
import { PackageUpload } from '../package.entity';
import { checksumOf, finishUpload, receiveBytes, type UploadParts } from './receive-bytes';
import type { UploadLocks } from './upload-locks';

type TusParts = UploadParts & { locks: UploadLocks };
type Call = { req: ExpressRequest; res: ExpressResponse };

/** How long a connection may finish its part when another one wants the upload. */
const DRAIN_MS = 300;
const UPLOAD_MS = PACKAGE_LIMITS.uploadHours * 3_600_000;
const FULL = new Set(['ENOSPC', 'EDQUOT', 'XMinioStorageFull', 'InsufficientStorage']);

/**
 * Speaks tus 1.0 about one upload: HEAD, PATCH and DELETE, with expiration, termination and checksums. Creation is a call of our
 * own, and finished files have an address of their own. The library never writes an answer: what it refuses becomes a Refusal.
 * @returns the answer's headers, as a reply without a body
 */
export async function speakTus({ source, storage, locks }: TusParts, uploadId: string, { req, res }: Call) {
  res.set({ 'tus-resumable': '1.0.0', 'tus-version': '1.0.0' });
  let uploadError: unknown;
  const store = new UploadStore({ source, storage }, req);
  const server = new Server({
    path: '/',
    datastore: store,
    locker: { newLock: (id) => unlockedAfter(store.finishWriting, locks.locker.newLock(id)) },
    lockDrainTimeout: DRAIN_MS,
    disableTerminationForFinishedUploads: true,
    onResponseError: (_request, error) => void (uploadError = error),
  });
  const body = req.method === 'PATCH' ? { body: Readable.toWeb(req) as ReadableStream, duplex: 'half' } : {};
  const request = new Request(`http://catalog/${uploadId}`, { method: req.method, headers: headersOf(req), ...body });
  const answer = await server.handleWeb(request);
  // Node discards the rest of a body that nobody has begun to read. This one may be half read, and its sender waits to send the rest.
  req.removeAllListeners('data').resume();
  if (answer.status >= 400) throw refusalOf(answer.status, uploadError);
  const headers = ['upload-offset', 'upload-length', 'upload-expires'].flatMap((name) => {
    const value = answer.headers.get(name);
    return value === null ? [] : [[name, value] as const];
  });
  return reply(204, null, Object.fromEntries(headers));
}

/** The headers that the protocol reads. */
const headersOf = ({ headers }: ExpressRequest): Record<string, string> =>
  Object.fromEntries(
    ['tus-resumable', 'upload-offset', 'upload-length', 'content-type', 'content-length'].flatMap((name) => {
      const value = headers[name];
      return typeof value === 'string' ? [[name, value] as const] : [];
    }),
  );

/** The library frees a lock as soon as the connection breaks, while the last part is still being written. */
const unlockedAfter = (finish: () => Promise<unknown>, lock: Lock): Lock => ({
  lock: (signal, requestRelease) => lock.lock(signal, requestRelease),
  unlock: async () => {
    await finish();
    await lock.unlock();
  },
});

class UploadStore extends DataStore {
  private writing: Promise<unknown> | undefined;
  readonly finishWriting = () => Promise.allSettled([this.writing]);

  constructor(
    private readonly parts: UploadParts,
    private readonly req: ExpressRequest,
  ) {
    super();
    this.extensions = ['expiration', 'termination', 'checksum'];
  }

  override async getUpload(id: string): Promise<Upload> {
    const row = await this.rowOf(id);
    // A process that died after the last byte has left the rest to do.
    if (row.offsetBytes === row.sizeBytes && !row.finished) await finishUpload(this.parts, row);
    const createdAt = new Date(row.expiresAt.getTime() - UPLOAD_MS).toISOString();
    return new Upload({ id, size: row.sizeBytes, offset: row.offsetBytes, creation_date: createdAt });
  }

  override write(body: Readable, id: string, offset: number): Promise<number> {
    const writing = this.receive(body, id, offset);
    this.writing = writing;
    return writing;
  }

  private async receive(body: Readable, id: string, offset: number): Promise<number> {
    const checksum = checksumOf(this.req.get('upload-checksum'));
    const row = await this.rowOf(id);
    // A connection that lost its lock may have noted a part since the library looked.
    if (row.offsetBytes !== offset) throw wrongOffset();
    return receiveBytes(this.parts, row, body, checksum);
  }

  override async remove(id: string): Promise<void> {
    await this.parts.source.manager.delete(PackageUpload, { id });
  }

  override getExpiration(): number {
    return UPLOAD_MS;
  }

  private async rowOf(id: string): Promise<PackageUpload> {
    const row = await this.parts.source.manager.findOneBy(PackageUpload, { id });
    if (!row) throw notFound('upload');
    return row;
  }
}

const wrongOffset = () => conflict('wrong-offset', 'These bytes do not begin where the upload ends.');

/** The refusal of an answer of the library. @returns the thrown error itself when it is a refusal or a bug */
function refusalOf(status: number, uploadError: unknown): unknown {
  if (uploadError instanceof Refusal) return uploadError;
  const { code, status_code: statusCode, body } = (uploadError ?? {}) as { code?: string; status_code?: number; body?: string };
  if (code !== undefined && FULL.has(code))
    return new Refusal('no-room', 'no-room', 'The shop has no room left at the moment. What has arrived is kept.');
  if (body === ERRORS.ABORTED.body) return new Refusal('invalid', 'given-up', 'The upload was given up by its sender.');
  if (uploadError !== undefined && statusCode === undefined) return uploadError;
  if (status === 404) return notFound('upload');
  if (status === 409) return wrongOffset();
  if (status === 410) return new Refusal('gone', 'gone', 'The upload has lapsed. Please begin it again.');
  if (status === 412) return new Refusal('precondition', 'tus-version', 'Please send Tus-Resumable: 1.0.0.');
  if (status === 413) return new Refusal('too-large', 'too-large', 'More bytes were sent than announced.');
  return new Refusal('invalid', 'invalid', 'The headers are not those of tus 1.0.');
}

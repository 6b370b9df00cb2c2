import { createHash, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createMinioLinks, createMinioStorage } from './storage-minio';

type Upload = { key: string; type: string; parts: Map<number, Buffer> };
type StoreAnswer = { status: number; body?: string | Buffer; headers?: Record<string, string> };
/** What goes wrong with the next request for a part: it is answered with an error and the part is not kept, or nobody answers. */
type PartFault = 'lost' | 'silent';

/**
 * An S3 in memory that knows objects and uploads in parts, which s3rver does not. `faults` are for the next parts, in their order; while
 * it is `away`, each connection breaks.
 */
export async function openFakeS3() {
  const objects = new Map<string, { body: Buffer; type: string }>();
  const uploads = new Map<string, Upload>();
  const faults: PartFault[] = [];
  const state = { away: false };

  const server = createServer((req, res) => void answer(req, res));
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready));
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const store = { endpoint, accessKey: 'key', secretKey: 'secret', bucket: 'things' };

  async function answer(req: IncomingMessage, res: ServerResponse) {
    if (state.away) return void req.socket.destroy();
    const body = await buffer(req);
    const url = new URL(req.url ?? '/', endpoint);
    const [, , ...path] = decodeURIComponent(url.pathname).split('/');
    const result = answerTo(req, path.join('/'), url.searchParams, body);
    if (!result) return;
    const payload = result.body ?? '';
    res.writeHead(result.status, { 'content-length': Buffer.byteLength(payload), ...result.headers });
    res.end(req.method === 'HEAD' ? undefined : payload);
  }

  function answerTo(req: IncomingMessage, key: string, query: URLSearchParams, body: Buffer): StoreAnswer | null {
    const type = req.headers['content-type'] ?? '';
    const id = query.get('uploadId');
    if (key === '' && query.has('uploads')) return listUploads(query.get('prefix') ?? '');
    if (key === '' && query.has('list-type')) return listObjects(query.get('prefix') ?? '');
    if (key === '') return { status: 200 };
    if (req.method === 'POST' && query.has('uploads')) return begin(key, type);
    if (id !== null) return inParts(req, key, id, Number(query.get('partNumber')), body);
    if (req.method === 'PUT') {
      objects.set(key, { body, type });
      return { status: 200, headers: { etag: etagOf(body) } };
    }
    if (req.method === 'DELETE') {
      objects.delete(key);
      return { status: 204 };
    }
    return read(key, req.headers.range, query);
  }

  function begin(key: string, type: string): StoreAnswer {
    const id = `u-${randomUUID()}`;
    uploads.set(id, { key, type, parts: new Map() });
    return xml(`<InitiateMultipartUploadResult><UploadId>${id}</UploadId></InitiateMultipartUploadResult>`);
  }

  function inParts({ method }: IncomingMessage, key: string, id: string, part: number, body: Buffer): StoreAnswer | null {
    const upload = uploads.get(id);
    if (!upload) return failure(404, 'NoSuchUpload');
    if (method === 'PUT') return takePart(upload, part, body);
    uploads.delete(id);
    if (method === 'DELETE') return { status: 204 };
    const etags = [...body.toString().matchAll(/<PartNumber>(\d+)<\/PartNumber>\s*<ETag>(.*?)<\/ETag>/g)];
    const parts = etags.map(([, number, etag]) => ({ part: upload.parts.get(Number(number)), etag }));
    const isWrong = parts.some(({ part: bytes, etag }, at) => {
      const isSmall = at < parts.length - 1 && (bytes?.length ?? 0) < 5 * 1024 * 1024;
      return !bytes || isSmall || etagOf(bytes).replaceAll('"', '') !== etag?.replaceAll(/"|&quot;/g, '');
    });
    if (isWrong) return failure(400, 'InvalidPart');
    const whole = Buffer.concat(parts.map(({ part: bytes }) => bytes ?? Buffer.alloc(0)));
    objects.set(key, { body: whole, type: upload.type });
    return xml(
      `<CompleteMultipartUploadResult><Location>x</Location><Bucket>b</Bucket><Key>${key}</Key><ETag>x</ETag></CompleteMultipartUploadResult>`,
    );
  }

  function takePart(upload: Upload, part: number, body: Buffer): StoreAnswer | null {
    const fault = faults.shift();
    if (fault === 'silent') return null;
    if (fault === 'lost') return failure(500, 'InternalError');
    upload.parts.set(part, body);
    return { status: 200, headers: { etag: etagOf(body) } };
  }

  function read(key: string, range: string | undefined, query: URLSearchParams): StoreAnswer {
    const object = objects.get(key);
    if (!object) return failure(404, 'NoSuchKey');
    const [, start, end] = /^bytes=(\d+)-(\d*)$/.exec(range ?? '') ?? [];
    const part = start === undefined ? object.body : object.body.subarray(Number(start), end ? Number(end) + 1 : undefined);
    const headers: Record<string, string> = {
      ...{ 'content-type': object.type, 'last-modified': new Date(0).toUTCString(), etag: etagOf(object.body) },
      ...Object.fromEntries(
        [...query].flatMap(([name, value]) => (name.startsWith(OVERRIDE) ? [[name.slice(OVERRIDE.length), value]] : [])),
      ),
    };
    return { status: start === undefined ? 200 : 206, body: part, headers };
  }

  const listUploads = (prefix: string) =>
    xml(
      `<ListMultipartUploadsResult><IsTruncated>false</IsTruncated>${[...uploads]
        .filter(([, { key }]) => key.startsWith(prefix))
        .map(([id, { key }]) => `<Upload><Key>${key}</Key><UploadId>${id}</UploadId></Upload>`)
        .join('')}</ListMultipartUploadsResult>`,
    );
  const listObjects = (prefix: string) =>
    xml(
      `<ListBucketResult><IsTruncated>false</IsTruncated>${[...objects]
        .filter(([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'))
        .sort()
        .map(([key, { body }]) => `<Contents><Key>${key}</Key><Size>${body.length}</Size></Contents>`)
        .join('')}</ListBucketResult>`,
    );

  return {
    objects,
    uploads,
    faults,
    state,
    open: (answerWithinMs = 60_000) => createMinioStorage({ ...store, answerWithinMs }),
    /** It answers links without looking at their signature. */
    openLinks: () => createMinioLinks(store),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(resolve));
    },
  };
}

/** How a link says which header the answer has instead of the object's own. */
const OVERRIDE = 'response-';

const etagOf = (body: Buffer) => `"${createHash('md5').update(body).digest('hex')}"`;
const xml = (body: string): StoreAnswer => ({ status: 200, body, headers: { 'content-type': 'application/xml' } });
const failure = (status: number, code: string): StoreAnswer => ({
  ...xml(`<Error><Code>${code}</Code><Message>${code}</Message></Error>`),
  status,
});

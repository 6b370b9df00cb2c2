import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';

const { path, headers, bytes } = workerData;

/**
 * Sends the same as the shop as plainly as Node can, in a thread of its own, which tells its address. With `workerData.path`, PATCH writes
 * a piece of this file at `Upload-Offset` and syncs it, and GET answers the whole file; otherwise every answer has `headers` (names and
 * values in turns) and `bytes`.
 */
const server = createServer((req, res) => {
  if (!path) return res.writeHead(200, headers).end(bytes);
  return (req.method === 'PATCH' ? receive(req, res) : send(res)).catch((error) => res.destroy(error));
});

async function receive(req, res) {
  const start = Number(req.headers['upload-offset']);
  await pipeline(req, createWriteStream(path, { flags: start === 0 ? 'w' : 'r+', start, flush: true }));
  res.writeHead(204).end();
}

async function send(res) {
  const { size } = await stat(path);
  res.writeHead(200, { 'content-length': size });
  await pipeline(createReadStream(path), res);
}

server.listen(0, '127.0.0.1', () => parentPort.postMessage(`http://127.0.0.1:${server.address().port}`));

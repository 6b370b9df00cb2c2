import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { createServer } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { parentPort, workerData } from 'node:worker_threads';

/**
 * Receives and sends one file as plainly as Node can, in a thread of its own: PATCH writes a piece at `Upload-Offset` and syncs it, GET
 * answers the whole file. The thread is told the address; the file is `workerData.path`.
 */
const server = createServer((req, res) => {
  (req.method === 'PATCH' ? receive(req, res) : send(res)).catch((error) => res.destroy(error));
});

async function receive(req, res) {
  const start = Number(req.headers['upload-offset']);
  await pipeline(req, createWriteStream(workerData.path, { flags: start === 0 ? 'w' : 'r+', start, flush: true }));
  res.writeHead(204).end();
}

async function send(res) {
  const { size } = await stat(workerData.path);
  res.writeHead(200, { 'content-length': size });
  await pipeline(createReadStream(workerData.path), res);
}

server.listen(0, '127.0.0.1', () => parentPort.postMessage(`http://127.0.0.1:${server.address().port}`));

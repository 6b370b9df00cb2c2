import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
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
  const file = await open(workerData.path, start === 0 ? 'w' : 'r+');
  try {
    await pipeline(req, file.createWriteStream({ start, autoClose: false }));
    await file.datasync();
  } finally {
    await file.close();
  }
  res.writeHead(204).end();
}

async function send(res) {
  const { size } = await stat(workerData.path);
  res.writeHead(200, { 'content-length': size });
  await pipeline(createReadStream(workerData.path), res);
}

server.listen(0, '127.0.0.1', () => parentPort.postMessage(`http://127.0.0.1:${server.address().port}`));

import { createServer, type RequestListener, type Server } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Listening = {
  url: string;
  port: number;
  server: Server;
  /**
   * Goes on serving for this many milliseconds, and asks every client to close its connection, so that most clients change to
   * another replica.
   */
  drain: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

/** A process has 40 s to end (runtime/shutdown.ts), and it must end more than HTTP. */
const FINISH_WITHIN_MS = 30_000;
const ASK_WITHIN_MS = 1000;
/** The time for the largest upload, 100 MB, at half a megabit a second. The gateway drops much slower clients sooner. */
const UPLOAD_MS = 1_800_000;

/** How many answers are under way on a connection, and the bytes read from it up to the last answer. */
type Exchange = { answers: number; readUntil: number };

/**
 * Listens at an address. `close()` lets running requests finish for up to 30 s.
 * @returns the address, and `close()`
 */
export async function listen(app: RequestListener, host: string, port: number): Promise<Listening> {
  let draining = false;
  const exchanges = new Map<Socket, Exchange>();
  const server = createServer({ requestTimeout: UPLOAD_MS, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (req, res) => {
    if (draining) res.shouldKeepAlive = false;
    const { socket } = req;
    const exchange = exchanges.get(socket) ?? { answers: 0, readUntil: 0 };
    exchange.answers += 1;
    res.on('close', () => {
      exchange.answers -= 1;
      exchange.readUntil = socket.bytesRead;
    });
    app(req, res);
  });
  server.on('connection', (socket) => {
    exchanges.set(socket, { answers: 0, readUntil: 0 });
    socket.once('close', () => exchanges.delete(socket));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
  const actual = (server.address() as AddressInfo).port;
  const drain = (ms: number) => {
    draining = true;
    return pause(ms);
  };
  const close = () => closeServer(server, exchanges);
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, port: actual, server, drain, close };
}

/**
 * Accepts no more connections and lets running requests finish for up to 30 s. It closes idle connections at once, and after a
 * second those without a first request, such as browsers open in advance. Node's own methods do not close these, and cut off
 * answers on their way.
 */
const closeServer = (server: Server, exchanges: ReadonlyMap<Socket, Exchange>) =>
  new Promise<void>((resolve) => {
    let unusedToo = false;
    const closeIdle = () => {
      for (const [socket, { answers, readUntil }] of exchanges) {
        const isIdle = answers === 0 && socket.bytesRead === readUntil;
        if (isIdle && (readUntil > 0 || unusedToo)) socket.destroy();
      }
    };
    const unusedTimer = setTimeout(() => {
      unusedToo = true;
      closeIdle();
    }, ASK_WITHIN_MS);
    const idle = setInterval(closeIdle, 50);
    const force = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(unusedTimer);
      clearInterval(idle);
      clearTimeout(force);
      resolve();
    });
    closeIdle();
  });

import { createServer, type RequestListener, type Server, type ServerResponse } from 'node:http';
import { Server as NetServer, type AddressInfo, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

export type Listening = {
  url: string;
  port: number;
  server: Server;
  /**
   * Goes on serving for this many milliseconds and asks every client to close its connection, so that most clients are elsewhere
   * afterwards.
   */
  drain: (ms: number) => Promise<void>;
  close: () => Promise<void>;
};

/** A process has 40 s to end (runtime/shutdown.ts), and ends more than its HTTP. */
const FINISH_WITHIN_MS = 30_000;
const ASK_WITHIN_MS = 1000;

/** Listens at an address. `close()` lets running requests finish for up to 30 s. → where it listens */
export async function listen(app: RequestListener, host: string, port: number): Promise<Listening> {
  let draining = false;
  const answers = new Set<ServerResponse>();
  const server = createServer({ requestTimeout: 300_000, headersTimeout: 20_000, keepAliveTimeout: 65_000 }, (req, res) => {
    if (draining) res.shouldKeepAlive = false;
    answers.add(res);
    res.once('close', () => answers.delete(res));
    app(req, res);
  });
  const connections = new Set<Socket>();
  server.on('connection', (socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
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
  const close = () => closeServer(server, connections, answers);
  return { url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}`, port: actual, server, drain, close };
}

/**
 * Accepts no more connections and lets running requests finish for up to 30 s. An idle connection is closed at once, and after a second one on
 * which nobody has asked anything yet, such as browsers open in advance: Node does not count it as idle. It does count one whose answer
 * has been handed to it and is still on its way, and cuts it off, in `close()` of an HTTP server too: so the one below it is called.
 */
const closeServer = (server: Server, connections: ReadonlySet<Socket>, answers: ReadonlySet<ServerResponse>) =>
  new Promise<void>((resolve) => {
    const unused = setTimeout(() => {
      for (const socket of connections) if (socket.bytesRead === 0) socket.destroy();
    }, ASK_WITHIN_MS);
    const force = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
    const closeIdle = () => {
      if (![...answers].some(({ writableEnded }) => writableEnded)) server.closeIdleConnections();
    };
    const idle = setInterval(closeIdle, 50);
    NetServer.prototype.close.call(server, () => {
      clearTimeout(force);
      clearTimeout(unused);
      clearInterval(idle);
      resolve();
    });
    closeIdle();
  });

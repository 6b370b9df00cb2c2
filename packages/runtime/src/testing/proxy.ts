import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

export type CuttableProxy = {
  port: number;
  /** How many connections have been accepted so far. */
  accepted: () => number;
  open: () => number;
  /** Breaks every connection and refuses new ones. */
  down: () => Promise<void>;
  up: () => Promise<void>;
  /** Breaks every connection but accepts new ones. */
  cut: () => void;
  /** Goes down at the nth message from now, of either side, before that one is forwarded. */
  downAt: (message: number) => void;
  /** Whether it has gone down so since; it is then up again. */
  wasDown: () => Promise<boolean>;
  /** Keeps connections open but lets nothing through any more. */
  stall: () => void;
  close: () => Promise<void>;
};

/** A TCP connection that tests can cut: listens on its own port and forwards to the port `target` on loopback. */
export async function startCuttableProxy(target: number): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let accepted = 0;
  let server: Server;
  let port = 0;
  let budget = Infinity;
  let going: Promise<void> | null = null;
  const count = () => {
    budget -= 1;
    if (budget === 0) going = down();
  };

  const up = () =>
    new Promise<void>((resolve) => {
      server = createServer((inside) => {
        accepted += 1;
        const outside = connect(target, '127.0.0.1');
        for (const [one, other] of [
          [inside, outside],
          [outside, inside],
        ] as const) {
          sockets.add(one);
          one.on('data', count);
          one.pipe(other);
          one.on('error', () => other.destroy());
          one.on('close', () => {
            sockets.delete(one);
            other.destroy();
          });
        }
      });
      server.listen(port, '127.0.0.1', () => {
        ({ port } = server.address() as AddressInfo);
        resolve();
      });
    });
  const cut = () => sockets.forEach((socket) => socket.resetAndDestroy());
  const down = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      cut();
    });
  await up();
  return {
    get port() {
      return port;
    },
    accepted: () => accepted,
    open: () => sockets.size / 2,
    up,
    down,
    cut,
    downAt(message) {
      budget = message;
    },
    async wasDown() {
      budget = Infinity;
      if (!going) return false;
      await going;
      going = null;
      await up();
      return true;
    },
    stall: () => sockets.forEach((socket) => socket.unpipe().pause()),
    close: down,
  };
}

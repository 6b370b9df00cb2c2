import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

type Replica = { url: string; opsUrl: string };

const LOOK_EVERY_MS = 200;

/**
 * Starts a very simple balancer. Each connection goes to the next ready replica on this machine (/readyz), and to another one when
 * that replica does not accept it. A replica that is about to stop is not ready, so it gets no new connections.
 */
export async function startBalancer(replicas: readonly Replica[]) {
  const ports = replicas.map(({ url }) => Number(new URL(url).port));
  const sockets = new Set<Socket>();
  let serving = ports;
  let turn = 0;

  const look = async () => {
    const ready = await Promise.all(
      replicas.map(({ opsUrl }) =>
        fetch(`${opsUrl}/readyz`, { signal: AbortSignal.timeout(2000) }).then(
          ({ ok }) => ok,
          () => false,
        ),
      ),
    );
    const next = ports.filter((_, i) => ready[i]);
    serving = next.length > 0 ? next : ports;
  };
  const timer = setInterval(() => void look(), LOOK_EVERY_MS);

  const carry = (inside: Socket, triesLeft: number) => {
    turn += 1;
    const outside = connect(serving[turn % serving.length] ?? 0, '127.0.0.1');
    sockets.add(outside);
    outside.once('close', () => sockets.delete(outside));
    outside.once('connect', () => {
      inside.pipe(outside).pipe(inside);
      inside.once('close', () => outside.destroy());
      outside.once('close', () => inside.destroy());
    });
    outside.on('error', () => {
      if (outside.connecting && triesLeft > 0) carry(inside, triesLeft - 1);
      else inside.destroy();
    });
  };
  const server = createServer((inside) => {
    sockets.add(inside);
    inside.once('close', () => sockets.delete(inside));
    inside.on('error', () => inside.destroy());
    carry(inside, ports.length);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      clearInterval(timer);
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

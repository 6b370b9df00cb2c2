import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

export type Pace = { bytesPerSecond: number; everyMs: number; slowTimes: number };

/** A client below this pace for half a minute does not wait for an answer: even the slowest phone is faster. */
export const PACE: Pace = { bytesPerSecond: 2048, everyMs: 5000, slowTimes: 6 };

type Connection = { req: IncomingMessage; got: number; given: number; queue: number; slow: number };

/**
 * Closes the connection of a client that sends or takes data below the pace while the gateway waits for nothing else. It would
 * otherwise hold a connection to a service for minutes. Silence while a service works or is slow does not count.
 */
export function enforcePace({ bytesPerSecond, everyMs, slowTimes }: Pace = PACE) {
  const exchanges = new Set<Connection>();
  const least = (bytesPerSecond * everyMs) / 1000;

  const checkPace = (exchange: Connection) => {
    const { req } = exchange;
    const { socket } = req;
    const [bytesRead, bytesSent, queue] = [socket.bytesRead, handedOver(socket), queueOf(socket)];
    const sends = !req.complete && req.readableFlowing === true && bytesRead - exchange.got < least;
    // The client took a whole chunk, or a part of the waiting chunk.
    const bytesTaken = Math.max(bytesSent - exchange.given, exchange.queue - queue);
    const takes = exchange.queue > 0 && queue > 0 && bytesTaken < least;
    exchange.slow = sends || takes ? exchange.slow + 1 : 0;
    Object.assign(exchange, { got: bytesRead, given: bytesSent, queue });
    if (exchange.slow < slowTimes) return;
    exchanges.delete(exchange);
    socket.destroy();
  };
  const timer = setInterval(() => exchanges.forEach(checkPace), everyMs).unref();

  return {
    watch(req: IncomingMessage, res: ServerResponse) {
      const { socket } = req;
      const exchange = { req, got: socket.bytesRead, given: handedOver(socket), queue: 0, slow: 0 };
      exchanges.add(exchange);
      res.on('close', () => exchanges.delete(exchange));
    },
    stop: () => clearInterval(timer),
  };
}

/** Bytes of the chunks that the operating system has taken in full. */
const handedOver = (socket: Socket) => socket.bytesWritten - socket.writableLength;

/** Bytes of the current chunk that still wait to be sent; Node keeps this number for its own time-outs. */
const queueOf = (socket: Socket): number =>
  (socket as { _handle?: { writeQueueSize?: number } | null })._handle?.writeQueueSize ?? socket.writableLength;

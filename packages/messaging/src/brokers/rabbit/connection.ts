import type { Socket } from 'node:net';
import { Late, within } from '@shop/http';
import { connect, type ChannelModel } from 'amqplib';
import type { Logger } from 'pino';

export type RabbitConnection = ReturnType<typeof createRabbitConnection>;

/** A connection that opens when it is first needed, and again after it broke. */
export function createRabbitConnection(url: string, log: Logger) {
  let present: ChannelModel | null = null;
  let opening: Promise<ChannelModel> | null = null;
  let isClosed = false;

  async function open(): Promise<ChannelModel> {
    const connection = await connect(withHeartbeat(url), { timeout: 5000 });
    // Without listeners, a broken connection would be an uncaught exception.
    connection.on('error', (error: Error) =>
      log.warn({ err: error }, 'the connection to the broker broke; it is opened again when it is needed'),
    );
    connection.on('blocked', (reason: string) =>
      log.warn({ reason }, 'the broker accepts no messages for now; they wait in the outbox'),
    );
    connection.once('close', () => {
      if (present === connection) present = null;
    });
    if (isClosed) {
      await connection.close();
      throw new Error(CLOSED);
    }
    present = connection;
    return connection;
  }

  return {
    /** The open connection. @throws when the broker cannot be reached within 5 s, or after close(). */
    async get(): Promise<ChannelModel> {
      if (isClosed) throw new Error(CLOSED);
      if (present) return present;
      opening ??= open().finally(() => (opening = null));
      return opening;
    },
    isOpen: () => present !== null,
    async close() {
      isClosed = true;
      await opening?.catch(() => undefined);
      if (present) await goodbye(present);
    },
  };
}

/** Closes the connection. When the broker has not answered after 2 s, the connection is destroyed. */
async function goodbye(connection: ChannelModel) {
  try {
    await within(2000, connection.close(), 'The broker did not say goodbye');
  } catch (error) {
    if (!(error instanceof Late)) return;
    const { stream } = connection.connection as unknown as { stream: Socket };
    // Destroyed with an error, because the client would otherwise go on waiting for heartbeats.
    stream.destroy(error);
  }
}

const CLOSED = 'The broker connection was closed';

/** Adds a heartbeat to the address, so that half-open connections are noticed within 20 s. */
const withHeartbeat = (url: string) => {
  const address = new URL(url);
  if (!address.searchParams.has('heartbeat')) address.searchParams.set('heartbeat', '10');
  return address.toString();
};

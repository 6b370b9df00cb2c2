import { connect } from 'amqplib';

/** Quorum queues of older versions lack arguments that our queues are declared with, and those versions get no more fixes. */
const OLDEST_RABBITMQ = 4;

/**
 * Tests the access to the RabbitMQ at this address, and its version.
 * @returns the problems, as sentences about AMQP_URL
 */
export async function examineBroker(url: string): Promise<string[]> {
  if (!URL.canParse(url)) return ['AMQP_URL is no address. It looks like amqp://account:password@host:5672.'];
  const { host } = new URL(url);
  try {
    const connection = await connect(url, { timeout: 5000 });
    connection.on('error', () => undefined);
    const { version } = (connection.connection as unknown as { serverProperties: { version: string } }).serverProperties;
    await connection.close();
    if (parseInt(version, 10) >= OLDEST_RABBITMQ) return [];
    return [`AMQP_URL: the broker is RabbitMQ ${version}. Move to ${OLDEST_RABBITMQ} or newer.`];
  } catch (error) {
    const { code = 'no reason', message } = error as { code?: string; message: string };
    if (/ACCESS.REFUSED|403/.test(message))
      return [`AMQP_URL: the broker ${host} does not let the account in. Correct its password, or give it its rights.`];
    return [`AMQP_URL: the broker ${host} does not answer (${code}). Start it, or correct the address.`];
  }
}

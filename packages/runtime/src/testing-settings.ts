/** What a run of the tests is told by its environment: where its servers are, and how long what is repeated goes on. */

/** A Postgres where databases may be made. */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is missing: run the tests through jest.config.cjs');
  return url;
}

/** A RabbitMQ; undefined where this machine has none, and what needs it is skipped. */
export const testBrokerUrl = process.env.TEST_AMQP_URL;

/** That RabbitMQ was found on this machine, so that tests may start one of their own, and stop it. */
export const canStartRabbitmq = Boolean(process.env.TEST_RABBITMQ_OWN);

export const testLogLevel = process.env.TEST_LOG ?? 'silent';

/** A number that a longer run sets by a variable. */
export const numberOf = (variable: string, usual: number): number => Number(process.env[variable] ?? usual);

/** Settings of a test run from its environment: where its servers are, and how long repeated tests run. */

/** The address of a Postgres on which databases may be created. @throws Error when the environment has none */
export function testServerUrl(): string {
  const url = process.env.TEST_DATABASE_URL;
  if (!url) throw new Error('TEST_DATABASE_URL is missing: run the tests through jest.config.cjs');
  return url;
}

/** The address of a RabbitMQ; undefined on a machine without one, where tests that need it are skipped. */
export const testBrokerUrl = process.env.TEST_AMQP_URL;

/** Whether RabbitMQ is installed on this machine, so that tests may start and stop one of their own. */
export const canStartRabbitmq = Boolean(process.env.TEST_RABBITMQ_OWN);

/** The address of a MongoDB; undefined without one. */
export const testMongodbUrl = process.env.TEST_MONGODB_URL;

/** The address of an OpenSearch; undefined without one. */
export const testOpenSearchUrl = process.env.TEST_OPENSEARCH_URL;

/** Whether tests may start servers in containers of this machine's engine. */
export const mayStartContainers = process.env.TEST_CONTAINERS === '1';

export const testLogLevel = process.env.TEST_LOG ?? 'silent';

/** A number that a longer run may set by a variable; `usual` without the variable. */
export const numberOf = (variable: string, usual: number): number => Number(process.env[variable] ?? usual);

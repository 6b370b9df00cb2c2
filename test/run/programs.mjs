import { createRequire } from 'node:module';

/** Loads a TypeScript file from its source, because it is needed before anything is built. */
const loadFrom = (folder, file) =>
  createRequire(import.meta.url)('tsx/cjs/api').require(`../../${folder}/${file}.ts`, import.meta.url);
const load = (file) => loadFrom('infra/local/src', file);
const log = (line) => console.log(line);

/**
 * Starts RabbitMQ. With `install`, it first installs a missing one if that is allowed. Answers the environment variables by which
 * the tests find it, or with `missing` the reason why there is none.
 */
export async function startRabbitmq({ install }) {
  const { findRabbitmq } = load('programs/rabbitmq');
  const installation = await findRabbitmq({ install, log });
  if ('missing' in installation) return { env: {}, missing: installation.missing, stop: async () => {} };
  try {
    const broker = await installation.start();
    const env = { TEST_AMQP_URL: broker.url, ...(broker.own && { TEST_RABBITMQ_OWN: '1' }) };
    return { env, stop: broker.stop };
  } catch (error) {
    return { env: {}, missing: error.message, stop: async () => {} };
  }
}

/** Finds a browser for the journeys; `install` as above. Answers its path, or with `missing` the reason why there is none. */
export const findBrowser = ({ install }) => load('programs/chromium').findChromium({ install, log });

/** The range of the journeys' ports. Tests that run beside them take ports outside of it. */
const JOURNEYS_PORTS = { from: 13_000, to: 19_000 };

/** `count` different ports of this machine that nobody listens on. */
export const freePorts = (count) =>
  Promise.all(Array.from({ length: count }, () => load('run-command').freePort(JOURNEYS_PORTS)));

/** The functions for the journeys' shops: their data folders, their environment, and copying and removing a stopped database. */
export const journeyShops = () => ({ ...loadFrom('e2e', 'shop-environment'), ...load('postgres/postgres') });

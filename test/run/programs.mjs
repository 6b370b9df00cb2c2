import { createRequire } from 'node:module';

/** These are written in TypeScript and are needed before, and without, a build. */
const loadFrom = (folder, file) =>
  createRequire(import.meta.url)('tsx/cjs/api').require(`../../${folder}/${file}.ts`, import.meta.url);
const load = (file) => loadFrom('infra/local/src', file);
const log = (line) => console.log(line);

/** Starts RabbitMQ, with `install` after installing it where that is allowed; answers what the tests need to find it, or why there is none. */
export async function startRabbitmq({ install }) {
  const { findRabbitmq } = load('programs/rabbitmq');
  const found = await findRabbitmq({ install, log });
  if ('missing' in found) return { env: {}, missing: found.missing, stop: async () => {} };
  try {
    const broker = await found.start();
    const env = { TEST_AMQP_URL: broker.url, ...(broker.own && { TEST_RABBITMQ_OWN: '1' }) };
    return { env, stop: broker.stop };
  } catch (error) {
    return { env: {}, missing: error.message, stop: async () => {} };
  }
}

/** A browser for the journeys, with `install` installed where that is allowed: its path, or why there is none. */
export const findBrowser = ({ install }) => load('programs/chromium').findChromium({ install, log });

/** What is started meanwhile chooses its ports elsewhere. */
const JOURNEYS_PORTS = { from: 13_000, to: 19_000 };

/** So many ports of this machine that nobody listens on, all different. */
export const freePorts = (count) =>
  Promise.all(Array.from({ length: count }, () => load('run-command').freePort(JOURNEYS_PORTS)));

/** What concerns the journeys' shops: where their data are, what they start with, and how the database of a stopped one is copied and removed. */
export const journeyShops = () => ({ ...loadFrom('e2e', 'shop-environment'), ...load('postgres/postgres') });

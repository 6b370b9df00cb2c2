import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { ALL_EVENTS, EXCHANGE, queueOf, queuesOf, TIMELINE_QUEUE, type ServiceName } from '@shop/contracts/events';
import { QUEUE_ARGUMENTS } from '@shop/messaging';
import { LIVE_TYPES } from '../../gateway/src/live/live-messages';
import { HEARS } from './hears';

const root = join(__dirname, '../..');
export const DEFINITIONS = join(root, 'infra/docker/rabbitmq-definitions.json');
export const COMPOSE = join(root, 'docker-compose.yml');

const SERVICES = Object.keys(HEARS) as ServiceName[];
/** An account for RabbitMQ's administrator, whom no part of the shop uses. */
const ADMINISTRATOR = 'shop';

const vhost = '/';
const NOTHING = '^$';
const exactly = (...names: string[]) => `^(${names.map((name) => name.replaceAll('.', '\\.')).join('|')})$`;
/** The events that any service may send. */
const SHARED = ALL_EVENTS.map(({ type }) => type as string).filter((type) => type.startsWith('shop.'));

/**
 * Exchange, queues, bindings and rights, which RabbitMQ reads at its start; make-secrets.mjs makes the passwords. A service may
 * make no queue, because it could give one a dead-letter key of another service's events.
 */
export const definitions = () => ({
  vhosts: [{ name: vhost }],
  exchanges: [{ name: EXCHANGE, vhost, type: 'topic', durable: true, auto_delete: false, internal: false, arguments: {} }],
  queues: [...SERVICES.map(queueOf), TIMELINE_QUEUE].map((name) => ({
    name,
    vhost,
    durable: true,
    auto_delete: false,
    arguments: QUEUE_ARGUMENTS,
  })),
  bindings: ALL_EVENTS.flatMap(({ type }) =>
    [...queuesOf(type)].sort().map((queue) => ({
      source: EXCHANGE,
      vhost,
      destination: queue,
      destination_type: 'queue',
      routing_key: type,
      arguments: {},
    })),
  ),
  permissions: [
    { user: ADMINISTRATOR, vhost, configure: '.*', write: '.*', read: '.*' },
    ...SERVICES.map((user) => ({
      user,
      vhost,
      configure: NOTHING,
      write: exactly(EXCHANGE),
      read: user === 'notifications' ? exactly(queueOf(user), TIMELINE_QUEUE) : exactly(queueOf(user)),
    })),
    // The gateway may make queues for the browsers' events; none of them may have a way back into the exchange.
    {
      user: 'gateway',
      vhost,
      configure: '^amq\\.gen-',
      write: '^amq\\.gen-',
      read: `^(amq\\.gen-.*|${EXCHANGE.replaceAll('.', '\\.')})$`,
    },
  ],
  topic_permissions: [
    ...SERVICES.map((user) => ({
      user,
      vhost,
      exchange: EXCHANGE,
      write: `^(${user}\\..+|${SHARED.map((type) => type.replaceAll('.', '\\.')).join('|')})$`,
      read: NOTHING,
    })),
    { user: 'gateway', vhost, exchange: EXCHANGE, write: NOTHING, read: exactly(...LIVE_TYPES) },
  ],
});

/** One object on each line, so that diffs are readable. */
export function renderDefinitions(): string {
  const lists = Object.entries(definitions()).map(
    ([name, list]) => `  "${name}": [\n${list.map((item) => `    ${JSON.stringify(item)}`).join(',\n')}\n  ]`,
  );
  return `{\n${lists.join(',\n')}\n}\n`;
}

/** The compose file with the mark of these definitions: the broker reads them at its start, and a new mark restarts it. */
export const withDefinitions = (compose: string) =>
  compose.replace(
    /(shop\.definitions: )\S*/,
    (_, label: string) => `${label}${createHash('sha256').update(renderDefinitions()).digest('hex').slice(0, 12)}`,
  );

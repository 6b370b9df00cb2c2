import type { Logger } from 'pino';
import type { Broker } from './broker';
import { createInProcessBroker } from './broker-in-process';
import { createRabbitBroker } from './broker-rabbitmq';

export type BrokerConfig = { AMQP_URL?: string; AMQP_TOPOLOGY?: 'declared' | 'given' };

/** Makes the broker that a configuration asks for: RabbitMQ with this exchange when there is an address, else the in-process broker. */
export const createBroker = (
  { AMQP_URL: url, AMQP_TOPOLOGY: topology }: BrokerConfig,
  { exchange, log }: { exchange: string; log: Logger },
): Broker => (url ? createRabbitBroker({ url, exchange, log, declares: topology !== 'given' }) : createInProcessBroker(log));

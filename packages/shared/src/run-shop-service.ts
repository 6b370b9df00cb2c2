import { AWAY, TRACER_NAME } from '@shop/contracts/constants';
import { ALL_EVENTS, looked, operatorActed, queueOf, queuesOf, type ServiceName } from '@shop/contracts/events';
import { runService, type RunningService, type ServiceParts } from '@shop/runtime';
import { noteLooks } from './note-looks';

type OwnParts = Omit<ServiceParts, 'name' | 'queue' | 'queuesOf' | 'events' | 'acted' | 'noteLook' | 'away' | 'tracerName'> & {
  name: ServiceName;
};

/**
 * Runs a service of this shop, from the parts that are its own: it hears and sends by the queues of the contracts, and what operators do and
 * what admins look at goes on record.
 */
export const runShopService = (own: OwnParts): Promise<RunningService> =>
  runService({
    ...own,
    queue: queueOf(own.name),
    queuesOf,
    events: ALL_EVENTS,
    acted: operatorActed(own.name),
    noteLook: noteLooks(own.source, looked),
    away: AWAY,
    tracerName: TRACER_NAME,
  });

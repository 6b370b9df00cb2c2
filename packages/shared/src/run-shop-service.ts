import { AWAY, TRACER_NAME } from '@shop/contracts/constants';
import { ALL_EVENTS, lookRecorded, operatorActed, queueOf, queuesOf, type ServiceName } from '@shop/contracts/events';
import { everyServiceRoutes } from '@shop/contracts/routes';
import { describeEndpoints, implement, type Handlers } from '@shop/http';
import { putBack, runService, statusOf, type RunningService, type ServiceParts } from '@shop/runtime';
import { noteLooks } from './note-looks';

type OwnParts = Omit<ServiceParts, 'name' | 'queue' | 'queuesOf' | 'events' | 'acted' | 'noteLook' | 'away' | 'tracerName'> & {
  name: ServiceName;
  /** Additions of this service to its status. */
  status?: (source: ServiceParts['source']) => Promise<{ lastBackup: string | null }>;
};

/**
 * Runs a service of this shop from its own parts. It adds the queues of the contracts, records the acts of operators and the looks
 * of admins, and answers the calls that the gateway makes to every service.
 */
export const runShopService = (parts: OwnParts): Promise<RunningService> =>
  runService({
    ...parts,
    endpoints: [...parts.endpoints, ...implement(everyServiceRoutes, everyServiceHandlers(parts))],
    queue: queueOf(parts.name),
    queuesOf,
    events: ALL_EVENTS,
    acted: operatorActed(parts.name),
    noteLook: noteLooks(parts.source, lookRecorded),
    away: AWAY,
    tracerName: TRACER_NAME,
  });

function everyServiceHandlers({ name, source, broker, endpoints, status }: OwnParts): Handlers<typeof everyServiceRoutes> {
  const document = { ...describeEndpoints(name, endpoints, AWAY) };
  return {
    partStatus: async () => ({ ...(await statusOf(source, broker)), ...(await status?.(source)) }),
    putBackHere: async ({ body }) => ({ putBack: await putBack(source, operatorActed(name), body) }),
    describeCalls: () => Promise.resolve(document),
  };
}

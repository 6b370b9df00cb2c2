import type { ServiceName } from '@shop/contracts/events';
import { everyServiceRoutes, type statusRoutes } from '@shop/contracts/routes';
import { reply, unavailable, type Handlers } from '@shop/http';
import { version, type Log } from '@shop/runtime';
import { callInternal } from '../upstream/internal-call';
import type { Services } from '../upstream/services';

const ANSWER_WITHIN_MS = 2000;

type StatusParts = { services: Services; privateKey: string; log: Log };

/**
 * Shows owners the status of every service, and puts parked messages back (docs/product/administration.md#status). A service that
 * does not answer within two seconds has no status; the others are shown.
 * @throws Refusal 503 when the service that must put messages back is away
 */
export function statusHandlers({ services, privateKey, log }: StatusParts): Handlers<typeof statusRoutes> {
  const ask = async (service: ServiceName) => {
    try {
      return await callInternal(services[service], everyServiceRoutes.partStatus, privateKey, {}, { withinMs: ANSWER_WITHIN_MS });
    } catch (error) {
      log.warn({ err: error, service }, 'a service did not answer for the status page');
      return null;
    }
  };
  return {
    async readStatus() {
      const names = Object.keys(services) as ServiceName[];
      const data = await Promise.all(names.map(async (service) => ({ service, status: await ask(service) })));
      return reply(200, { success: true, data, gateway: { version } }, { 'cache-control': 'no-store' });
    },
    async putBackParked({ body: { service, reaction }, caller }) {
      const question = { body: { reaction, adminId: caller.userId } };
      const answer = await callInternal(services[service], everyServiceRoutes.putBackHere, privateKey, question).catch(
        (error: unknown) => {
          log.warn({ err: error, service }, 'a service did not answer; its parked messages may still be parked');
          throw unavailable(`This part of the shop (${service}) is not available right now. Please try again in a moment.`);
        },
      );
      return { success: true, ...answer };
    },
  };
}

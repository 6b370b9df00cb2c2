import { MAY } from '@shop/contracts/constants';
import type { ServiceName } from '@shop/contracts/events';
import { PutBackForm } from '@shop/contracts/forms';
import { everyServiceRoutes, gatewayRoutes } from '@shop/contracts/routes';
import type { PutBackView, StatusView } from '@shop/contracts/views';
import { forbidden, hasRole, refusalOf, stepUpRequired, unauthenticated, unavailable, type Caller } from '@shop/http';
import { version, type Log } from '@shop/runtime';
import express, { type RequestHandler, Router } from 'express';
import { callInternal } from '../upstream/internal-call';
import { callerOf, type Known } from '../upstream/proxy';
import type { Services } from '../upstream/services';

const ANSWER_WITHIN_MS = 2000;

export type StatusParts = { services: Services; privateKey: string; log: Log };
type Handler = (req: Known & Parameters<RequestHandler>[0], res: Parameters<RequestHandler>[1]) => Promise<void>;

/**
 * Shows owners how every service is, and puts parked messages back (docs/product/administration.md#status). A service that does not
 * answer within two seconds has no status; the others are shown.
 * @throws Refusal 400, 401, 403; 503 when identity does not answer, or the service that is asked to put back is away
 */
export function answerStatus({ services, privateKey, log }: StatusParts): Router {
  const ask = async (service: ServiceName) => {
    try {
      return await callInternal(services[service], everyServiceRoutes.partStatus, privateKey, {}, { withinMs: ANSWER_WITHIN_MS });
    } catch (error) {
      log.warn({ err: error, service }, 'a service did not answer for the status page');
      return null;
    }
  };
  const readStatus: Handler = async (req, res) => {
    ownerOf(callerOf(req));
    const names = Object.keys(services) as ServiceName[];
    const data = await Promise.all(names.map(async (service) => ({ service, status: await ask(service) })));
    res.set('cache-control', 'no-store').json({ success: true, data, gateway: { version } } satisfies StatusView);
  };
  const putBack: Handler = async (req, res) => {
    const adminId = ownerOf(callerOf(req));
    if (!callerOf(req).steppedUp) throw stepUpRequired();
    const { service, reaction } = formOf(req.body);
    const question = { body: { reaction, adminId } };
    const done = await callInternal(services[service], everyServiceRoutes.putBackHere, privateKey, question).catch(
      (error: unknown) => {
        log.warn({ err: error, service }, 'a service did not answer; its parked messages may still be parked');
        throw unavailable(`This part of the shop (${service}) is not available right now. Please try again in a moment.`);
      },
    );
    res.json({ success: true, ...done } satisfies PutBackView);
  };
  const router = Router();
  router.get(gatewayRoutes.readStatus.path, readStatus as RequestHandler);
  router.post(gatewayRoutes.putBackParked.path, express.json({ limit: '4kb' }), putBack as RequestHandler);
  return router;
}

/** → the id of the owner who calls. @throws Refusal 401, 403, 503 */
function ownerOf(caller: Caller): number {
  const { unsure, userId } = caller;
  if (unsure) throw unavailable('We cannot check your login right now. Please try again in a moment.');
  if (userId === null) throw unauthenticated();
  if (!hasRole(caller, MAY.ownTheShop)) throw forbidden('Your role does not allow this.');
  return userId;
}

function formOf(body: unknown): PutBackForm {
  const form = PutBackForm.safeParse(body ?? {});
  if (!form.success) throw refusalOf(form.error);
  return form.data;
}

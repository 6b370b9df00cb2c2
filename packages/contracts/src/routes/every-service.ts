import { z } from 'zod';
import { PartStatus } from '../views/status';
import { route } from '../declare';

/** The calls that the gateway makes to every service. packages/shared answers them in the name of the running service. */
export const everyServiceRoutes = {
  partStatus: route({
    method: 'get',
    path: '/internal/status',
    who: 'gateway',
    summary: 'Version, lag and parked messages of this service',
    answers: { 200: PartStatus },
  }),
  putBackHere: route({
    method: 'post',
    path: '/internal/parked/put-back',
    who: 'gateway',
    summary: 'Tries the parked messages of one reaction again, in the name of an admin',
    body: z.strictObject({ reaction: z.string(), adminId: z.int() }),
    answers: { 200: z.strictObject({ putBack: z.int() }) },
  }),
  describeCalls: route({
    method: 'get',
    path: '/internal/openapi.json',
    who: 'gateway',
    summary: 'This service as OpenAPI',
    answers: { 200: z.looseObject({}) },
  }),
};

import { endpoint, type Endpoint } from '@shop/http';
import type { Broker } from '@shop/messaging';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { backlogOf } from './operators/backlog';
import { putBack, type Acted } from './operators/put-back';
import { version } from './operators/version';

type StatusParts = { source: DataSource; broker: Broker; acted: Acted; more: (source: DataSource) => Promise<object> };

const PutBack = z.strictObject({ reaction: z.string(), adminId: z.int() });

/** The calls with which the gateway, and only the gateway, asks for a service's status and puts parked messages back. */
export const statusEndpoints = ({ source, broker, acted, more }: StatusParts): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/internal/status',
    who: 'gateway',
    summary: 'Version, lag and parked messages of this service',
    answer: z.looseObject({ version: z.string(), broker: z.boolean() }),
    handle: async () => ({ version, broker: broker.connected(), ...(await backlogOf(source)), ...(await more(source)) }),
  }),
  endpoint({
    method: 'post',
    path: '/internal/parked/put-back',
    who: 'gateway',
    summary: 'Tries the parked messages of one reaction again, in the name of an admin',
    body: PutBack,
    answer: z.strictObject({ putBack: z.int() }),
    handle: async ({ body }) => ({ putBack: await putBack(source, acted, body) }),
  }),
];

import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { endpoint, notFound, type Endpoint } from '@shop/kit';
import { clearSessionCookies } from '../sessions/cookies';
import { endSessionsOf } from '../sessions/sessions';
import { endOwnSession, sessionsOf } from './list-sessions';

const SessionId = z.strictObject({ id: z.uuid('Must be the id of a session') });

export const deviceEndpoints = ({ source, secure }: { source: DataSource; secure: boolean }): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/users/sessions',
    who: 'user',
    summary: 'Where the own account is logged in: device, place, first and last use',
    handle: async ({ caller }) => ({ success: true, data: await sessionsOf(source.manager, caller.userId!, caller.sessionId) }),
  }),
  endpoint({
    method: 'delete',
    path: '/api/users/sessions/:id',
    who: 'user',
    summary: 'Ends one of the own sessions',
    params: SessionId,
    async handle({ params, caller, res }) {
      if (!(await endOwnSession(source.manager, caller.userId!, params.id))) throw notFound('session');
      if (params.id === caller.sessionId) clearSessionCookies(res, secure);
      return { success: true };
    },
  }),
  endpoint({
    method: 'post',
    path: '/api/users/logout-everywhere',
    who: 'user',
    summary: 'Ends every session of the own account, this one too',
    async handle({ caller, res }) {
      await endSessionsOf(source.manager, caller.userId!);
      clearSessionCookies(res, secure);
      return { message: 'Logged out everywhere' };
    },
  }),
];

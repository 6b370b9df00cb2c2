import type { deviceRoutes } from '@shop/contracts/routes';
import { notFound, type Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { clearSessionCookies } from './session-answer';
import { endSessionsOf } from './sessions';
import { endOwnSession, sessionsOf } from './list-sessions';

type DeviceParts = { source: DataSource; secure: boolean };

export const deviceHandlers = ({ source, secure }: DeviceParts): Handlers<typeof deviceRoutes> => ({
  listSessions: async ({ caller }) => ({
    success: true,
    data: await sessionsOf(source.manager, caller.userId, caller.sessionId),
  }),
  async endSession({ params, caller, res }) {
    if (!(await endOwnSession(source.manager, caller.userId, params.id))) throw notFound('session');
    if (params.id === caller.sessionId) clearSessionCookies(res, secure);
    return { success: true };
  },
  async logoutEverywhere({ caller, res }) {
    await endSessionsOf(source.manager, caller.userId);
    clearSessionCookies(res, secure);
    return { message: 'Logged out everywhere' };
  },
});

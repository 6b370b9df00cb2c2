import type { auditRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { auditLog } from './audit-log';

export const auditHandlers = ({ source }: ServiceContext): Handlers<typeof auditRoutes> => ({
  readAuditLog: ({ query }) => auditLog(source.manager, query),
});

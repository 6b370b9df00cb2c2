import type { auditRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { auditLog } from './audit-log';

export const auditHandlers = ({ source }: { source: DataSource }): Handlers<typeof auditRoutes> => ({
  readAuditLog: ({ query }) => auditLog(source.manager, query),
});

import type { sealRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { lastChecks } from './seal-checks';

export const sealHandlers = ({ source }: { source: DataSource }): Handlers<typeof sealRoutes> => ({
  sealChecks: async () => ({ success: true, data: await lastChecks(source.manager) }),
});

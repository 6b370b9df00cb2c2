import type { sealRoutes } from '@shop/contracts/routes';
import type { Handlers } from '@shop/http';
import type { ServiceContext } from '../context';
import { lastChecks } from './seal-checks';

export const sealHandlers = ({ source }: ServiceContext): Handlers<typeof sealRoutes> => ({
  sealChecks: async () => ({ success: true, data: await lastChecks(source.manager) }),
});

import { ConfigView } from '../views/gateway';
import { route } from './route';

/** What the gateway answers itself; its other calls are streams and pages, and the dashboard, which it puts together. */
export const gatewayRoutes = {
  readConfig: route({
    method: 'get',
    path: '/api/config',
    who: 'anyone',
    summary: 'What the SPA must know before its first screen',
    answers: { 200: ConfigView },
  }),
} as const;

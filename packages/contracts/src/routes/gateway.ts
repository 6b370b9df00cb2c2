import { MAY } from '../constants';
import { DashboardQuery } from '../forms/dashboard';
import { PutBackForm } from '../forms/status';
import { VitalsForm } from '../forms/vitals';
import { DashboardView } from '../views/dashboard';
import { ConfigView } from '../views/gateway';
import { PutBackView, StatusView } from '../views/status';
import { LIMITS } from './limits';
import { route } from './route';

/** The gateway's own calls. Beside them it serves streams and pages. */
export const gatewayRoutes = {
  readDashboard: route({
    method: 'get',
    path: '/api/admin/dashboard',
    who: { roles: MAY.seeTheWhole },
    summary: 'Totals, news, sales and open work of the whole shop, of those services that answer within two seconds',
    query: DashboardQuery,
    answers: { 200: DashboardView },
  }),
  readConfig: route({
    method: 'get',
    path: '/api/config',
    who: 'anyone',
    summary: 'What the SPA must know before its first screen',
    answers: { 200: ConfigView },
  }),
  reportVitals: route({
    method: 'post',
    path: '/api/vitals',
    who: 'anyone',
    summary: 'How fast a page was for a visitor who consented, without anything about the visitor',
    body: VitalsForm,
    answers: { 204: null },
    limits: [LIMITS.vitals],
  }),
  readStatus: route({
    method: 'get',
    path: '/api/admin/status',
    who: { roles: MAY.ownTheShop },
    summary: 'How every service is: version, lag and parked messages, of those that answer within two seconds',
    answers: { 200: StatusView },
  }),
  putBackParked: route({
    method: 'post',
    path: '/api/admin/status/put-back',
    who: { roles: MAY.ownTheShop },
    stepUp: true,
    summary: 'Tries the parked messages of one reaction again',
    body: PutBackForm,
    answers: { 200: PutBackView },
  }),
} as const;

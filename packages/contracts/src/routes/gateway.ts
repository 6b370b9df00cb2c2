import { z } from 'zod';
import { MAY } from '../constants';
import { PutBackForm, VitalsForm, DashboardQuery } from '../forms/gateway';
import { DashboardView } from '../views/dashboard';
import { PutBackView, StatusView, ConfigView } from '../views/status';
import { ASKS } from './asks';
import { LIMITS } from './limits';
import { content, route, streamed } from '../declare';

export const dashboardRoutes = {
  readDashboard: route({
    method: 'get',
    path: '/api/admin/dashboard',
    who: { roles: MAY.seeTheWhole },
    summary: 'Totals, news, sales and open work of the whole shop, of those services that answer within two seconds',
    query: DashboardQuery,
    answers: { 200: DashboardView },
  }),
};

export const configRoutes = {
  readConfig: route({
    method: 'get',
    path: '/api/config',
    who: 'anyone',
    summary: 'What the SPA must know before its first screen',
    answers: { 200: ConfigView },
  }),
};

export const vitalsRoutes = {
  reportVitals: route({
    method: 'post',
    path: '/api/vitals',
    who: 'anyone',
    summary: 'How fast a page was for a visitor who consented, without anything about the visitor',
    body: VitalsForm,
    answers: { 204: null },
    limits: [LIMITS.vitals],
  }),
};

export const statusRoutes = {
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
    stepUp: ASKS.putBackMessages.stepUp,
    summary: 'Tries the parked messages of one reaction again',
    body: PutBackForm,
    answers: { 200: PutBackView },
  }),
};

export const liveRoutes = {
  followTracks: route({
    method: 'get',
    path: '/api/products/events',
    who: 'anyone',
    summary: 'Server-sent events: sold, held, released and removed tracks, by id; 204 where there are none',
    answers: { 200: streamed('text/event-stream'), 204: null },
    limits: [LIMITS.streamsOpened, LIMITS.streamsOfAddress, LIMITS.streamsOfSession],
  }),
};

export const policyRoutes = {
  reportPolicy: route({
    method: 'post',
    path: '/api/csp-reports',
    who: 'anyone',
    summary: 'Browsers tell what the policy of a page kept out; at most 16 kB, 20 a minute and address are read',
    raw: 'application/csp-report',
    answers: { 204: null },
  }),
};

export const docsRoutes = {
  readDocument: route({
    method: 'get',
    path: '/api/openapi.json',
    who: 'anyone',
    summary: 'This document',
    answers: { 200: z.looseObject({}), 304: null },
  }),
  readDocs: route({
    method: 'get',
    path: '/api/docs',
    who: 'anyone',
    summary: 'This document for people, at the address with a slash at its end',
    answers: { 200: content('text/html'), 301: content('text/html') },
  }),
};

/** The gateway's own calls. Beside them it serves pages. */
export const gatewayRoutes = {
  ...dashboardRoutes,
  ...configRoutes,
  ...vitalsRoutes,
  ...statusRoutes,
  ...liveRoutes,
  ...policyRoutes,
  ...docsRoutes,
};

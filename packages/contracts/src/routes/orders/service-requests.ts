import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import {
  CoProducingForm,
  MixingMasteringForm,
  ServiceRequestListQuery,
  ServiceRequestStateForm,
  TrackOrderForm,
} from '../../forms/service-requests';
import { ServiceRequestView } from '../../views/service-requests';
import { Data, MessageView, Page } from '../../views/shared';
import { LIMITS } from '../limits';
import { noSuch, BOT_CHECK, SUSPENDED } from '../refusals';
import { route } from '../../declare';

const Id = z.object({ id });

const REQUESTS = { confirmed: false, limits: [LIMITS.serviceRequests], refuses: { ...BOT_CHECK, ...SUSPENDED } } as const;

export const serviceRequestRoutes = {
  orderTrack: route({
    method: 'post',
    path: '/api/track-order/order-track',
    who: 'user',
    summary: 'Order a music production',
    body: TrackOrderForm,
    answers: { 200: MessageView },
    ...REQUESTS,
  }),
  orderCoProducing: route({
    method: 'post',
    path: '/api/co-producing/order',
    who: 'user',
    summary: 'Order a co-producing',
    body: CoProducingForm,
    answers: { 200: MessageView },
    ...REQUESTS,
  }),
  orderMixing: route({
    method: 'post',
    path: '/api/mixing-mastering/order',
    who: 'user',
    summary: 'Order a mixing, a mastering, or both',
    body: MixingMasteringForm,
    answers: { 200: MessageView },
    ...REQUESTS,
  }),
  listServiceRequests: route({
    method: 'get',
    path: '/api/service-requests',
    who: { roles: MAY.readPeople },
    summary: 'What was asked of the operator, in pages; without page the newest 1,000',
    look: { action: 'service-request.viewed', subject: 'service-request' },
    query: ServiceRequestListQuery,
    answers: { 200: Page(ServiceRequestView) },
  }),
  readServiceRequest: route({
    method: 'get',
    path: '/api/service-requests/:id',
    who: { roles: MAY.readPeople },
    summary: 'One request with all that was filled in',
    look: { action: 'service-request.viewed', subject: 'service-request', id: 'id' },
    params: Id,
    answers: { 200: Data(ServiceRequestView) },
    refuses: noSuch('service request'),
  }),
  setRequestState: route({
    method: 'put',
    path: '/api/service-requests/:id/state',
    who: { roles: MAY.changePeople },
    confirmed: false,
    summary: 'Note what the operator has done about a request',
    params: Id,
    body: ServiceRequestStateForm,
    answers: { 200: Data(ServiceRequestView) },
    refuses: noSuch('service request'),
  }),
};

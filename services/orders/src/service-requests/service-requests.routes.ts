import { MAY, type Service } from '@shop/contracts/constants';
import {
  CoProducingForm,
  id,
  MixingMasteringForm,
  ServiceRequestListQuery,
  ServiceRequestStateForm,
  TrackOrderForm,
} from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type Caller, type Endpoint } from '@shop/kit';
import { z } from 'zod';
import type { Shop } from '../shop';
import { listServiceRequests, serviceRequestById } from './list-service-requests';
import { requestService, type Asked } from './request-service';
import { setRequestState } from './set-request-state';
import { coProducingWishes, mixingMasteringWishes, trackOrderWishes, type Wish } from './wishes';

const RequestId = z.object({ id });
const MESSAGE = 'Your request has been sent. We will reply within 24-48 hours.';

export function serviceRequestEndpoints({ source, botCheck, settings }: Shop): Endpoint[] {
  // ten an hour, whichever service it is (decision 14)
  const perBuyer = rateLimiter(source, { name: 'service-request', points: 10, seconds: 3600 }, settings.rateScale);

  const send = async (service: Service, caller: Caller, form: Asked, wishes: Wish[]) => {
    await perBuyer.use(String(caller.userId));
    await botCheck(form.recaptchaToken, 'submit_form', caller.address);
    await inTx(source, (tx) => requestService(tx, service, caller.userId!, form, wishes));
    return { message: MESSAGE };
  };

  return [
    endpoint({
      method: 'post',
      path: '/api/track-order/order-track',
      who: 'user',
      summary: 'Order a music production',
      body: TrackOrderForm,
      handle: ({ body, caller }) => send('music-production', caller, body, trackOrderWishes(body)),
    }),
    endpoint({
      method: 'post',
      path: '/api/co-producing/order',
      who: 'user',
      summary: 'Order a co-producing',
      body: CoProducingForm,
      handle: ({ body, caller }) => send('co-producing', caller, body, coProducingWishes(body)),
    }),
    endpoint({
      method: 'post',
      path: '/api/mixing-mastering/order',
      who: 'user',
      summary: 'Order a mixing, a mastering, or both',
      body: MixingMasteringForm,
      handle: ({ body, caller }) => send('mixing-mastering', caller, body, mixingMasteringWishes(body)),
    }),
    endpoint({
      method: 'get',
      path: '/api/service-requests',
      who: { roles: MAY.readPeople },
      summary: 'What was asked of the house, in pages; without page the newest 1,000',
      query: ServiceRequestListQuery,
      handle: ({ query }) => listServiceRequests(source.manager, query),
    }),
    endpoint({
      method: 'get',
      path: '/api/service-requests/:id',
      who: { roles: MAY.readPeople },
      summary: 'One request with all that was filled in',
      params: RequestId,
      handle: async ({ params }) => ({ success: true, data: await serviceRequestById(source.manager, params.id) }),
    }),
    endpoint({
      method: 'put',
      path: '/api/service-requests/:id/state',
      who: { roles: MAY.changePeople },
      summary: 'Note what the house has done about a request',
      params: RequestId,
      body: ServiceRequestStateForm,
      handle: async ({ params, body, caller }) => ({
        success: true,
        data: await inTx(source, (tx) => setRequestState(tx, caller.userId!, params.id, body.state)),
      }),
    }),
  ];
}

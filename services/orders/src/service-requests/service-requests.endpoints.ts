import type { Service } from '@shop/contracts/constants';
import { LIMITS, type serviceRequestRoutes } from '@shop/contracts/routes';
import { rateLimiter, type UserCaller, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { ServiceContext } from '../context';
import { listServiceRequests, serviceRequestById } from './list-service-requests';
import { requestService, type ServiceForm } from './request-service';
import { setRequestState } from './set-request-state';
import { coProducingWishes, mixingMasteringWishes, trackOrderWishes, type Wish } from './wishes';

const MESSAGE = 'Your request has been sent. We will reply within 24-48 hours.';

export function serviceRequestHandlers({ source, botCheck, rateScale }: ServiceContext): Handlers<typeof serviceRequestRoutes> {
  // Ten an hour for all services together.
  const perBuyer = rateLimiter(source, LIMITS.serviceRequests, rateScale);

  const send = async (service: Service, caller: UserCaller, form: ServiceForm, wishes: Wish[]) => {
    await perBuyer.use(String(caller.userId));
    await botCheck(form.recaptchaToken, 'submit_form', caller.address);
    await inTx(source, (tx) => requestService(tx, service, caller.userId, form, wishes));
    return { message: MESSAGE };
  };

  return {
    orderTrack: ({ body, caller }) => send('music-production', caller, body, trackOrderWishes(body)),
    orderCoProducing: ({ body, caller }) => send('co-producing', caller, body, coProducingWishes(body)),
    orderMixing: ({ body, caller }) => send('mixing-mastering', caller, body, mixingMasteringWishes(body)),
    listServiceRequests: ({ query }) => listServiceRequests(source.manager, query),
    readServiceRequest: async ({ params }) => ({ success: true, data: await serviceRequestById(source.manager, params.id) }),
    setRequestState: async ({ params, body, caller }) => ({
      success: true,
      data: await inTx(source, (tx) => setRequestState(tx, caller.userId, params.id, body.state)),
    }),
  };
}

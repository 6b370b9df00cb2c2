import type { Service } from '@shop/contracts/constants';
import { CoProducingForm, MixingMasteringForm, TrackOrderForm } from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type Caller, type Endpoint } from '@shop/kit';
import type { Shop } from '../shop';
import { requestService, type Asked } from './request-service';
import { coProducingWishes, mixingMasteringWishes, trackOrderWishes, type Wish } from './wishes';

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
  ];
}

import type { Service } from '@shop/contracts/constants';
import type { CoProducingForm, MixingMasteringForm, TrackOrderForm } from '@shop/contracts/forms';
import { api } from '../../../lib/calls/api';
import { call, type Answer, type Call } from '../../../lib/calls/call';

const REQUESTS = {
  'music-production': 'POST /api/track-order/order-track',
  'co-producing': 'POST /api/co-producing/order',
  'mixing-mastering': 'POST /api/mixing-mastering/order',
} as const satisfies Record<Service, Call>;

export type ServiceForm = TrackOrderForm | CoProducingForm | MixingMasteringForm;

/** All demo tracks: the call answers a list when it has no `page`. */
type AllDemos = Extract<Answer<'GET /api/demos'>, unknown[]>;

export const { useDemosQuery, useRequestServiceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    demos: build.query<AllDemos, void>({ query: () => call('GET /api/demos') }),
    requestService: build.mutation<Answer<(typeof REQUESTS)[Service]>, { service: Service; form: ServiceForm }>({
      query: ({ service, form }) => call(REQUESTS[service], { body: form }),
    }),
  }),
});

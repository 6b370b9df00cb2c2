import type { Service } from '@shop/contracts/constants';
import type { CoProducingForm, MixingMasteringForm, TrackOrderForm } from '@shop/contracts/forms';
import { api } from '#lib/calls/api.ts';
import { call, type Answer, type TypedRequest, type Call } from '#lib/calls/call.ts';

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
    demos: build.query({ query: () => call('GET /api/demos') as TypedRequest<AllDemos> }),
    requestService: build.mutation({
      query: ({ service, form }: { service: Service; form: ServiceForm }) => call(REQUESTS[service], { body: form }),
    }),
  }),
});

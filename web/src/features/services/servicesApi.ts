import type { Service } from '@shop/contracts/constants';
import type { CoProducingForm, MixingMasteringForm, TrackOrderForm } from '@shop/contracts/forms';
import type { DemoView, MessageView } from '@shop/contracts/views';
import { api } from '../../lib/api';

const ADDRESSES: Record<Service, string> = {
  'music-production': 'track-order/order-track',
  'co-producing': 'co-producing/order',
  'mixing-mastering': 'mixing-mastering/order',
};

export type ServiceForm = TrackOrderForm | CoProducingForm | MixingMasteringForm;

export const { useDemosQuery, useRequestServiceMutation } = api.injectEndpoints({
  endpoints: (build) => ({
    demos: build.query<DemoView[], void>({ query: () => 'demos' }),
    requestService: build.mutation<MessageView, { service: Service; form: ServiceForm }>({
      query: ({ service, form }) => ({ url: ADDRESSES[service], method: 'POST', body: form }),
    }),
  }),
});

import { api } from '../../../lib/calls/api';
import { call, type Answer } from '../../../lib/calls/call';

export const playerApi = api.injectEndpoints({
  endpoints: (build) => ({
    countPlay: build.mutation<Answer<'POST /api/products/:id/increment-play-count'>, number>({
      query: (id) => call('POST /api/products/:id/increment-play-count', { params: { id } }),
    }),
  }),
});

import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

export const playerApi = api.injectEndpoints({
  endpoints: (build) => ({
    countPlay: build.mutation({
      query: (id: number) => call('POST /api/products/:id/increment-play-count', { params: { id } }),
    }),
  }),
});

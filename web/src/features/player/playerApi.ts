import { api } from '../../lib/api';

export const playerApi = api.injectEndpoints({
  endpoints: (build) => ({
    countPlay: build.mutation<{ play_count: number }, number>({
      query: (productId) => ({ url: `products/${productId}/increment-play-count`, method: 'POST' }),
    }),
  }),
});

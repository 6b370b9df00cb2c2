import { api, isApiError } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';

type GoneTrack = { name: string; img: string };

/** A removed track answers 404 without a name, a sold one with its name (docs/product/catalogue.md#a-sold-track). */
const nameless: GoneTrack = { name: '', img: '' };

const goneTrackApi = api.injectEndpoints({
  endpoints: (build) => ({
    goneTrack: build.query<GoneTrack, number>({
      queryFn: async (id, _store, _extra, ask) => {
        const { data, error } = await ask(call('GET /api/products/:id', { params: { id } }));
        if (!error) return { data };
        if (!isApiError(error) || error.status !== 404) return { error };
        return { data: { ...nameless, ...(error.details as Partial<GoneTrack> | undefined) } };
      },
    }),
  }),
});

export const { useGoneTrackQuery } = goneTrackApi;

import type { CertificateText, JwksView } from '@shop/contracts/views';
import { api } from '#lib/calls/api.ts';
import { call } from '#lib/calls/call.ts';
import { Unreachable } from './sales-log';

const proofApi = api.injectEndpoints({
  endpoints: (build) => ({
    certificate: build.query({
      query: (code: string) => call('GET /api/certificates/:code', { params: { code } }),
      transformResponse: ({ data }) => ({ ...data, text: JSON.parse(data.certificate) as CertificateText }),
      // A buyer may have just shown their name.
      providesTags: ['Orders'],
    }),
    logProof: build.query({
      query: (code: string) => call('GET /api/log/proof', { query: { code } }),
      transformResponse: ({ data }) => data,
    }),
  }),
});

export const { useCertificateQuery, useLazyLogProofQuery } = proofApi;

/** The keys that certificates are checked with. They stand outside of the API, where other programs look for them. */
export async function readCertificateKeys(): Promise<JwksView> {
  const address = '/.well-known/jwks.json';
  const answer = await fetch(new URL(address, window.location.origin)).catch(() => null);
  if (!answer?.ok) throw new Unreachable(address);
  return (await answer.json()) as JwksView;
}

import type { CouponView } from '@shop/contracts/views';
import { api } from './api';
import { asText } from './as-text';
import { call, type Answer, type TypedRequest } from './call';

test('the compiler takes what an endpoint answers from its call', () => {
  const added = () =>
    api.injectEndpoints({
      endpoints: (build) => ({
        list: build.query({ query: () => call('GET /api/coupons') }),
        first: build.query({ query: () => call('GET /api/coupons'), transformResponse: ({ data }) => data[0] }),
        csv: build.query({ query: () => ({ ...call('GET /api/payouts/list.csv'), responseHandler: asText }) }),
        either: build.mutation({
          query: (id?: number) => (id ? call('DELETE /api/coupons/:id', { params: { id } }) : call('GET /api/coupons')),
        }),
        // @ts-expect-error: the answer of another call
        other: build.query({ query: (): TypedRequest<Answer<'GET /api/users'>> => call('GET /api/coupons') }),
        // @ts-expect-error: no such field in the answer
        missing: build.query({ query: () => call('GET /api/coupons'), transformResponse: ({ coupons }) => coupons as unknown }),
        // @ts-expect-error: a type by hand
        typed: build.query<CouponView, void>({ query: () => call('GET /api/coupons') }),
        several: build.query<CouponView | undefined, void>({
          queryFn: async (_arg, _store, _extra, ask) => {
            const { data, error } = await ask(call('GET /api/coupons'));
            return error ? { error } : { data: data.data[0] };
          },
        }),
      }),
    });
  type Of<Name extends keyof ReturnType<typeof added>['endpoints']> = ReturnType<
    typeof added
  >['endpoints'][Name]['Types']['ResultType'];
  const list = (answer: Of<'list'>): number => answer.pagination.total;
  const first = (answer: Of<'first'>): number | undefined => answer?.id;
  const csv = (answer: Of<'csv'>): number => answer.length;
  const either = (answer: Of<'either'>): true => answer.success;
  // @ts-expect-error: only one of the two answers has pages
  const pages = (answer: Of<'either'>) => answer.pagination as unknown;
  expect([list, first, csv, either, pages]).toHaveLength(5);
});

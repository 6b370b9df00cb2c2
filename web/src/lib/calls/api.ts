import {
  createApi,
  fetchBaseQuery,
  type BaseQueryFn,
  type FetchArgs,
  type FetchBaseQueryError,
} from '@reduxjs/toolkit/query/react';
import type { ErrorView } from '@shop/contracts/views';
import { endAdminSession, type AdminSessionState } from './admin-session';
import type { AppDispatch } from '../hooks';
import { reportOnce } from '../report-once';
import { askToStepUp } from './step-up';

/** What every refused or failed call looks like to the screens. */
export type ApiError = {
  status: number | 'NETWORK' | 'TIMEOUT';
  code?: string;
  message: string;
  field?: string;
  details?: unknown;
  /** Seconds to wait, from a 429's Retry-After. */
  retryAfter?: number;
};

type Extra = {
  /** Sends the admin's token; see `asAdmin`. */
  admin?: boolean;
  /** The answer goes to its reader as it came: it judges the entries itself. */
  asItCame?: boolean;
};

const overTheWire = fetchBaseQuery({
  baseUrl: new URL('/api/', window.location.origin).href,
  prepareHeaders(headers, { getState, extraOptions }) {
    const { token } = (getState() as { adminSession: AdminSessionState }).adminSession;
    if ((extraOptions as Extra | undefined)?.admin && token) headers.set('authorization', `Bearer ${token}`);
  },
});

const wantsStepUp = (error: FetchBaseQueryError | undefined) =>
  error?.status === 403 && (error.data as Partial<ErrorView> | undefined)?.code === 'step-up-required';

const baseQuery: BaseQueryFn<string | FetchArgs, unknown, ApiError, Extra> = async (args, store, extra) => {
  let answer = await overTheWire(args, store, extra);
  // asked for a second factor, the call is made once more when it was confirmed
  if (wantsStepUp(answer.error) && (await askToStepUp(extra?.admin ?? false))) answer = await overTheWire(args, store, extra);
  const { data, error, meta } = answer;
  if (!error) return { data: extra?.asItCame ? data : withoutHoles(data) };
  if (error.status === 401) {
    if (extra?.admin) (store.dispatch as AppDispatch)(endAdminSession());
    // a page that may no longer be seen: who is logged in is asked anew, and the answer ends the session
    else if (store.type === 'query' && store.endpoint !== 'details') store.dispatch(api.util.invalidateTags(['User']));
  }
  const retryAfter = Number(meta?.response?.headers.get('retry-after')) || undefined;
  return { error: { ...normalised(error), ...(retryAfter && { retryAfter }) } };
};

const isThing = (one: unknown) => typeof one === 'object' && one !== null;

/** The lists of an answer, however deep, without entries that are none: they would break whatever shows the others. */
function withoutHoles(answer: unknown): unknown {
  if (!isThing(answer)) return answer;
  if (Array.isArray(answer)) {
    const things = answer.some(isThing);
    const filled = answer.filter((one) => (things ? isThing(one) : one !== null));
    if (filled.length === answer.length) return answer;
    reportOnce('A list came with entries that are none', answer);
    return filled;
  }
  const fields = Object.entries(answer);
  const whole = fields.map(([name, value]) => [name, withoutHoles(value)] as const);
  return fields.every(([, value], i) => value === whole[i]![1]) ? answer : Object.fromEntries(whole);
}

function normalised(error: FetchBaseQueryError): ApiError {
  if (error.status === 'FETCH_ERROR') return { status: 'NETWORK', message: '' };
  if (error.status === 'TIMEOUT_ERROR') return { status: 'TIMEOUT', message: '' };
  if (error.status === 'PARSING_ERROR') return { status: error.originalStatus, message: '' };
  if (error.status === 'CUSTOM_ERROR') return { status: 500, message: '' };
  const body = (error.data ?? {}) as Partial<ErrorView>;
  return {
    status: error.status,
    message: body.message ?? body.error ?? '',
    ...(body.code && { code: body.code }),
    ...(body.field && { field: body.field }),
    ...(body.details !== undefined && { details: body.details }),
  };
}

export const api = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: [
    'User',
    'SecondFactor',
    'DataExport',
    'Sessions',
    'Products',
    'Cart',
    'Wishlist',
    'Orders',
    'Holds',
    'Coupon',
    'Config',
    'Seller',
    'SellerTracks',
    'Ledger',
    'Dashboard',
    'AdminProducts',
    'AdminDemos',
    'AdminOrders',
    'AdminCoupons',
    'AdminAnnouncements',
    'Buyers',
    'Sellers',
    'Subscribers',
    'Submissions',
    'Payouts',
    'Differences',
    'ServiceRequests',
    'AuditLog',
    'Timeline',
    'Status',
  ],
  endpoints: () => ({}),
});

declare module '../hooks' {
  interface RootState {
    api: ReturnType<typeof api.reducer>;
  }
}

export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'status' in error && 'message' in error;

/**
 * The server's own words for what it refused; the documented text for all else
 * (docs/product/screens.md#which-text-is-shown-for-an-error).
 */
export const errorText = (error: unknown, fallback: string) =>
  isApiError(error) && typeof error.status === 'number' && error.status >= 400 && error.status < 500 && error.message
    ? error.message
    : fallback;

/** Nobody is logged in (any more), or the account is gone. */
export const isSessionGone = (error: unknown) => isApiError(error) && (error.status === 401 || error.status === 404);

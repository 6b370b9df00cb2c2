import { createApi, fetchBaseQuery, type FetchBaseQueryError } from '@reduxjs/toolkit/query/react';
import type { ErrorView } from '@shop/contracts/views';
import { expireAdminSession, type AdminSessionState } from './admin-session';
import type { AddEndpoints, ApiError, Ask, Extra } from './endpoints';
import type { AppDispatch } from '../hooks';
import { inBrowser } from '../in-browser';
import { reportOnce } from '../report-once';
import { setClockBy } from '../time/server-clock';
import { askToStepUp } from './step-up';
import { readUserId } from './user-id';

const adminOf = (getState: () => unknown) => (getState() as { adminSession: AdminSessionState }).adminSession;

const overTheWire = fetchBaseQuery({
  async fetchFn(...args) {
    const askedAt = Date.now();
    const answer = await fetch(...args);
    setClockBy(answer, askedAt);
    return answer;
  },
  baseUrl: inBrowser ? new URL('/api/', window.location.origin).href : '/api/',
  prepareHeaders(headers, { getState, extraOptions }) {
    const { token } = adminOf(getState);
    if ((extraOptions as Extra | undefined)?.admin && token) headers.set('authorization', `Bearer ${token}`);
  },
});

const wantsStepUp = (error: FetchBaseQueryError | undefined) =>
  error?.status === 403 && (error.data as Partial<ErrorView> | undefined)?.code === 'step-up-required';

const baseQuery: Ask = async (args, store, extra) => {
  const { token } = adminOf(store.getState);
  const caller = () => (extra?.admin ? adminOf(store.getState).userId : readUserId());
  const before = caller();
  let answer = await overTheWire(args, store, extra);
  // After a confirmed second factor the call is repeated once, unless the user has changed.
  if (wantsStepUp(answer.error) && (await askToStepUp(extra?.admin ?? false)) && caller() === before)
    answer = await overTheWire(args, store, extra);
  const { data, error, meta } = answer;
  if (!error) return { data: extra?.asItCame ? data : withoutHoles(data) };
  if (error.status === 401) {
    if (extra?.admin) (store.dispatch as AppDispatch)(expireAdminSession(token));
    // The session may be over: the user's details are loaded again, and their answer ends it if so.
    else if (store.type === 'query' && store.endpoint !== 'details') store.dispatch(api.util.invalidateTags(['User']));
  }
  const retryAfter = Number(meta?.response?.headers.get('retry-after')) || undefined;
  return { error: { ...normalise(error), ...(retryAfter && { retryAfter }) } };
};

const isThing = (value: unknown) => typeof value === 'object' && value !== null;

/** The answer without null or undefined entries in its lists, at any depth: one of them would break the whole list. */
function withoutHoles(answer: unknown): unknown {
  if (!isThing(answer)) return answer;
  if (Array.isArray(answer)) {
    const things = answer.some(isThing);
    const entries = answer.filter((entry) => (things ? isThing(entry) : entry !== null));
    if (entries.length === answer.length) return answer;
    reportOnce('A list came with entries that are none', answer);
    return entries;
  }
  const fields = Object.entries(answer);
  const wholeFields: Record<string, unknown> = Object.fromEntries(fields.map(([name, value]) => [name, withoutHoles(value)]));
  return fields.every(([name, value]) => value === wholeFields[name]) ? answer : wholeFields;
}

function normalise(error: FetchBaseQueryError): ApiError {
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

export const OF_THE_ACCOUNT = [
  'User',
  'SecondFactor',
  'DataExport',
  'Sessions',
  'Cart',
  'Wishlist',
  'Orders',
  'Claims',
  'Holds',
  'Seller',
  'SellerTracks',
  'Packages',
  'Ledger',
] as const;

const TAGS = [...OF_THE_ACCOUNT, 'Products', 'Searches', 'Config'] as const;
export type Tag = (typeof TAGS)[number];

const shopApi = createApi({
  reducerPath: 'api',
  baseQuery,
  tagTypes: TAGS,
  endpoints: () => ({}),
});

/** The shop's calls. Features add their endpoints. */
export const api = shopApi as Omit<typeof shopApi, 'injectEndpoints'> & { injectEndpoints: AddEndpoints<Tag> };

declare module '../hooks' {
  interface RootState {
    api: ReturnType<typeof api.reducer>;
  }
}

export const isApiError = (error: unknown): error is ApiError =>
  typeof error === 'object' && error !== null && 'status' in error && 'message' in error;

/**
 * The server's own words for a refusal, and the documented text for every other failure
 * (docs/product/screens.md#which-text-is-shown-for-an-error).
 */
export const errorText = (error: unknown, fallback: string) =>
  isApiError(error) && typeof error.status === 'number' && error.status >= 400 && error.status < 500 && error.message
    ? error.message
    : fallback;

/** Whether an error says that the session is over or the account is gone. */
export const isSessionGone = (error: unknown) => isApiError(error) && (error.status === 401 || error.status === 404);

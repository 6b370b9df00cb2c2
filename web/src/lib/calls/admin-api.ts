import { asAdmin } from './admin-session';
import { api, type Tag } from './api';
import type { AddEndpoints } from './endpoints';

const TAGS = [
  'Admin',
  'Dashboard',
  'AdminProducts',
  'AdminDemos',
  'AdminOrders',
  'AdminClaims',
  'Disputes',
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
] as const;

type AddTagged = AddEndpoints<Tag | (typeof TAGS)[number]>;
const taggedApi = api.enhanceEndpoints({ addTagTypes: TAGS });

/** An endpoint with the admin's token, and with the tag by which its answer goes when the admin's session is over. */
const ofAdmin = ({ providesTags = [], ...endpoint }: { providesTags?: readonly unknown[] }) => ({
  ...endpoint,
  providesTags: [...providesTags, 'Admin'],
  extraOptions: asAdmin,
});
const allOfAdmin = <Endpoints extends object>(endpoints: Endpoints) =>
  Object.fromEntries(Object.entries(endpoints).map(([name, endpoint]) => [name, ofAdmin(endpoint as object)])) as Endpoints;

/** Adds endpoints that are called with the admin's token. The api that it returns is the shop's, so it must not add more. */
const injectEndpoints: AddTagged = ({ endpoints }) =>
  (taggedApi.injectEndpoints as AddTagged)({ endpoints: (build) => allOfAdmin(endpoints(build)) });

/**
 * The calls of the administration, made with the admin's token, and their own tags, whose names visitors do not load.
 *
 * The tags in `invalidatesTags` are loaded again even after a refusal, because the shown data may be old. A change that needs
 * another rule gives a function.
 */
export const adminApi = { ...taggedApi, injectEndpoints };

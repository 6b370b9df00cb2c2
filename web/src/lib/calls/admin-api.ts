import { asAdmin } from './admin-session';
import { api } from './api';

const tagged = api.enhanceEndpoints({
  addTagTypes: [
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
});

const withToken = <Endpoints extends object>(endpoints: Endpoints) =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, endpoint]) => [name, { ...endpoint, extraOptions: asAdmin }]),
  ) as Endpoints;

/** Adds endpoints that are called with the admin's token. The api that it returns is the shop's, so it must not add more. */
const injectEndpoints: typeof tagged.injectEndpoints = ({ endpoints, ...options }) =>
  tagged.injectEndpoints({ ...options, endpoints: (build) => withToken(endpoints(build)) });

/**
 * The calls of the administration, made with the admin's token, and their own tags, whose names visitors do not load.
 *
 * The tags in `invalidatesTags` are loaded again even after a refusal, because the shown data may be old. A change that needs
 * another rule gives a function.
 */
export const adminApi = { ...tagged, injectEndpoints };

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

/** Adds endpoints that are called with the admin's token. What it answers with must not be asked to add more: that is the shop's api. */
const injectEndpoints: typeof tagged.injectEndpoints = ({ endpoints, ...options }) =>
  tagged.injectEndpoints({ ...options, endpoints: (build) => withToken(endpoints(build)) });

/**
 * The calls of the administration, all made with the admin's token, and the tags that they alone have: no visitor loads their names.
 *
 * What a change names in `invalidatesTags` is read again after a refusal too, because somebody else may have been faster, or the answer
 * may have been lost after the change was made. A change that keeps what is shown when it is refused gives a function.
 */
export const adminApi = { ...tagged, injectEndpoints };

import { api } from './api';

/** The calls of the administration, with the tags that they alone have: no visitor loads their names. */
export const adminApi = api.enhanceEndpoints({
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

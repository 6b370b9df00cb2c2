import type { AdminRole } from '@shop/contracts/constants';

/** The names of the roles in lists. */
export const ROLE_NAMES: Record<AdminRole, string> = {
  owner: 'Owner',
  catalogue: 'Catalogue',
  support: 'Support',
  finance: 'Finance',
  viewer: 'Viewer',
};

/** The rights of the roles, where one is chosen. */
export const ROLE_CHOICES: Record<AdminRole, string> = {
  owner: 'Owner: sees and changes everything',
  catalogue: 'Catalogue: tracks, demo tracks and submissions',
  support: 'Support: accounts, stores, orders and messages',
  finance: 'Finance: payments, refunds, coupons and payouts',
  viewer: 'Viewer: reads, and changes nothing',
};

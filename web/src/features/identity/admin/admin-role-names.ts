import type { AdminRole } from '@shop/contracts/constants';

export const ROLE_NAMES: Record<AdminRole, string> = {
  owner: 'Owner',
  catalogue: 'Catalogue',
  support: 'Support',
  finance: 'Finance',
  viewer: 'Viewer',
};

/** The names of the roles with their rights, for the form. */
export const ROLE_CHOICES: Record<AdminRole, string> = {
  owner: 'Owner: sees and changes everything',
  catalogue: 'Catalogue: tracks, demo tracks and submissions',
  support: 'Support: accounts, stores, orders and messages',
  finance: 'Finance: payments, refunds, coupons and payouts',
  viewer: 'Viewer: reads, and changes nothing',
};

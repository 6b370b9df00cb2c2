import { accountAdministrationRoutes, accountStatsRoutes, auditRoutes } from './identity/account-administration';
import { listRoutes } from './identity/cart-and-wishlist';
import { deviceRoutes, loginRoutes, passwordResetRoutes, registrationRoutes } from './identity/logins';
import { dataExportRoutes, deletionRoutes } from './identity/own-data';
import { emailChangeRoutes, profileRoutes } from './identity/profiles';
import { factorRoutes, secondStepRoutes } from './identity/second-factor';

export * from './identity/account-administration';
export * from './identity/cart-and-wishlist';
export * from './identity/logins';
export * from './identity/own-data';
export * from './identity/profiles';
export * from './identity/second-factor';

export const identityRoutes = {
  ...registrationRoutes,
  ...loginRoutes,
  ...secondStepRoutes,
  ...factorRoutes,
  ...deviceRoutes,
  ...deletionRoutes,
  ...dataExportRoutes,
  ...passwordResetRoutes,
  ...profileRoutes,
  ...accountAdministrationRoutes,
  ...emailChangeRoutes,
  ...listRoutes,
  ...auditRoutes,
  ...accountStatsRoutes,
};

import { accountAdministrationRoutes, accountStatsRoutes, auditRoutes } from './account-administration';
import { listRoutes } from './cart-and-wishlist';
import { deviceRoutes, loginRoutes, passwordResetRoutes, registrationRoutes } from './logins';
import { dataExportRoutes, deletionRoutes } from './own-data';
import { emailChangeRoutes, profileRoutes } from './profiles';
import { factorRoutes, secondStepRoutes } from './second-factor';

/** Every call of identity. */
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

import { identityRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { ServiceContext } from './context';
import { accountAdministrationHandlers } from './administration/administration.endpoints';
import { auditHandlers } from './administration/audit.endpoints';
import { deletionHandlers } from './own-data/deletion.endpoints';
import { deviceHandlers } from './sessions/devices.endpoints';
import { emailChangeHandlers } from './profiles/email-changes.endpoints';
import { listHandlers } from './lists/lists.endpoints';
import { loginHandlers } from './logins/logins.endpoints';
import { secondStepHandlers } from './logins/second-step.endpoints';
import { dataExportHandlers } from './own-data/own-data.endpoints';
import { passwordResetHandlers } from './credentials/password-resets.endpoints';
import { profileHandlers } from './profiles/profiles.endpoints';
import { registrationHandlers } from './registration/registration.endpoints';
import { factorHandlers } from './second-factor/second-factor.endpoints';
import { statsHandlers } from './stats/stats.endpoints';

export const endpointsOf = (context: ServiceContext): Endpoint[] =>
  implement(identityRoutes, {
    ...registrationHandlers(context),
    ...loginHandlers(context),
    ...secondStepHandlers(context),
    ...factorHandlers(context),
    ...deviceHandlers(context),
    ...deletionHandlers(context),
    ...dataExportHandlers(context),
    ...passwordResetHandlers(context),
    ...profileHandlers(context),
    ...accountAdministrationHandlers(context),
    ...emailChangeHandlers(context),
    ...listHandlers(context),
    ...auditHandlers(context),
    ...statsHandlers(context),
  });

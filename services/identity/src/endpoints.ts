import { identityRoutes } from '@shop/contracts/routes';
import { implement, type Endpoint } from '@shop/http';
import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { accountAdministrationHandlers } from './administration/administration.endpoints';
import { auditHandlers } from './audit/audit.endpoints';
import { deletionHandlers } from './deletion/deletion.endpoints';
import { deviceHandlers } from './devices/devices.endpoints';
import { emailChangeHandlers } from './email-changes/email-changes.endpoints';
import { listHandlers } from './lists/lists.endpoints';
import { loginHandlers } from './logins/logins.endpoints';
import { secondStepHandlers } from './logins/second-step.endpoints';
import { dataExportHandlers } from './own-data/own-data.endpoints';
import { passwordResetHandlers } from './password-resets/password-resets.endpoints';
import { profileHandlers } from './profiles/profiles.endpoints';
import { registrationHandlers } from './registration/registration.endpoints';
import type { FactorSettings } from './second-factor/prove';
import { factorHandlers } from './second-factor/second-factor.endpoints';
import { statsHandlers } from './stats/stats.endpoints';

export type EndpointParts = {
  source: DataSource;
  botCheck: BotCheck;
  /** Whether the shop is reached by HTTPS, so that cookies say so. */
  secure: boolean;
  rateScale: number;
  factors: FactorSettings;
  adminIdleMinutes: number;
};

/** Every call of identity. */
export const endpointsOf = (parts: EndpointParts): Endpoint[] =>
  implement(identityRoutes, {
    ...registrationHandlers(parts),
    ...loginHandlers(parts),
    ...secondStepHandlers(parts),
    ...factorHandlers(parts),
    ...deviceHandlers(parts),
    ...deletionHandlers(parts),
    ...dataExportHandlers(parts),
    ...passwordResetHandlers(parts),
    ...profileHandlers(parts),
    ...accountAdministrationHandlers(parts.source),
    ...emailChangeHandlers(parts),
    ...listHandlers(parts.source),
    ...auditHandlers(parts.source),
    ...statsHandlers(parts.source),
  });

import { LIMITS, type profileRoutes } from '@shop/contracts/routes';
import { rateLimiter, type Handlers } from '@shop/http';
import type { DataSource } from 'typeorm';
import { viewOf } from '../accounts/user.entity';
import { pendingEmailOf } from '../credentials/pending-change';
import { changeProfile } from './change-profile';
import { detailsOf } from './details';
import { confirmationMails } from './email-changes.endpoints';

export function profileHandlers({
  source,
  rateScale,
}: {
  source: DataSource;
  rateScale: number;
}): Handlers<typeof profileRoutes> {
  const limits = {
    changes: rateLimiter(source, LIMITS.credentialChanges, rateScale),
    mailsTo: confirmationMails(source, rateScale),
  };
  return {
    readDetails: ({ params }) => detailsOf(source, params.id),
    async changeProfile({ params, body, caller }) {
      const user = await changeProfile(source, limits, caller, params.id, body);
      return { success: true, data: viewOf(user), pending_email: await pendingEmailOf(source.manager, user.id) };
    },
  };
}

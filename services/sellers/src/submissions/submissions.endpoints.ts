import { LIMITS, type submissionRoutes } from '@shop/contracts/routes';
import { rateLimiter, type UserCaller, type Handlers } from '@shop/http';
import { inTx } from '@shop/messaging';
import type { RequestHandler } from 'express';
import type { BotCheck } from '@shop/shared';
import type { DataSource } from 'typeorm';
import { Seller } from '../stores/seller.entity';
import { decideSubmission } from './decide-submission';
import { listSubmissions, submissionForAdmin } from './submission-queries';
import { correctSubmission, isOpen, notActive, submitTrack } from './submit-track';

const MESSAGE = 'The application for review has been successfully submitted. We will contact you within 48 hours.';

type SubmissionParts = { source: DataSource; botCheck: BotCheck; rateScale: number };

export function submissionHandlers({ source, botCheck, rateScale }: SubmissionParts): Handlers<typeof submissionRoutes> {
  const perSeller = rateLimiter(source, LIMITS.submissions, rateScale);

  /** Runs before the form is checked: a seller who may not send at all hears that first. */
  const activeSellersOnly: RequestHandler = async (_req, res, next) => {
    const { userId } = res.locals.caller as UserCaller;
    if (!isOpen(await source.manager.findOneBy(Seller, { userId }))) throw notActive();
    next();
  };

  return {
    submitTrack: {
      before: [activeSellersOnly],
      async handle({ body, caller }) {
        await perSeller.use(String(caller.userId));
        await botCheck(body.recaptchaToken, 'submit_track', caller.address);
        await inTx(source, (tx) => submitTrack(tx, caller.userId, body));
        return { success: true, message: MESSAGE };
      },
    },
    correctSubmission: {
      before: [activeSellersOnly],
      async handle({ params, body, caller }) {
        await botCheck(body.recaptchaToken, 'submit_track', caller.address);
        await inTx(source, (tx) => correctSubmission(tx, caller.userId, params.id, body));
        return { success: true, message: MESSAGE };
      },
    },
    listSubmissions: ({ query, caller }) => listSubmissions(source, query, caller),
    readSubmission: async ({ params, caller }) => ({ success: true, data: await submissionForAdmin(source, params.id, caller) }),
    async decideSubmission({ params, body, caller }) {
      await inTx(source, (tx) => decideSubmission(tx, caller.userId, params.id, body));
      return { success: true, data: await submissionForAdmin(source, params.id, caller) };
    },
  };
}

import { MAY } from '@shop/contracts/constants';
import { id, SubmissionsQuery, SubmissionStatusForm, TrackSubmissionForm } from '@shop/contracts/forms';
import { endpoint, inTx, rateLimiter, type BotCheck, type Caller, type Endpoint } from '@shop/kit';
import type { RequestHandler } from 'express';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { Seller } from '../stores/seller.entity';
import { decideSubmission } from './decide-submission';
import { listSubmissions, oneSubmission } from './submission-queries';
import { isOpen, notActive, submitTrack } from './submit-track';

export type SubmissionParts = { source: DataSource; botCheck: BotCheck; rateScale: number };

const SubmissionId = z.strictObject({ id });
const MESSAGE = 'The application for review has been successfully submitted. We will contact you within 48 hours.';

export function submissionEndpoints({ source, botCheck, rateScale }: SubmissionParts): Endpoint[] {
  // ten an hour (decision 14)
  const perSeller = rateLimiter(source, { name: 'track-submission', points: 10, seconds: 3600 }, rateScale);

  /** Who may not send at all hears that first, not what is wrong with his form. */
  const activeSellersOnly: RequestHandler = async (_req, res, next) => {
    const { userId } = res.locals.caller as Caller;
    if (!isOpen(await source.manager.findOneBy(Seller, { userId: userId! }))) throw notActive();
    next();
  };

  return [
    endpoint({
      method: 'post',
      path: '/api/track-submissions',
      who: 'user',
      status: 201,
      summary: "Sends a track for review; active sellers only, and the store is always the seller's own",
      body: TrackSubmissionForm,
      middleware: [activeSellersOnly],
      async handle({ body, caller }) {
        await perSeller.use(String(caller.userId));
        await botCheck(body.recaptchaToken, 'submit_track', caller.address);
        await inTx(source, (tx) => submitTrack(tx, caller.userId!, body));
        return { success: true, message: MESSAGE };
      },
    }),
    endpoint({
      method: 'get',
      path: '/api/track-submissions',
      who: { roles: MAY.readCatalogue },
      summary: 'The review queue, what is due first; status narrows it to a state, to open or to overdue ones',
      query: SubmissionsQuery,
      handle: ({ query }) => listSubmissions(source, query),
    }),
    endpoint({
      method: 'get',
      path: '/api/track-submissions/:id',
      who: { roles: MAY.readCatalogue },
      summary: 'One submission with its links',
      params: SubmissionId,
      handle: async ({ params }) => ({ success: true, data: await oneSubmission(source, params.id) }),
    }),
    endpoint({
      method: 'put',
      path: '/api/track-submissions/:id/status',
      who: { roles: MAY.changeCatalogue },
      summary: 'Takes a submission into review, approves, rejects with a reason, or marks it as published',
      params: SubmissionId,
      body: SubmissionStatusForm,
      async handle({ params, body, caller }) {
        await inTx(source, (tx) => decideSubmission(tx, caller.userId!, params.id, body));
        return { success: true, data: await oneSubmission(source, params.id) };
      },
    }),
  ];
}

import { z } from 'zod';
import { MAY } from '../../constants';
import { id } from '../../forms/fields';
import { SubmissionStatusForm, SubmissionsQuery, TrackSubmissionForm } from '../../forms/submissions';
import { SaidView } from '../../views/shared';
import { OneSubmission, SubmissionsPage } from '../../views/submissions';
import { LIMITS } from '../limits';
import { BOT_CHECK, noSuch } from '../refusals';
import { route } from '../../declare';

const Id = z.object({ id });

export const submissionRoutes = {
  submitTrack: route({
    method: 'post',
    path: '/api/track-submissions',
    who: 'user',
    summary: "Sends a track for review; active sellers only, and the store is always the seller's own",
    body: TrackSubmissionForm,
    answers: { 201: SaidView },
    limits: [LIMITS.submissions],
    refuses: {
      ...BOT_CHECK,
      '400 package-not-fit':
        "The package is not the caller's, not checked, used already, or has a `fail`: `details` has the findings",
      '403 forbidden': 'The caller has no active store',
      '409 offer-changed': 'A new version of the offer agreement waits to be accepted',
    },
  }),
  correctSubmission: route({
    method: 'put',
    path: '/api/track-submissions/:id',
    who: 'user',
    summary: 'Sends a submission again for which changes were asked, with its history; its seller only',
    params: Id,
    body: TrackSubmissionForm,
    answers: { 200: SaidView },
    refuses: {
      ...BOT_CHECK,
      ...noSuch('submission'),
      '400 package-not-fit':
        "The package is not the caller's, not checked, used already, or has a `fail`: `details` has the findings",
      '403 forbidden': 'The caller has no active store',
      '409 illegal-transition': 'No changes are asked for',
      '409 offer-changed': 'A new version of the offer agreement waits to be accepted',
    },
  }),
  listSubmissions: route({
    method: 'get',
    path: '/api/track-submissions',
    who: { roles: MAY.readCatalogue },
    summary: 'The review queue, what is due first; status narrows it to a state, to open or to overdue ones',
    look: { action: 'submission.viewed', subject: 'submission' },
    query: SubmissionsQuery,
    answers: { 200: SubmissionsPage },
  }),
  readSubmission: route({
    method: 'get',
    path: '/api/track-submissions/:id',
    who: { roles: MAY.readCatalogue },
    summary: 'One submission; its links only for roles that may change tracks',
    look: { action: 'submission.viewed', subject: 'submission', id: 'id' },
    params: Id,
    answers: { 200: OneSubmission },
    refuses: noSuch('submission'),
  }),
  decideSubmission: route({
    method: 'put',
    path: '/api/track-submissions/:id/status',
    who: { roles: MAY.changeCatalogue },
    summary: 'Takes a submission into review, asks for changes, approves, rejects with a reason, or marks it as published',
    params: Id,
    body: SubmissionStatusForm,
    answers: { 200: OneSubmission },
    refuses: {
      ...noSuch('submission'),
      '409 illegal-transition': 'It cannot become that from what it is, or is no longer what it was looked at as',
    },
  }),
};

import type { SubmissionStatus } from '@shop/contracts/constants';
import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';
import { verdictSent, type Verdict } from './verdict';

/** `from` is the state that the admin saw. */
type Decision = { id: number; from: SubmissionStatus } & (
  { status: 'in_review' | 'approved' | 'published' } | { status: 'rejected'; reason: string }
);

/** How often the queues and their counts are loaded again. */
export const QUEUE_POLL_MS = 20_000;

export const { useSubmissionQueueQuery, useDecideSubmissionMutation, useWaitingDocumentsQuery, useJudgeStoreMutation } =
  adminApi.injectEndpoints({
    endpoints: (build) => ({
      /** `query` is page, limit, status, q and sort as a query string. */
      submissionQueue: build.query<Answer<'GET /api/track-submissions'>, string>({
        query: (query) => call('GET /api/track-submissions', { query }),
        providesTags: ['Submissions'],
      }),
      decideSubmission: build.mutation<Answer<'PUT /api/track-submissions/:id/status'>, Decision>({
        query: ({ id, ...body }) => call('PUT /api/track-submissions/:id/status', { params: { id }, body }),
        invalidatesTags: ['Submissions', 'Dashboard'],
      }),
      waitingDocuments: build.query<Answer<'GET /api/sellers'>, string>({
        query: (query) => call('GET /api/sellers', { query }),
        providesTags: ['Sellers'],
      }),
      judgeStore: build.mutation<Answer<'PUT /api/sellers/:id/status'>, Verdict>({
        query: (verdict) => call('PUT /api/sellers/:id/status', verdictSent(verdict)),
        invalidatesTags: ['Sellers', 'Dashboard'],
      }),
    }),
  });

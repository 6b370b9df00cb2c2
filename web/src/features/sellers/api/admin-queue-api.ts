import type { SubmissionStatus } from '@shop/contracts/constants';
import type { MarkedFinding } from '@shop/contracts/forms';
import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';
import { verdictSent, type Verdict } from './verdict';

/** `from` is the state that the admin saw. */
type Decision = { id: number; from: SubmissionStatus } & (
  | { status: 'in_review' | 'approved' | 'published' }
  | { status: 'rejected'; reason: string }
  | { status: 'changes_asked'; reason: string; findings: MarkedFinding[] }
);

/** How often the queues and their counts are loaded again. */
export const QUEUE_POLL_MS = 20_000;

export const { useSubmissionQueueQuery, useDecideSubmissionMutation, useWaitingDocumentsQuery, useJudgeStoreMutation } =
  adminApi.injectEndpoints({
    endpoints: (build) => ({
      /** `query` is page, limit, status, q and sort as a query string. */
      submissionQueue: build.query({
        query: (query: string) => call('GET /api/track-submissions', { query }),
        providesTags: ['Submissions'],
      }),
      decideSubmission: build.mutation({
        query: ({ id, ...body }: Decision) => call('PUT /api/track-submissions/:id/status', { params: { id }, body }),
        invalidatesTags: ['Submissions', 'Dashboard'],
      }),
      waitingDocuments: build.query({
        query: (query: string) => call('GET /api/sellers', { query }),
        providesTags: ['Sellers'],
      }),
      judgeStore: build.mutation({
        query: (verdict: Verdict) => call('PUT /api/sellers/:id/status', verdictSent(verdict)),
        invalidatesTags: ['Sellers', 'Dashboard'],
      }),
    }),
  });

import type { Page, SellerAdminView, SubmissionsPage } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';
import { verdictCall, type Verdict } from './verdict';

type Decision =
  { id: number; status: 'in_review' | 'approved' | 'published' } | { id: number; status: 'rejected'; reason: string };

export const { useSubmissionQueueQuery, useDecideSubmissionMutation, useWaitingDocumentsQuery, useJudgeStoreMutation } =
  api.injectEndpoints({
    endpoints: (build) => ({
      /** `query` is page, limit, status, q and sort as a query string. */
      submissionQueue: build.query<SubmissionsPage, string>({
        query: (query) => `track-submissions?${query}`,
        extraOptions: asAdmin,
        providesTags: ['Submissions'],
      }),
      decideSubmission: build.mutation<unknown, Decision>({
        query: ({ id, ...body }) => ({ url: `track-submissions/${id}/status`, method: 'PUT', body }),
        extraOptions: asAdmin,
        // also after a refusal: somebody else may have been faster
        invalidatesTags: ['Submissions', 'Dashboard'],
      }),
      /** Stores whose identity document waits to be looked at. */
      waitingDocuments: build.query<Page<SellerAdminView>, string>({
        query: (query) => `sellers?${query}`,
        extraOptions: asAdmin,
        providesTags: ['Sellers'],
      }),
      judgeStore: build.mutation<unknown, Verdict>({
        query: verdictCall,
        extraOptions: asAdmin,
        invalidatesTags: ['Sellers', 'Dashboard'],
      }),
    }),
  });

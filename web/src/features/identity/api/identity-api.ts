import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { api } from '#lib/calls/api.ts';
import { call, type Body } from '#lib/calls/call.ts';
import { detailsApi } from '../../session/details-api';

/** Whether the right password is only the first step. */
export const isSecondStep = (answer: SessionView | SecondFactorRequiredView): answer is SecondFactorRequiredView =>
  'requiresSecondFactor' in answer;

/** Loads the account again after the link of a mail has worked: its address may have changed, and this session may be over. */
const accountAnew = (_answer: unknown, error: unknown) => (error ? [] : ['User' as const]);

export const {
  useLoginMutation,
  useRegisterMutation,
  useCompleteRegistrationMutation,
  useResendCodeMutation,
  useLogoutMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useSaveProfileMutation,
  useConfirmEmailMutation,
  useUndoEmailChangeMutation,
  useSendConfirmationAgainMutation,
  useCancelEmailChangeMutation,
  useWriteToAdminMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation({
      query: (body: Body<'POST /api/users/login'>) => call('POST /api/users/login', { body }),
    }),
    register: build.mutation({
      query: (body: Body<'POST /api/users/register'>) => call('POST /api/users/register', { body }),
    }),
    completeRegistration: build.mutation({
      query: (body: Body<'POST /api/users/complete-registration'>) => call('POST /api/users/complete-registration', { body }),
    }),
    resendCode: build.mutation({
      query: (body: Body<'POST /api/users/resend-code'>) => call('POST /api/users/resend-code', { body }),
    }),
    logout: build.mutation({
      query: () => call('POST /api/users/logout'),
    }),
    forgotPassword: build.mutation({
      query: (body: Body<'POST /api/users/forgot-password'>) => call('POST /api/users/forgot-password', { body }),
    }),
    resetPassword: build.mutation({
      query: ({ token, ...body }: Body<'POST /api/users/reset-password/:token'> & { token: string }) =>
        call('POST /api/users/reset-password/:token', { params: { token }, body }),
      invalidatesTags: accountAnew,
    }),
    confirmEmail: build.mutation({
      query: (token: string) => call('POST /api/users/confirm-email/:token', { params: { token } }),
      invalidatesTags: accountAnew,
    }),
    undoEmailChange: build.mutation({
      query: (token: string) => call('POST /api/users/undo-email-change/:token', { params: { token } }),
      invalidatesTags: accountAnew,
    }),
    sendConfirmationAgain: build.mutation({
      query: (id: number) => call('POST /api/users/:id/email-change/resend', { params: { id } }),
    }),
    cancelEmailChange: build.mutation({
      query: (id: number) => call('DELETE /api/users/:id/email-change', { params: { id } }),
      invalidatesTags: ['User'],
    }),
    saveProfile: build.mutation({
      query: ({ userId: id, ...body }: Body<'PUT /api/users/:id'> & { userId: number }) =>
        call('PUT /api/users/:id', { params: { id }, body }),
      async onQueryStarted({ userId }, { dispatch, queryFulfilled }) {
        const answer = await queryFulfilled.catch(() => null);
        if (!answer) return;
        const { data: user, pending_email } = answer.data;
        dispatch(detailsApi.util.updateQueryData('details', userId, (details) => ({ ...details, user, pending_email })));
      },
    }),
    writeToAdmin: build.mutation({
      query: (body: Body<'POST /api/contact'>) => call('POST /api/contact', { body }),
    }),
  }),
});

import type { SecondFactorRequiredView, SessionView } from '@shop/contracts/views';
import { api } from '../../../lib/calls/api';
import { call, type Answer, type Body } from '../../../lib/calls/call';
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
    login: build.mutation<Answer<'POST /api/users/login'>, Body<'POST /api/users/login'>>({
      query: (body) => call('POST /api/users/login', { body }),
    }),
    register: build.mutation<Answer<'POST /api/users/register'>, Body<'POST /api/users/register'>>({
      query: (body) => call('POST /api/users/register', { body }),
    }),
    completeRegistration: build.mutation<
      Answer<'POST /api/users/complete-registration'>,
      Body<'POST /api/users/complete-registration'>
    >({
      query: (body) => call('POST /api/users/complete-registration', { body }),
    }),
    resendCode: build.mutation<Answer<'POST /api/users/resend-code'>, Body<'POST /api/users/resend-code'>>({
      query: (body) => call('POST /api/users/resend-code', { body }),
    }),
    logout: build.mutation<unknown, void>({
      query: () => call('POST /api/users/logout'),
    }),
    forgotPassword: build.mutation<Answer<'POST /api/users/forgot-password'>, Body<'POST /api/users/forgot-password'>>({
      query: (body) => call('POST /api/users/forgot-password', { body }),
    }),
    resetPassword: build.mutation<
      Answer<'POST /api/users/reset-password/:token'>,
      Body<'POST /api/users/reset-password/:token'> & { token: string }
    >({
      query: ({ token, ...body }) => call('POST /api/users/reset-password/:token', { params: { token }, body }),
      invalidatesTags: accountAnew,
    }),
    confirmEmail: build.mutation<Answer<'POST /api/users/confirm-email/:token'>, string>({
      query: (token) => call('POST /api/users/confirm-email/:token', { params: { token } }),
      invalidatesTags: accountAnew,
    }),
    undoEmailChange: build.mutation<Answer<'POST /api/users/undo-email-change/:token'>, string>({
      query: (token) => call('POST /api/users/undo-email-change/:token', { params: { token } }),
      invalidatesTags: accountAnew,
    }),
    sendConfirmationAgain: build.mutation<Answer<'POST /api/users/:id/email-change/resend'>, number>({
      query: (id) => call('POST /api/users/:id/email-change/resend', { params: { id } }),
    }),
    cancelEmailChange: build.mutation<Answer<'DELETE /api/users/:id/email-change'>, number>({
      query: (id) => call('DELETE /api/users/:id/email-change', { params: { id } }),
      invalidatesTags: ['User'],
    }),
    saveProfile: build.mutation<Answer<'PUT /api/users/:id'>, Body<'PUT /api/users/:id'> & { userId: number }>({
      query: ({ userId: id, ...body }) => call('PUT /api/users/:id', { params: { id }, body }),
      async onQueryStarted({ userId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        const { data: user, pending_email } = saved.data;
        dispatch(detailsApi.util.updateQueryData('details', userId, (details) => ({ ...details, user, pending_email })));
      },
    }),
    writeToAdmin: build.mutation<Answer<'POST /api/contact'>, Body<'POST /api/contact'>>({
      query: (body) => call('POST /api/contact', { body }),
    }),
  }),
});

import type {
  CompleteRegistrationForm,
  EmailForm,
  LoginForm,
  ProfileForm,
  RegisterForm,
  ResetPasswordForm,
} from '@shop/contracts/forms';
import type { MessageView, RegisterView, SecondFactorRequiredView, SessionView, UserView } from '@shop/contracts/views';
import { api } from '../../lib/api';
import { detailsApi } from '../../lib/detailsApi';

export type AdminMessage = { name: string; email: string; subject: string; text: string; recaptchaToken: string };

/** Whether the right password is only the first step. */
export const isSecondStep = (answer: SessionView | SecondFactorRequiredView): answer is SecondFactorRequiredView =>
  'requiresSecondFactor' in answer;

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
    login: build.mutation<SessionView | SecondFactorRequiredView, LoginForm>({
      query: (body) => ({ url: 'users/login', method: 'POST', body }),
    }),
    register: build.mutation<RegisterView, RegisterForm>({
      query: (body) => ({ url: 'users/register', method: 'POST', body }),
    }),
    completeRegistration: build.mutation<SessionView, CompleteRegistrationForm>({
      query: (body) => ({ url: 'users/complete-registration', method: 'POST', body }),
    }),
    resendCode: build.mutation<MessageView, EmailForm>({
      query: (body) => ({ url: 'users/resend-code', method: 'POST', body }),
    }),
    logout: build.mutation<unknown, void>({
      query: () => ({ url: 'users/logout', method: 'POST' }),
    }),
    forgotPassword: build.mutation<MessageView, EmailForm>({
      query: (body) => ({ url: 'users/forgot-password', method: 'POST', body }),
    }),
    resetPassword: build.mutation<MessageView, ResetPasswordForm & { token: string }>({
      query: ({ token, ...body }) => ({ url: `users/reset-password/${encodeURIComponent(token)}`, method: 'POST', body }),
    }),
    confirmEmail: build.mutation<MessageView, string>({
      query: (token) => ({ url: `users/confirm-email/${encodeURIComponent(token)}`, method: 'POST' }),
      invalidatesTags: (_answer, error) => (error ? [] : ['User']),
    }),
    undoEmailChange: build.mutation<MessageView, string>({
      query: (token) => ({ url: `users/undo-email-change/${encodeURIComponent(token)}`, method: 'POST' }),
    }),
    sendConfirmationAgain: build.mutation<MessageView, number>({
      query: (userId) => ({ url: `users/${userId}/email-change/resend`, method: 'POST' }),
    }),
    cancelEmailChange: build.mutation<MessageView, number>({
      query: (userId) => ({ url: `users/${userId}/email-change`, method: 'DELETE' }),
      invalidatesTags: ['User'],
    }),
    saveProfile: build.mutation<{ data: UserView; pending_email: string | null }, ProfileForm & { userId: number }>({
      query: ({ userId, ...body }) => ({ url: `users/${userId}`, method: 'PUT', body }),
      async onQueryStarted({ userId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        const { data: user, pending_email } = saved.data;
        dispatch(detailsApi.util.updateQueryData('details', userId, (details) => ({ ...details, user, pending_email })));
      },
    }),
    writeToAdmin: build.mutation<unknown, AdminMessage>({
      query: (body) => ({ url: 'contact', method: 'POST', body }),
    }),
  }),
});

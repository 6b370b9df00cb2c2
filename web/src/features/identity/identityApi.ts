import type {
  CompleteRegistrationForm,
  EmailForm,
  LoginForm,
  ProfileForm,
  RegisterForm,
  ResetPasswordForm,
} from '@shop/contracts/forms';
import type { MessageView, RegisterView, SessionView, UserView } from '@shop/contracts/views';
import { api } from '../../lib/api';
import { detailsApi } from '../../lib/detailsApi';

export type AdminMessage = { name: string; email: string; subject: string; text: string; recaptchaToken: string };

export const {
  useLoginMutation,
  useRegisterMutation,
  useCompleteRegistrationMutation,
  useResendCodeMutation,
  useLogoutMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
  useSaveProfileMutation,
  useWriteToAdminMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    login: build.mutation<SessionView, LoginForm>({
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
    saveProfile: build.mutation<{ data: UserView }, ProfileForm & { userId: number }>({
      query: ({ userId, ...body }) => ({ url: `users/${userId}`, method: 'PUT', body }),
      async onQueryStarted({ userId }, { dispatch, queryFulfilled }) {
        const saved = await queryFulfilled.catch(() => null);
        if (!saved) return;
        const { data: user } = saved.data;
        dispatch(detailsApi.util.updateQueryData('details', userId, (details) => ({ ...details, user })));
      },
    }),
    writeToAdmin: build.mutation<unknown, AdminMessage>({
      query: (body) => ({ url: 'contact', method: 'POST', body }),
    }),
  }),
});

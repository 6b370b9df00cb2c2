import type { CompleteRegistrationForm, EmailForm, LoginForm, RegisterForm, ResetPasswordForm } from '@shop/contracts/forms';
import type { MessageView, RegisterView, SessionView } from '@shop/contracts/views';
import { api } from '../../lib/api';

export const {
  useLoginMutation,
  useRegisterMutation,
  useCompleteRegistrationMutation,
  useResendCodeMutation,
  useLogoutMutation,
  useForgotPasswordMutation,
  useResetPasswordMutation,
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
  }),
});

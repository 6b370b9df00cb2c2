import type { NewPasskeyForm, OwnPasswordForm, PasskeyLoginForm, SecondStepForm, StepUpForm } from '@shop/contracts/forms';
import type {
  DeviceSessionView,
  EnrolmentView,
  FactorOptionsView,
  PasskeyLoginView,
  RecoveryCodesView,
  SecondFactorView,
  SessionView,
} from '@shop/contracts/views';
import { api } from '../../lib/api';

/** A step-up is of one session: of the admin's token where there is one, else of the cookie. */
type InSession = { token: string | null };
const inSession = ({ token }: InSession) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});
const post = (url: string, body: object = {}) => ({ url: `users/${url}`, method: 'POST', body });

export const {
  useSecondStepOptionsMutation,
  useSecondStepMutation,
  useEnrolAtLoginMutation,
  useBeginPasskeyLoginMutation,
  usePasskeyLoginMutation,
  useStepUpOptionsMutation,
  useStepUpMutation,
  useSecondFactorQuery,
  useBeginAppMutation,
  useConfirmAppMutation,
  useRemoveAppMutation,
  useRenewRecoveryCodesMutation,
  useBeginPasskeyMutation,
  useAddPasskeyMutation,
  useRemovePasskeyMutation,
  useSessionsQuery,
  useEndSessionMutation,
  useLogoutEverywhereMutation,
} = api.injectEndpoints({
  endpoints: (build) => ({
    secondStepOptions: build.mutation<FactorOptionsView, string>({
      query: (challenge) => post('login/second-factor/options', { challenge }),
    }),
    secondStep: build.mutation<SessionView & { recoveryCodes?: string[] }, SecondStepForm>({
      query: (body) => post('login/second-factor', body),
    }),
    enrolAtLogin: build.mutation<EnrolmentView, string>({
      query: (challenge) => post('login/second-factor/enrol', { challenge }),
    }),
    beginPasskeyLogin: build.mutation<PasskeyLoginView, void>({ query: () => post('login/passkey/options') }),
    passkeyLogin: build.mutation<SessionView, PasskeyLoginForm>({ query: (body) => post('login/passkey', body) }),
    stepUpOptions: build.mutation<FactorOptionsView, InSession>({
      query: (session) => ({ ...post('step-up/options'), ...inSession(session) }),
    }),
    stepUp: build.mutation<unknown, InSession & { proof: StepUpForm }>({
      query: ({ proof, ...session }) => ({ ...post('step-up', proof), ...inSession(session) }),
    }),
    secondFactor: build.query<SecondFactorView, void>({ query: () => 'users/second-factor', providesTags: ['SecondFactor'] }),
    beginApp: build.mutation<EnrolmentView, OwnPasswordForm>({ query: (body) => post('second-factor/app', body) }),
    confirmApp: build.mutation<RecoveryCodesView, string>({
      query: (code) => post('second-factor/app/confirm', { code }),
      invalidatesTags: ['SecondFactor', 'Sessions'],
    }),
    removeApp: build.mutation<unknown, OwnPasswordForm>({
      query: (body) => post('second-factor/app/remove', body),
      invalidatesTags: ['SecondFactor'],
    }),
    renewRecoveryCodes: build.mutation<RecoveryCodesView, OwnPasswordForm>({
      query: (body) => post('second-factor/recovery-codes', body),
      invalidatesTags: ['SecondFactor'],
    }),
    beginPasskey: build.mutation<object, OwnPasswordForm>({ query: (body) => post('passkeys/options', body) }),
    addPasskey: build.mutation<RecoveryCodesView, NewPasskeyForm>({
      query: (body) => post('passkeys', body),
      invalidatesTags: ['SecondFactor', 'Sessions'],
    }),
    removePasskey: build.mutation<unknown, OwnPasswordForm & { id: string }>({
      query: ({ id, ...body }) => post(`passkeys/${id}/remove`, body),
      invalidatesTags: ['SecondFactor'],
    }),
    sessions: build.query<{ data: DeviceSessionView[] }, void>({ query: () => 'users/sessions', providesTags: ['Sessions'] }),
    endSession: build.mutation<unknown, string>({
      query: (id) => ({ url: `users/sessions/${id}`, method: 'DELETE' }),
      invalidatesTags: ['Sessions'],
    }),
    logoutEverywhere: build.mutation<unknown, void>({ query: () => post('logout-everywhere') }),
  }),
});

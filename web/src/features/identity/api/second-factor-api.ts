import { api } from '../../../lib/calls/api';
import { call, type Answer, type Body } from '../../../lib/calls/call';

type OwnPassword = Body<'POST /api/users/passkeys/options'>;
/** A step-up belongs to one session: that of the admin token if there is one, otherwise that of the cookie. */
type InSession = { token: string | null };
const inSession = ({ token }: InSession) => (token ? { headers: { authorization: `Bearer ${token}` } } : {});

export const {
  useSecondStepOptionsMutation,
  useSecondStepMutation,
  useEnrolAtLoginMutation,
  useBeginPasskeyAtLoginMutation,
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
    secondStepOptions: build.mutation<Answer<'POST /api/users/login/second-factor/options'>, string>({
      query: (challenge) => call('POST /api/users/login/second-factor/options', { body: { challenge } }),
    }),
    secondStep: build.mutation<Answer<'POST /api/users/login/second-factor'>, Body<'POST /api/users/login/second-factor'>>({
      query: (body) => call('POST /api/users/login/second-factor', { body }),
    }),
    enrolAtLogin: build.mutation<Answer<'POST /api/users/login/second-factor/enrol'>, string>({
      query: (challenge) => call('POST /api/users/login/second-factor/enrol', { body: { challenge } }),
    }),
    beginPasskeyAtLogin: build.mutation<Answer<'POST /api/users/login/second-factor/enrol/passkey'>, string>({
      query: (challenge) => call('POST /api/users/login/second-factor/enrol/passkey', { body: { challenge } }),
    }),
    beginPasskeyLogin: build.mutation<Answer<'POST /api/users/login/passkey/options'>, void>({
      query: () => call('POST /api/users/login/passkey/options'),
    }),
    passkeyLogin: build.mutation<Answer<'POST /api/users/login/passkey'>, Body<'POST /api/users/login/passkey'>>({
      query: (body) => call('POST /api/users/login/passkey', { body }),
    }),
    stepUpOptions: build.mutation<Answer<'POST /api/users/step-up/options'>, InSession>({
      query: (session) => ({ ...call('POST /api/users/step-up/options'), ...inSession(session) }),
    }),
    stepUp: build.mutation<unknown, InSession & { proof: Body<'POST /api/users/step-up'> }>({
      query: ({ proof: body, ...session }) => ({ ...call('POST /api/users/step-up', { body }), ...inSession(session) }),
    }),
    secondFactor: build.query<Answer<'GET /api/users/second-factor'>, void>({
      query: () => call('GET /api/users/second-factor'),
      providesTags: ['SecondFactor'],
    }),
    beginApp: build.mutation<Answer<'POST /api/users/second-factor/app'>, OwnPassword>({
      query: (body) => call('POST /api/users/second-factor/app', { body }),
    }),
    confirmApp: build.mutation<Answer<'POST /api/users/second-factor/app/confirm'>, string>({
      query: (code) => call('POST /api/users/second-factor/app/confirm', { body: { code } }),
      invalidatesTags: ['SecondFactor', 'Sessions'],
    }),
    removeApp: build.mutation<unknown, OwnPassword>({
      query: (body) => call('POST /api/users/second-factor/app/remove', { body }),
      invalidatesTags: ['SecondFactor'],
    }),
    renewRecoveryCodes: build.mutation<Answer<'POST /api/users/second-factor/recovery-codes'>, OwnPassword>({
      query: (body) => call('POST /api/users/second-factor/recovery-codes', { body }),
      invalidatesTags: ['SecondFactor'],
    }),
    beginPasskey: build.mutation<Answer<'POST /api/users/passkeys/options'>, OwnPassword>({
      query: (body) => call('POST /api/users/passkeys/options', { body }),
    }),
    addPasskey: build.mutation<Answer<'POST /api/users/passkeys'>, Body<'POST /api/users/passkeys'>>({
      query: (body) => call('POST /api/users/passkeys', { body }),
      invalidatesTags: ['SecondFactor', 'Sessions'],
    }),
    removePasskey: build.mutation<unknown, OwnPassword & { id: string }>({
      query: ({ id, ...body }) => call('POST /api/users/passkeys/:id/remove', { params: { id }, body }),
      invalidatesTags: ['SecondFactor'],
    }),
    sessions: build.query<Answer<'GET /api/users/sessions'>, void>({
      query: () => call('GET /api/users/sessions'),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation<unknown, string>({
      query: (id) => call('DELETE /api/users/sessions/:id', { params: { id } }),
      invalidatesTags: ['Sessions'],
    }),
    logoutEverywhere: build.mutation<unknown, void>({ query: () => call('POST /api/users/logout-everywhere') }),
  }),
});

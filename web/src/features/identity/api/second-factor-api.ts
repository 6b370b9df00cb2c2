import { api } from '#lib/calls/api.ts';
import { call, type Body } from '#lib/calls/call.ts';

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
    secondStepOptions: build.mutation({
      query: (challenge: string) => call('POST /api/users/login/second-factor/options', { body: { challenge } }),
    }),
    secondStep: build.mutation({
      query: (body: Body<'POST /api/users/login/second-factor'>) => call('POST /api/users/login/second-factor', { body }),
    }),
    enrolAtLogin: build.mutation({
      query: (challenge: string) => call('POST /api/users/login/second-factor/enrol', { body: { challenge } }),
    }),
    beginPasskeyAtLogin: build.mutation({
      query: (challenge: string) => call('POST /api/users/login/second-factor/enrol/passkey', { body: { challenge } }),
    }),
    beginPasskeyLogin: build.mutation({
      query: () => call('POST /api/users/login/passkey/options'),
    }),
    passkeyLogin: build.mutation({
      query: (body: Body<'POST /api/users/login/passkey'>) => call('POST /api/users/login/passkey', { body }),
    }),
    stepUpOptions: build.mutation({
      query: (session: InSession) => ({ ...call('POST /api/users/step-up/options'), ...inSession(session) }),
    }),
    stepUp: build.mutation({
      query: ({ proof: body, ...session }: InSession & { proof: Body<'POST /api/users/step-up'> }) => ({
        ...call('POST /api/users/step-up', { body }),
        ...inSession(session),
      }),
    }),
    secondFactor: build.query({
      query: () => call('GET /api/users/second-factor'),
      providesTags: ['SecondFactor'],
    }),
    beginApp: build.mutation({
      query: (body: OwnPassword) => call('POST /api/users/second-factor/app', { body }),
    }),
    confirmApp: build.mutation({
      query: (code: string) => call('POST /api/users/second-factor/app/confirm', { body: { code } }),
      invalidatesTags: ['SecondFactor', 'Sessions'],
    }),
    removeApp: build.mutation({
      query: (body: OwnPassword) => call('POST /api/users/second-factor/app/remove', { body }),
      invalidatesTags: ['SecondFactor'],
    }),
    renewRecoveryCodes: build.mutation({
      query: (body: OwnPassword) => call('POST /api/users/second-factor/recovery-codes', { body }),
      invalidatesTags: ['SecondFactor'],
    }),
    beginPasskey: build.mutation({
      query: (body: OwnPassword) => call('POST /api/users/passkeys/options', { body }),
    }),
    addPasskey: build.mutation({
      query: (body: Body<'POST /api/users/passkeys'>) => call('POST /api/users/passkeys', { body }),
      invalidatesTags: ['SecondFactor', 'Sessions'],
    }),
    removePasskey: build.mutation({
      query: ({ id, ...body }: OwnPassword & { id: string }) =>
        call('POST /api/users/passkeys/:id/remove', { params: { id }, body }),
      invalidatesTags: ['SecondFactor'],
    }),
    sessions: build.query({
      query: () => call('GET /api/users/sessions'),
      providesTags: ['Sessions'],
    }),
    endSession: build.mutation({
      query: (id: string) => call('DELETE /api/users/sessions/:id', { params: { id } }),
      invalidatesTags: ['Sessions'],
    }),
    logoutEverywhere: build.mutation({ query: () => call('POST /api/users/logout-everywhere') }),
  }),
});

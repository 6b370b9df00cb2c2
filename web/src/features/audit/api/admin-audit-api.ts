import { adminApi } from '#lib/calls/admin-api.ts';
import { call } from '#lib/calls/call.ts';

export const { useAuditLogQuery, useSealChecksQuery } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, action, subject, admin, from and to as a query string. */
    auditLog: build.query({
      query: (query: string) => call('GET /api/audit-log', { query }),
      providesTags: ['AuditLog'],
    }),
    sealChecks: build.query({
      query: () => call('GET /api/seal-checks'),
    }),
  }),
});

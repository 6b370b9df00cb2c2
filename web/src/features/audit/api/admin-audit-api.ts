import { adminApi } from '../../../lib/calls/admin-api';
import { call, type Answer } from '../../../lib/calls/call';

export const { useAuditLogQuery, useSealChecksQuery } = adminApi.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, action, subject, admin, from and to as a query string. */
    auditLog: build.query<Answer<'GET /api/audit-log'>, string>({
      query: (query) => call('GET /api/audit-log', { query }),
      providesTags: ['AuditLog'],
    }),
    sealChecks: build.query<Answer<'GET /api/seal-checks'>, void>({
      query: () => call('GET /api/seal-checks'),
    }),
  }),
});

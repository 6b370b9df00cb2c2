import type { AuditLogView } from '@shop/contracts/views';
import { asAdmin } from '../../lib/admin-session';
import { api } from '../../lib/api';

export const { useAuditLogQuery } = api.injectEndpoints({
  endpoints: (build) => ({
    /** `query` is page, limit, q, sort, action, subject, admin, from and to as a query string. */
    auditLog: build.query<AuditLogView, string>({
      query: (query) => `audit-log?${query}`,
      extraOptions: asAdmin,
      providesTags: ['AuditLog'],
    }),
  }),
});

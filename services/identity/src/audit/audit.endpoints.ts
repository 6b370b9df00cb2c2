import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { MAY } from '@shop/contracts/constants';
import { AuditLogQuery } from '@shop/contracts/forms';
import { endpoint, type Endpoint } from '@shop/kit';
import { auditLog } from './audit-log';

const Fields = z.record(z.string(), z.json()).nullable();
const Answer = z.object({
  success: z.literal(true),
  data: z.array(
    z.object({
      id: z.int(),
      at: z.iso.datetime(),
      admin: z.object({ id: z.int(), name: z.string(), email: z.string().nullable() }),
      action: z.string(),
      subject: z.object({ type: z.string(), id: z.int().nullable(), name: z.string() }),
      before: Fields,
      after: Fields,
    }),
  ),
  pagination: z.object({ page: z.int(), limit: z.int(), total: z.int(), totalPages: z.int() }),
  /** The last seal: who keeps it elsewhere sees whether the past was written anew. */
  head: z.object({ number: z.int(), hash: z.string(), sealedAt: z.string() }).nullable(),
  choices: z.object({
    actions: z.array(z.string()),
    subjects: z.array(z.string()),
    admins: z.array(z.object({ id: z.int(), name: z.string() })),
  }),
});

export const auditEndpoints = (source: DataSource): Endpoint[] => [
  endpoint({
    method: 'get',
    path: '/api/audit-log',
    who: { roles: MAY.ownTheShop },
    summary: 'What administrators did: who, when, what, before and after; newest first',
    query: AuditLogQuery,
    answer: Answer,
    handle: ({ query }) => auditLog(source.manager, query),
  }),
];

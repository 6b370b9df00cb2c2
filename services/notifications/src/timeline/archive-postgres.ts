import { subjectKey, subjectOf } from '@shop/contracts/events';
import { jsonb } from '@shop/messaging';
import { queryLong } from '@shop/postgres';
import type { DataSource } from 'typeorm';
import { ACTED, COUNTED, ERASED, type Filter, type TimelineArchive } from './archive';
import type { Entry } from './entry';

type Row = { id: string; at: Date; document: Omit<Entry, 'id' | 'at'> };

const MATCHES = `($1::text IS NULL OR document -> 'subjects' ? $1) AND ($2::text[] IS NULL OR document ->> 'type' = ANY($2))
  AND ($3::text IS NULL OR document ->> 'requestId' = $3) AND ($4::timestamptz IS NULL OR at >= $4) AND ($5::timestamptz IS NULL OR at < $5)`;

/** SQL: the erased account, which is the one subject of such an entry. */
const WHO = `document -> 'subjects' ->> 0`;

const parameters = ({ subject, types, requestId, from, to }: Filter) => [
  subject ?? null,
  types ?? null,
  requestId ?? null,
  from ?? null,
  to ?? null,
];

/** The archive in the service's own database: a `jsonb` document for each event. The database belongs to the caller. */
export const createPostgresArchive = (source: DataSource): TimelineArchive => ({
  async keep(entries) {
    const rows = entries.map(({ id, at, ...document }) => ({ id, at, document }));
    await source.query(
      `INSERT INTO timeline (id, at, document)
       SELECT id, at, document FROM jsonb_to_recordset($1) AS row (id uuid, at timestamptz, document jsonb) ON CONFLICT DO NOTHING`,
      [jsonb(rows)],
    );
  },

  async find(filter, { skip, take }) {
    const matching = parameters(filter);
    const [rows, [count]] = await Promise.all([
      source.query<Row[]>(`SELECT id, at, document FROM timeline WHERE ${MATCHES} ORDER BY at DESC, id LIMIT $6 OFFSET $7`, [
        ...matching,
        take,
        skip,
      ]),
      source.query<[{ total: number }]>(
        `SELECT count(*)::int AS total FROM (SELECT 1 FROM timeline WHERE ${MATCHES} LIMIT $6) AS counted`,
        [...matching, COUNTED],
      ),
    ]);
    return { entries: rows.map(({ id, at, document }) => ({ id, at, ...document })), total: count.total };
  },

  async forget(accountId) {
    const account = subjectKey('account', accountId);
    const condition = `document -> 'subjects' ? $1 AND document ->> 'type' <> '${ERASED}'`;
    await source.query(`DELETE FROM timeline WHERE ${condition} AND jsonb_array_length(document -> 'subjects') = 1`, [account]);
    await source.query(
      `UPDATE timeline SET document = jsonb_set(document, '{subjects}', (document -> 'subjects') - $1) WHERE ${condition}`,
      [account],
    );
    // An admin may have many entries, so this takes long.
    await queryLong(
      source,
      `UPDATE timeline SET document = jsonb_set(document, '{facts,adminId}', 'null')
       WHERE document ->> 'type' = '${ACTED}' AND document #> '{facts,adminId}' = to_jsonb($1::int)`,
      [accountId],
    );
  },

  async erasedAmong(accountIds) {
    const rows = await source.query<{ subject: string }[]>(
      `SELECT ${WHO} AS subject FROM timeline WHERE document ->> 'type' = '${ERASED}' AND ${WHO} = ANY($1)`,
      [accountIds.map((id) => subjectKey('account', id))],
    );
    return rows.map(({ subject }) => subjectOf(subject).id);
  },

  async erasedSince(moment) {
    const rows = await source.query<{ subject: string }[]>(
      `SELECT ${WHO} AS subject FROM timeline WHERE document ->> 'type' = $1 AND at >= $2`,
      [ERASED, moment],
    );
    return rows.map(({ subject }) => subjectOf(subject).id);
  },

  async prune(before) {
    const [{ gone }] = await queryLong<[{ gone: number }]>(
      source,
      `WITH gone AS (DELETE FROM timeline WHERE at < $1 RETURNING 1) SELECT count(*)::int AS gone FROM gone`,
      [before],
    );
    return gone;
  },

  close: () => Promise.resolve(),
});

import type { AuditEntryView } from '@shop/contracts/views';
import { asked, inWords } from '../../features/audit/admin-audit-words';
import { auditColumns } from '../../features/audit/admin-audit-columns';
import { useAuditLogQuery } from '../../features/audit/adminAuditApi';
import { errorText } from '../../lib/api';
import { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/Button';
import { DataTable } from '../../ui/DataTable';
import { FilterDate } from '../../ui/FilterDate';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { Pagination } from '../../ui/Pagination';
import { Query } from '../../ui/Query';
import { SearchBox } from '../../ui/SearchBox';

const FILTERS = ['action', 'subject', 'admin', 'from', 'to'] as const;
const NONE = { q: '', action: '', subject: '', admin: '', from: '', to: '' };

/** What administrators did: who, when, what, before and after. Nothing here can be changed. */
export function AuditLogPage() {
  const { params, query, change } = useListParams(FILTERS, 20);
  const log = useAuditLogQuery(asked(query), { refetchOnMountOrArgChange: true });
  const shown = { ...log, data: log.currentData ?? (log.isFetching ? log.data : undefined) };
  const choices = log.data?.choices ?? { actions: [], subjects: [], admins: [] };
  const filtered = [params.q, ...FILTERS.map((name) => params[name])].some(Boolean);

  const table = (rows: AuditEntryView[] | undefined) => (
    <DataTable
      caption="Audit log"
      columns={auditColumns}
      rows={rows}
      empty={filtered ? 'No matching entries found' : 'No administrator has changed anything yet'}
      sort={params.sort || '-at'}
      onSort={(sort) => change({ sort })}
      stale={log.isFetching}
    />
  );

  return (
    <>
      <title>Audit log</title>
      <ListHead
        title="Audit log"
        total={log.data?.pagination.total}
        action={
          <Button size="s" variant="ghost" busy={log.isFetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        }
      >
        <SearchBox label="Search by name, e-mail, action or id" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect
          label="What"
          value={params.action}
          onChange={(action) => change({ action })}
          options={withAll(choices.actions, params.action)}
        />
        <FilterSelect
          label="Subject"
          value={params.subject}
          onChange={(subject) => change({ subject })}
          options={withAll(choices.subjects, params.subject)}
        />
        <FilterSelect
          label="Who"
          value={params.admin}
          onChange={(admin) => change({ admin })}
          options={[
            { value: '', text: 'All' },
            ...choices.admins.map(({ id, name }) => ({ value: String(id), text: `${name} (${id})` })),
          ]}
        />
        <FilterDate label="From" value={params.from} onChange={(from) => change({ from })} />
        <FilterDate label="To" value={params.to} onChange={(to) => change({ to })} />
        {filtered && (
          <Button size="s" variant="ghost" onClick={() => change(NONE)}>
            Clear
          </Button>
        )}
      </ListHead>
      <Query of={shown} skeleton={table(undefined)} errorText={(error) => errorText(error, 'Failed to load the audit log')}>
        {({ data, pagination }) => (
          <>
            {table(data)}
            <Pagination {...pagination} onChange={(page) => change({ page })} />
          </>
        )}
      </Query>
    </>
  );
}

/** Also what the address asks for before the choices are there. */
const withAll = (codes: readonly string[], chosen: string) => [
  { value: '', text: 'All' },
  ...[...new Set([...codes, ...(chosen ? [chosen] : [])])].map((code) => ({ value: code, text: inWords(code) })),
];

import { AUDIT_KINDS, type AuditKind } from '@shop/contracts/constants';
import { AdminSeals } from '../../features/audit/admin/AdminSeals';
import { inWords } from '../../features/audit/admin/admin-audit-words';
import { auditColumns } from '../../features/audit/admin/admin-audit-columns';
import { useAuditLogQuery } from '../../features/audit/api/admin-audit-api';
import { daysAsInstants } from '../../lib/time/days-as-instants';
import { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/action/Button';
import { FilterPeriod } from '../../ui/table/FilterPeriod';
import { FilterSelect } from '../../ui/table/FilterSelect';
import { ListHead } from '../../ui/table/ListHead';
import { ListTable } from '../../ui/table/ListTable';
import { SearchBox } from '../../ui/form/SearchBox';

const FILTERS = ['kind', 'action', 'subject', 'admin', 'from', 'to'] as const;

const KIND_TEXTS: Record<AuditKind, string> = {
  change: 'Changes',
  own: 'Own account',
  look: 'Looks at personal data',
  export: 'Exports',
};
const KINDS = [{ value: '', text: 'All' }, ...AUDIT_KINDS.map((value) => ({ value, text: KIND_TEXTS[value] }))];

/**
 * The actions and looks of admins, and people's changes of their own data: who, when, what, before and after. The page changes
 * nothing.
 */
export function AuditLogPage() {
  const list = useListParams(FILTERS, 20);
  const { params, change, isNarrowed } = list;
  const log = useAuditLogQuery(daysAsInstants(list.query), { refetchOnMountOrArgChange: true });
  const choices = log.data?.choices ?? { actions: [], subjects: [], admins: [] };

  return (
    <>
      <ListHead
        title="Audit log"
        of={log}
        action={
          <Button size="s" variant="ghost" busy={log.isFetching} onClick={() => void log.refetch()}>
            Refresh
          </Button>
        }
        note={log.data && <AdminSeals head={log.data.head} />}
      >
        <SearchBox label="Search by name, e-mail, action or id" value={params.q} onChange={(q) => change({ q })} />
        <FilterSelect label="Kind" value={params.kind} onChange={(kind) => change({ kind })} options={KINDS} />
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
        <FilterPeriod list={list} />
      </ListHead>
      <ListTable
        caption="Audit log"
        of={log}
        list={list}
        columns={auditColumns}
        empty={isNarrowed ? 'No matching entries found' : 'No administrator has changed anything yet'}
        failed="Failed to load the audit log"
        order="-at"
      />
    </>
  );
}

/** The choices of a filter, with the value from the address even before the choices have loaded. */
const withAll = (codes: readonly string[], chosen: string) => [
  { value: '', text: 'All' },
  ...[...new Set([...codes, ...(chosen ? [chosen] : [])])].map((code) => ({ value: code, text: inWords(code) })),
];

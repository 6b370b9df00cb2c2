import { AdminAuditFilters, AUDIT_FILTERS } from '#features/audit/admin/AdminAuditFilters.tsx';
import { AdminSeals } from '#features/audit/admin/AdminSeals.tsx';
import { auditColumns } from '#features/audit/admin/admin-audit-columns.tsx';
import { useAuditLogQuery } from '#features/audit/api/admin-audit-api.ts';
import { daysAsInstants } from '#lib/time/days-as-instants.ts';
import { useListParams } from '#lib/use-list-params.ts';
import { Button } from '#ui/action/Button.tsx';
import { ListHead } from '#ui/table/ListHead.tsx';
import { ListTable } from '#ui/table/ListTable.tsx';

/**
 * The actions and looks of admins, and people's changes of their own data: who, when, what, before and after. The page changes
 * nothing.
 */
export function AuditLogPage() {
  const list = useListParams(AUDIT_FILTERS);
  const log = useAuditLogQuery(daysAsInstants(list.query), { refetchOnMountOrArgChange: true });

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
        <AdminAuditFilters list={list} choices={log.data?.choices} />
      </ListHead>
      <ListTable
        caption="Audit log"
        of={log}
        list={list}
        columns={auditColumns}
        empty={list.isNarrowed ? 'No matching entries found' : 'No administrator has changed anything yet'}
        failed="Failed to load the audit log"
        order="-at"
      />
    </>
  );
}

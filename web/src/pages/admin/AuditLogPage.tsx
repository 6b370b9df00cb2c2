import type { AuditLogView } from '@shop/contracts/views';
import { asked, inWords } from '../../features/audit/admin-audit-words';
import { auditColumns } from '../../features/audit/admin-audit-columns';
import { useAuditLogQuery } from '../../features/audit/adminAuditApi';
import { timeText } from '../../lib/dates';
import { useListParams } from '../../lib/use-list-params';
import { Button } from '../../ui/Button';
import { FilterDate } from '../../ui/FilterDate';
import { FilterSelect } from '../../ui/FilterSelect';
import { ListHead } from '../../ui/ListHead';
import { ListTable } from '../../ui/ListTable';
import { SearchBox } from '../../ui/SearchBox';

const FILTERS = ['action', 'subject', 'admin', 'from', 'to'] as const;

/** What administrators did: who, when, what, before and after. Nothing here can be changed. */
export function AuditLogPage() {
  const list = useListParams(FILTERS, 20);
  const { params, change, isNarrowed } = list;
  const log = useAuditLogQuery(asked(list.query), { refetchOnMountOrArgChange: true });
  const choices = log.data?.choices ?? { actions: [], subjects: [], admins: [] };

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
        {isNarrowed && (
          <Button size="s" variant="ghost" onClick={list.clear}>
            Clear
          </Button>
        )}
      </ListHead>
      {log.data?.head && <SealHead head={log.data.head} />}
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

/** The end of the chain: `npm run ops -- verify` finds the same hash while the log is what it was. */
const SealHead = ({ head: { number, hash, sealedAt } }: { head: NonNullable<AuditLogView['head']> }) => (
  <p className="muted">
    Seal {number}, {timeText(sealedAt)}: <code title={hash}>{hash.slice(0, 12)}</code>
  </p>
);

/** Also what the address asks for before the choices are there. */
const withAll = (codes: readonly string[], chosen: string) => [
  { value: '', text: 'All' },
  ...[...new Set([...codes, ...(chosen ? [chosen] : [])])].map((code) => ({ value: code, text: inWords(code) })),
];

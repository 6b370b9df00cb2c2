import { timeText } from '@shop/contracts/times';
import type { AuditEntryView } from '@shop/contracts/views';
import { Link } from 'react-router-dom';
import type { Column } from '#ui/table/DataTable.tsx';
import { TwoLines } from '#ui/display/TwoLines.tsx';
import { differencesOf, inWords, pageOf } from './admin-audit-words';
import styles from './AdminAudit.module.css';

export const auditColumns: Column<AuditEntryView>[] = [
  {
    header: 'When',
    sort: 'at',
    oneLine: true,
    cell: ({ at }) => <time dateTime={at}>{timeText(at)}</time>,
  },
  {
    header: 'Who',
    cell: ({ admin }) => (
      <TwoLines below={admin.email ?? (admin.id === 0 ? 'at the command line' : `account ${admin.id}`)}>
        <span className={admin.email ? undefined : 'muted'} dir="auto">
          {admin.name}
        </span>
      </TwoLines>
    ),
  },
  { header: 'What', sort: 'action', cell: ({ action }) => inWords(action) },
  {
    header: 'Subject',
    sort: 'subject',
    cell: (entry) => {
      const page = pageOf(entry);
      const { type, id, name } = entry.subject;
      return (
        <TwoLines below={id === null ? type : `${type} ${id}`}>
          {page ? (
            <Link to={page} dir="auto">
              {name || type}
            </Link>
          ) : (
            name || type
          )}
        </TwoLines>
      );
    },
  },
  { header: 'Before and after', wide: true, cell: (entry) => <Changes entry={entry} /> },
];

function Changes({ entry }: { entry: AuditEntryView }) {
  const differences = differencesOf(entry);
  if (differences.length === 0) return <span className="muted">–</span>;
  return (
    <details className={styles.changes}>
      <summary aria-label={`Before and after of entry ${entry.id}: ${differences.map(({ field }) => field).join(', ')}`}>
        {differences.map(({ field }) => field).join(', ')}
      </summary>
      <table>
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">Before</th>
            <th scope="col">After</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ field, before, after }) => (
            <tr key={field}>
              <th scope="row">{field}</th>
              <td className={styles.before}>{before ?? '–'}</td>
              <td className={styles.after}>{after ?? '–'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  );
}
